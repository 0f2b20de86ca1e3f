/**
 * Finds the work during which the process keeps dying, so that a start can leave it out: a small file of the data folder names the work that is in
 * progress. What a dead process has left there counts as a death during that work; work that has caused two of them is not to be started again
 * without the user ([0620](../../docs/adr/0620-safe-start.md)). Only the process that owns the data folder may open its guard.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFileSync } from './atomic-file.ts';
import { describeError } from './errors.ts';
import { systemTimer, type Timer } from './timer.ts';
import { readJsonFileOrUndefined } from './untrusted-file.ts';

const kinds = ['sync', 'remote', 'target', 'folder', 'import'] as const;

/** `id`: the hash of a project (also for its story folder), the name of a remote, the id of a target, the path or name of an imported file. */
export interface GuardedWork {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
}

export interface CrashGuard {
  /** The ids of work during which the process has died repeatedly. */
  listCrashing(kind: GuardedWork['kind']): string[];
  /** Must be called when such work is no longer started by itself: from then on, it is like any other. */
  forget(work: GuardedWork): void;
  /** Runs work in which the process could die. */
  run<T>(work: GuardedWork, task: () => Promise<T>): Promise<T>;
  /** Waits for something else within running work, such as a network: dying meanwhile does not count as a death during that work. */
  wait<T>(work: GuardedWork, task: () => Promise<T>): Promise<T>;
  /** Must be called when the process begins to close. Nothing that runs from then on counts. */
  close(): void;
}

/** For data in memory, which no start can find again. */
export const noCrashGuard: CrashGuard = {
  listCrashing: () => [],
  forget: () => undefined,
  run: (_, task) => task(),
  wait: (_, task) => task(),
  close: () => undefined,
};

export const crashGuardFileIn = (folder: string): string => join(folder, 'running-work.json');

/** A single death can have any cause: a power cut, or a user who ends the process. */
const minDeaths = 2;
/** Milliseconds after which work of which the process has not died is no longer suspected. */
const probation = 60_000;

const entrySchema = z.object({
  kind: z.enum(kinds),
  id: z.string(),
  /** How often a process has died during this work, without one in between that survived it. */
  deaths: z.int().nonnegative(),
  /** Whether the work is in progress. */
  isRunning: z.boolean(),
});

interface Entry {
  readonly kind: GuardedWork['kind'];
  readonly id: string;
  deaths: number;
  /** The number of runs that wait for their turn, that are in progress, and that wait for something else meanwhile. */
  queued: number;
  running: number;
  waiting: number;
  /** Whether this process has begun the work, and whether that was long ago. */
  hasBegun: boolean;
  isProven: boolean;
}

interface CrashGuardDeps {
  readonly log: (line: string) => void;
  readonly timer?: Timer;
}

/** Reads which work the last process has left unfinished, and counts it as a death. */
export function openCrashGuard(folder: string, deps: CrashGuardDeps): CrashGuard {
  return new FileCrashGuard(crashGuardFileIn(folder), deps);
}

class FileCrashGuard implements CrashGuard {
  readonly #file: string;
  readonly #log: (line: string) => void;
  readonly #timer: Timer;
  readonly #entries = new Map<string, Entry>();
  readonly #cancelTimers = new Set<() => void>();
  /** Suspected work runs one after another, so that the next death shows which one causes it. */
  #suspects: Promise<unknown> = Promise.resolve();
  /** What the file contains; empty if it does not exist. */
  #written = '';
  #hasFailed = false;
  #isClosed = false;

  constructor(file: string, { log, timer = systemTimer }: CrashGuardDeps) {
    this.#file = file;
    this.#log = log;
    this.#timer = timer;
    const found = readJsonFileOrUndefined(file);
    const entries = z.array(entrySchema).safeParse(found).data ?? [];
    for (const { kind, id, deaths, isRunning } of entries) {
      const entry = this.#entryOf({ kind, id });
      entry.deaths = deaths + (isRunning ? 1 : 0);
      if (isRunning) log(`The last process died during work of the kind ${kind} (${entry.deaths} in succession)`);
    }
    this.#written = found === undefined ? '' : JSON.stringify(found);
    this.#save();
  }

