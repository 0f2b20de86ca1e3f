/** The other side: a process that does not own the data folder works with the parts of the one that does. */
import { connect, type Socket } from 'node:net';
import type { Answer } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import type { Parts } from '../parts.ts';
import { readLines, writeLine } from './lines.ts';
import { type FromOther, type FromOwner, protocol } from './messages.ts';
import { readOwnerNote } from './owner-note.ts';

/** Milliseconds in which an owner takes a connection and greets. */
const greeting = 3000;
const answersMayHave = 1024 ** 3;

/** The owner went before it answered. `begun`: it may have carried the call out. */
export class OwnerGone extends Error {
  readonly begun: boolean;

  constructor(begun: boolean) {
    super('The owner of the data folder has ended');
    this.begun = begun;
  }
}

/** Its `call` rejects with OwnerGone when the owner goes; `gone` resolves then. */
export interface Joined extends Parts {
  readonly gone: Promise<void>;
}

/** Nothing where nobody listens, or somebody else does. Throws a Problem `busy` where the owner speaks another protocol. */
export async function joinOwner(folder: string): Promise<Joined | undefined> {
  const note = await readOwnerNote(folder);
  if (!note) return undefined;
  const socket = connect(note.address);
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      socket.destroy();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, greeting);
    socket.once('error', giveUp);
    socket.once('close', giveUp);
    socket.once('connect', () => writeLine(socket, { hello: note.token, protocol } satisfies FromOther));
    const joined = converse(socket, (hello) => {
      clearTimeout(timer);
      if (hello.protocol === protocol) return resolve(joined);
      socket.destroy();
      reject(
        new Problem(
          'busy',
          `Taleport ${hello.hello} works with this data folder and does not understand this version. Please close it first.`,
        ),
      );
    });
  });
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: OwnerGone): void;
}

function converse(socket: Socket, onHello: (hello: Extract<FromOwner, { hello: string }>) => void): Joined {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(events: Event[]) => void>();
  let lastId = 0;
  let saidBye = false;
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new OwnerGone(!saidBye));
    waiting.clear();
  });
  readLines(
    socket,
    () => answersMayHave,
    (value) => {
      const message = value as FromOwner;
      if ('hello' in message) onHello(message);
      else if ('bye' in message) saidBye = true;
      else if ('events' in message) for (const listener of listeners) listener(message.events);
      else {
        waiting.get(message.id)?.resolve(message.answer);
        waiting.delete(message.id);
      }
    },
  );
  return {
    gone,
    call: (call, input) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed || saidBye) return reject(new OwnerGone(false));
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        if (writeLine(socket, { id, call, input } satisfies FromOther)) return;
        waiting.delete(id);
        resolve({ ok: false, problem: new Problem('tooLarge', 'This is too large to be handed to another process.').toJSON() });
      }),
    onEvents(listener) {
      if (listeners.size === 0 && !socket.destroyed) writeLine(socket, { subscribe: true } satisfies FromOther);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      socket.end();
      socket.destroy();
      await gone;
    },
  };
}
