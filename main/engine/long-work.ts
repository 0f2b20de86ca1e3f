/**
 * Commands that take long: which ones do, and how they run in slices. Between two slices, others read the state before the command, and write to other
 * projects. Writes to the same project wait, or, if they cannot, complete the command first (ADR 0700).
 */

import type { Command, ConditionsInput, SingleCommand } from '../../shared/model/commands.ts';
import type { Project } from '../../shared/model/project.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';

/** The work on a record is counted like that on so many characters. */
const charactersOfRecord = 1024;
/** What takes about 50 ms. */
const longWorkCharacters = 1024 * 1024;

/** Whether undoing a step whose entries have so many bytes takes long. */
export const isLongStep = (bytes: number): boolean => bytes > longWorkCharacters;

/** Whether a command takes long, by a bounded look at what it contains and at what refers to the records that it names. */
export function isLongCommand(command: Command, project: Project): boolean {
  let work = 0;
  for (const each of command.do === 'batch' ? command.commands : [command]) {
    work += workOf(each, project, longWorkCharacters - work);
    if (work > longWorkCharacters) return true;
  }
  return false;
}

function workOf(command: SingleCommand, project: Project, limit: number): number {
  switch (command.do) {
    case 'create':
      return charactersOfRecord + countCharacters(command.fields) + workOfConditions(command.conditions);
    // Records that mention this one receive its new name.
    case 'change':
      return charactersOfRecord * (1 + project.referrerCount(command.id)) + countCharacters(command.fields);
    case 'setConditions':
      return charactersOfRecord * project.listSize(command.id, 'conditions') + workOfConditions(command.conditions);
    case 'remove':
      return workOfRemoval(command.id, project, limit);
    case 'replaceRecords':
      return charactersOfRecord * (command.put.length + command.removedIds.length + command.renamedIds.length);
    case 'removeLocale':
    case 'makeMainLocale':
      return charactersOfRecord * project.size;
    default:
      return charactersOfRecord;
  }
}

const workOfConditions = (conditions: ConditionsInput = {}): number =>
  charactersOfRecord * (conditions.elseIfConditions?.length ?? 0) + countCharacters(conditions);

/** The work on a record and on all that may be removed with it, counted until it exceeds the limit. */
function workOfRemoval(id: string, project: Project, limit: number): number {
  const found = new Set([id]);
  let work = 0;
  for (const each of found) {
    work += charactersOfRecord + countCharacters(project.get(each));
    if (work > limit) return work;
    for (const referrer of project.referrersOf(each)) found.add(referrer);
  }
  return work;
}

/** The characters of all texts in a JSON value. */
export function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const each of Object.values(value)) sum += countCharacters(each);
  return sum;
}

interface RunningWork {
  readonly hash: string;
  /** Takes the next step. Returns false after the last one. */
  advance(): boolean;
}

/** The long commands of all projects, one after another. */
export class LongWork {
  #running: RunningWork | undefined;
  #isInStep = false;
  /** Resolves when the last of all commands has ended. */
  #end: Promise<void> = Promise.resolve();
  /** By project: resolves when its last command has ended. */
  readonly #ends = new Map<string, Promise<void>>();

  isBusy(hash: string): boolean {
    return this.#ends.has(hash);
  }

  /** Resolves when all long commands of this project have ended, however many are added meanwhile. */
  async whenDone(hash: string): Promise<void> {
    for (let end = this.#ends.get(hash); end; end = this.#ends.get(hash)) await end;
  }

  /** Runs the steps after those of all earlier commands. `begin` is called just before the first one. */
  run<R>(hash: string, begin: () => Generator<void, R>): Promise<R> {
    const result = this.#end.then(() => this.#runInSlices(hash, begin));
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    const forgotten = end.then(() => {
      if (this.#ends.get(hash) === forgotten) this.#ends.delete(hash);
    });
    this.#end = end;
    this.#ends.set(hash, forgotten);
    return result;
  }

  /** Resolves when all of them have ended. */
  async end(): Promise<void> {
    for (let end = this.#end; ; end = this.#end) {
      await end;
      if (end === this.#end) return;
    }
  }

  /** Completes the command that is running, for all projects or for this one, because what follows cannot wait. */
  complete(hash?: string): void {
    // What the last step publishes may write again.
    if (this.#isInStep || !this.#running || (hash !== undefined && this.#running.hash !== hash)) return;
    const { advance } = this.#running;
    while (advance());
  }

  async #runInSlices<R>(hash: string, begin: () => Generator<void, R>): Promise<R> {
    const steps = begin();
    let outcome: { readonly value: R } | { readonly error: unknown } | undefined;
    const advance = (): boolean => {
      this.#isInStep = true;
      try {
        const step = steps.next();
        if (step.done) outcome = { value: step.value };
      } catch (error) {
        outcome = { error };
      } finally {
        this.#isInStep = false;
      }
      if (outcome) this.#running = undefined;
      return outcome === undefined;
    };
    this.#running = { hash, advance };
    const yielder = new CooperativeYielder();
    while (outcome === undefined && advance()) await yielder.yieldIfNeeded();
    return resultOf(outcome);
  }
}

function resultOf<R>(outcome: { readonly value: R } | { readonly error: unknown } | undefined): R {
  if (outcome && 'value' in outcome) return outcome.value;
  throw outcome?.error;
}
