/**
 * The one place where a process comes to the parts of a data folder: it owns the folder and runs them, or works with those of the
 * process that does. When that one goes, the next call (or at once, if someone listens) finds the new way.
 */
import type { Answer } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import type { Parts } from '../parts.ts';
import { joinOwner, OwnerGone } from './join-owner.ts';
import { ownFolder, type Ways } from './own-folder.ts';

/** Milliseconds that another process may take to come up or to go before it counts as stuck, and between two looks. */
const longest = 15_000;
const pause = 50;

export interface Reached extends Parts {
  /** Resolves with whether this process owns the folder; throws the Problem that keeps it from the parts. */
  ready(): Promise<'owns' | 'joined'>;
  /** `wait`: milliseconds for calls of other processes that still run here. */
  close(wait?: number): Promise<void>;
}

interface Way {
  readonly parts: Parts;
  readonly how: 'owns' | 'joined';
  readonly gone: Promise<void>;
  close(wait: number): Promise<void>;
}

export function reach(folder: string, ways: Ways): Reached {
  const listeners = new Set<(events: Event[]) => void>();
  const heard = new WeakSet<Way>();
  const closing = new AbortController();
  let current: Promise<Way> | undefined;

  const way = (): Promise<Way> => {
    current ??= find(folder, ways, closing.signal).then(follow, (error) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  function follow(found: Way): Way {
    if (listeners.size > 0) listen(found);
    void found.gone.then(async () => {
      current = undefined;
      if (listeners.size === 0 || closing.signal.aborted) return;
      await way().then(
        // What happened between the two owners was not heard.
        () => tell([{ event: 'reconnected' }, { event: 'projects.changed' }]),
        (error) => tell([{ event: 'notice', message: problemOf(error).message }]),
      );
    });
    return found;
  }

  function listen(found: Way): void {
    if (heard.has(found)) return;
    heard.add(found);
    found.parts.onEvents(tell);
  }

  function tell(events: Event[]): void {
    for (const listener of listeners) listener(events);
  }

  function problemOf(error: unknown): Problem {
    if (!(error instanceof Problem)) ways.log(`The projects cannot be reached: ${error instanceof Error ? error.stack : String(error)}`);
    return Problem.from(error);
  }

  async function call(name: string, input: unknown): Promise<Answer> {
    for (;;) {
      let used: Way | undefined;
      try {
        used = await way();
        return await used.parts.call(name, input);
      } catch (error) {
        if (!(error instanceof OwnerGone)) return { ok: false, problem: problemOf(error).toJSON() };
        if (error.begun) return { ok: false, problem: unsure().toJSON() };
        if (closing.signal.aborted) return { ok: false, problem: beingClosed().toJSON() };
        // The owner said that it takes no more calls: its folder is free once it is gone.
        await used?.gone;
      }
    }
  }

  return {
    call,
    onEvents(listener) {
      listeners.add(listener);
      void way().then(listen, () => undefined);
      return () => void listeners.delete(listener);
    },
    ready: async () => (await way()).how,
    async close(wait = 500) {
      closing.abort();
      const last = current;
      current = undefined;
      await (await last?.catch(() => undefined))?.close(wait);
    },
  };
}

async function find(folder: string, ways: Ways, closing: AbortSignal): Promise<Way> {
  const until = performance.now() + longest;
  for (;;) {
    if (closing.aborted) throw beingClosed();
    const owned = await ownFolder(folder, ways);
    if (owned) return { parts: owned.parts, how: 'owns', gone: new Promise(() => undefined), close: owned.close };
    const joined = await joinOwner(folder);
    if (joined) return { parts: joined, how: 'joined', gone: joined.gone, close: joined.close };
    if (performance.now() > until)
      throw new Problem('busy', `Another Taleport works with ${folder} and does not answer. Please close it, or end it if it hangs.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const beingClosed = (): Problem => new Problem('busy', 'Taleport is being closed.');
const unsure = (): Problem =>
  new Problem('busy', 'The Taleport that held the projects ended before it answered. Look whether this was done, then try again.');
