/**
 * The messages between run-database-task.ts and its thread, and the control of running tasks. A thread must not be terminated while a task that it has started may be inside SQLite
 * ([0470](../../../docs/adr/0470-database-tasks-stop-between-steps.md)).
 */

import type { SerializedProblem } from '../../../shared/problem.ts';
import { closingProblem } from '../../platform/closing-problem.ts';

const stopIndex = 0;
const runningIndex = 1;

/** Stops tasks on database files, and counts those that run. It also works while the thread that has started a task is busy or stuck. */
export class DatabaseTaskControl {
  /** Pass it to another thread to create a control for the same tasks there. */
  readonly memory: SharedArrayBuffer;
  readonly #values: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#values = new Int32Array(memory);
  }

  /** Running tasks reject with a Problem `busy` after their current step; later ones reject at once. */
  stop(): void {
    Atomics.store(this.#values, stopIndex, 1);
  }

  isStopped(): boolean {
    return Atomics.load(this.#values, stopIndex) === 1;
  }

  isRunning(): boolean {
    return Atomics.load(this.#values, runningIndex) > 0;
  }

  /** Counts a task until `markEnded` is called, which may be in another thread, when the task has closed its database. */
  markRunning(): void {
    Atomics.add(this.#values, runningIndex, 1);
  }

  markEnded(): void {
    Atomics.sub(this.#values, runningIndex, 1);
  }
}

/** Throws the Problem `busy` with which a task that was asked to stop rejects; called between the steps of a task. */
export type StopCheck = () => void;

export const createStopCheck =
  (...controls: readonly DatabaseTaskControl[]): StopCheck =>
  () => {
    if (controls.some((control) => control.isStopped())) throw closingProblem();
  };

export interface DatabaseCopyTask {
  readonly type: 'copy';
  readonly file: string;
  /** A path where no file exists. */
  readonly to: string;
  /**
   * Copies only the project with this hash, its history and its files. Everything else is removed from the copy, including its free pages.
   */
  readonly onlyProject?: string | undefined;
  /** The key-value store whose rows describe the files of projects (`sha256` and `bytes`), with keys that begin with `<hash>/`. */
  readonly fileRows: string;
}

export type DatabaseTask = { readonly type: 'check' | 'examine' | 'checkpoint'; readonly file: string } | DatabaseCopyTask;

/** The data of the thread. `own` and `all` are the memory of the controls of this task and of all tasks of the backend. */
export interface DatabaseTaskData {
  readonly task: DatabaseTask;
  readonly own: SharedArrayBuffer;
  readonly all: SharedArrayBuffer;
}

/** The message that the thread posts. It contains the error, because an error thrown in the thread would arrive without its code. */
export type DatabaseTaskOutcome =
  | { readonly result: unknown }
  | { readonly problem: SerializedProblem }
  | { readonly failure: { readonly message: string; readonly code: string | null } };
