/**
 * Stops tasks on database files, and counts those that run. Threads share its memory, so it also works while the thread that has started a
 * task is busy or stuck. A thread must not be terminated while a task that it has started may be inside SQLite
 * ([0470](../../../docs/adr/0470-database-tasks-stop-between-steps.md)).
 */

import { closingProblem } from '../../platform/closing-problem.ts';

const stopIndex = 0;
const runningIndex = 1;

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