  listCrashing(kind: GuardedWork['kind']): string[] {
    return [...this.#entries.values()].filter((entry) => entry.kind === kind && entry.deaths >= minDeaths).map(({ id }) => id);
  }

  forget(work: GuardedWork): void {
    const entry = this.#entryOf(work);
    entry.deaths = 0;
    this.#clear(entry);
    this.#save();
  }

  async run<T>(work: GuardedWork, task: () => Promise<T>): Promise<T> {
    const entry = this.#entryOf(work);
    if (entry.deaths === 0) return this.#runMarked(entry, task);
    entry.queued++;
    const turn = this.#suspects.then(() => {
      entry.queued--;
      return this.#runMarked(entry, task);
    });
    this.#suspects = turn.catch(() => undefined);
    return turn;
  }

  async wait<T>(work: GuardedWork, task: () => Promise<T>): Promise<T> {
    const entry = this.#entryOf(work);
    entry.waiting++;
    this.#save();
    try {
      return await task();
    } finally {
      entry.waiting--;
      this.#clear(entry);
      this.#save();
    }
  }

  close(): void {
    for (const cancel of this.#cancelTimers) cancel();
    for (const entry of this.#entries.values()) if (entry.hasBegun) entry.deaths = 0;
    this.#isClosed = true;
    this.#save();
  }

  async #runMarked<T>(entry: Entry, task: () => Promise<T>): Promise<T> {
    entry.running++;
    if (!entry.hasBegun && entry.deaths > 0) this.#startProbation(entry);
    entry.hasBegun = true;
    this.#save();
    try {
      return await task();
    } finally {
      entry.running--;
      this.#clear(entry);
      this.#save();
    }
  }

  #startProbation(entry: Entry): void {
    const cancel = this.#timer.after(probation, () => {
      this.#cancelTimers.delete(cancel);
      entry.isProven = true;
      this.#clear(entry);
      this.#save();
    });
    this.#cancelTimers.add(cancel);
  }

  /** Work that is still running may yet end the process. */
  #clear(entry: Entry): void {
    if (entry.queued + entry.running + entry.waiting > 0) return;
    if (entry.isProven) entry.deaths = 0;
    if (entry.deaths === 0) this.#entries.delete(keyOf(entry));
  }

  #entryOf({ kind, id }: GuardedWork): Entry {
    const known = this.#entries.get(keyOf({ kind, id }));
    if (known) return known;
    const created = { kind, id, deaths: 0, queued: 0, running: 0, waiting: 0, hasBegun: false, isProven: false };
    this.#entries.set(keyOf(created), created);
    return created;
  }

  /** Not flushed to the disk: what was written survives the process, and a power cut is no fault of the work. */
  #save(): void {
    const entries = [...this.#entries.values()].map((entry) => ({
      kind: entry.kind,
      id: entry.id,
      deaths: entry.deaths,
      isRunning: !this.#isClosed && isRunning(entry),
    }));
    const relevant = entries.filter((entry) => entry.deaths > 0 || entry.isRunning);
    const text = relevant.length === 0 ? '' : JSON.stringify(relevant);
    if (text === this.#written) return;
    try {
      if (text === '') rmSync(this.#file, { force: true });
      else replaceFileSync(this.#file, text, { mode: 0o600 });
      this.#written = text;
    } catch (error) {
      // Without the file, work runs as well as before.
      if (!this.#hasFailed) this.#log(`${this.#file} could not be written: ${describeError(error)}`);
      this.#hasFailed = true;
    }
  }
}

const keyOf = ({ kind, id }: GuardedWork): string => `${kind}/${id}`;
const isRunning = ({ running, waiting }: Entry): boolean => running > waiting;
