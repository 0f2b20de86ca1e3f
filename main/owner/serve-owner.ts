/** The owner's side of the socket: lets other processes of the same user work with the parts that run here. Knows no call by name. */

import { timingSafeEqual } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { Problem } from '../../shared/problem.ts';
import type { Parts } from '../parts.ts';
import type { Address } from './address.ts';
import { readLines, writeLine } from './lines.ts';
import { type FromOther, type FromOwner, fromOther, protocol } from './messages.ts';

const strangersMaySay = 4096;
const friendsMaySay = 1024 ** 3;
/** Bytes of events that may wait for a peer that does not read them. */
const patience = 256 * 1024 ** 2;

export interface OwnerServer {
  /** Listens no more, takes no more calls, and waits so many milliseconds for those that run. Connections stay open until `end`. */
  finish(wait: number): Promise<void>;
  end(): Promise<void>;
}

/** Calls that come before the parts are open wait for them. */
export async function serveOwner(
  address: Address,
  secret: { token: string; version: string },
  parts: Promise<Parts>,
): Promise<OwnerServer> {
  const peers = new Set<Socket>();
  const running = new Map<Promise<void>, () => void>();
  let finishing = false;
  let closed: Promise<unknown> = Promise.resolve();
  const server = createServer(welcome);

  function welcome(socket: Socket): void {
    let known = false;
    let unsubscribe: (() => void) | undefined;
    const gone = new AbortController();
    peers.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      peers.delete(socket);
      unsubscribe?.();
      gone.abort();
    });
    const say = (message: FromOwner) => !socket.destroyed && writeLine(socket, message);
    readLines(
      socket,
      () => (known ? friendsMaySay : strangersMaySay),
      (value) => {
        const read = fromOther.safeParse(value);
        if (!read.success) return void socket.destroy();
        const message = read.data;
        if (!known) {
          known = 'hello' in message && same(message.hello, secret.token);
          if (!known) return void socket.destroy();
          say({ hello: secret.version, protocol });
          if (finishing) say({ bye: true });
        } else if ('subscribe' in message)
          void parts.then((open) => (unsubscribe ??= open.onEvents((events) => tell(socket, events, say)))).catch(() => undefined);
        else if ('id' in message && !finishing) run(message, say, gone.signal);
      },
    );
  }

  function run({ id, call, input }: Extract<FromOther, { id: number }>, say: (message: FromOwner) => boolean, gone: AbortSignal): void {
    let answered = false;
    const answer = (given: Awaited<ReturnType<Parts['call']>>) => {
      if (answered) return;
      answered = true;
      if (!say({ id, answer: given })) say({ id, answer: { ok: false, problem: tooLarge() } });
    };
    const done = parts
      .then((open) => open.call(call, input, gone))
      .then(answer, (error) => answer({ ok: false, problem: Problem.from(error).toJSON() }))
      .finally(() => running.delete(done));
    running.set(done, () => answer({ ok: false, problem: cutShort() }));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.path, resolve);
  });
  if (process.platform !== 'win32') await chmod(address.path, 0o600);

  return {
    async finish(wait) {
      finishing = true;
      closed = new Promise((resolve) => server.close(resolve));
      for (const peer of peers) if (!peer.destroyed) writeLine(peer, { bye: true } satisfies FromOwner);
      await within(wait, Promise.all(running.keys()));
      for (const cut of running.values()) cut();
    },
    async end() {
      for (const peer of peers) peer.end();
      await within(200, closed);
      for (const peer of peers) peer.destroy();
      await closed;
    },
  };
}

function tell(socket: Socket, events: Parameters<Parameters<Parts['onEvents']>[0]>[0], say: (message: FromOwner) => boolean): void {
  if (socket.writableLength > patience || !say({ events })) socket.destroy();
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}

const tooLarge = () => new Problem('tooLarge', 'The answer is too large to be handed to another process.').toJSON();
const cutShort = () => new Problem('busy', 'Taleport was ended before this was done. Look whether it happened, then try again.').toJSON();
