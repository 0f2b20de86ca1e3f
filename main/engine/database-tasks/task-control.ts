/**
 * Asks tasks on database files to stop, and tells whether one runs. It is memory that threads share, so it also works while the thread that has started a
 * task is busy, or stuck: no thread may be terminated while it, or a thread that it has started, may be inside SQLite
 * ([0470](../../../docs/adr/0470-database-tasks-stop-between-steps.md)).
 */

import { closingProblem } from '../../platform/closing-problem.ts';

const stopIndex = 0;
const runningIndex = 1;

export class DatabaseTaskControl {
  /** Can be sent to a thread, for another control of the same tasks. */
  readonly memory: SharedArrayBuffer;
  readonly #values: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#values = new Int32Array(memory);
  }

  /** Running tasks reject with a Problem `busy` after their present step; later ones do at once. */
  stop(): void {
    Atomics.store(this.#values, stopIndex, 1);
  }

  isStopped(): boolean {
    return Atomics.load(this.#values, stopIndex) === 1;
  }

  isRunning(): boolean {
    return Atomics.load(this.#values, runningIndex) > 0;
  }

  /** Each task is counted once, and no longer once it has closed its database. The two may happen in different threads. */
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
