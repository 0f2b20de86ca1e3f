/**
 * When the next step and the next file transfer of a project are due, and whether a caller waits for them. Times are in milliseconds since
 * 1970.
 */
export const neverDue = Number.POSITIVE_INFINITY;

interface DueTimes {
  readonly step?: number;
  readonly files?: number;
}

export class ProjectSchedule {
  #stepDueAt = 0;
  #filesDueAt = 0;
  #requiredListTime = 0;
  #isRequested = false;

  /** The time at which a step is due. */
  get stepDueAt(): number {
    return this.#stepDueAt;
  }

  /** The time at which there may be a file to transfer. */
  get filesDueAt(): number {
    return this.#filesDueAt;
  }

  /** No step may run before the project list was requested at this time or later, because others may have written in the meantime. */
  get requiredListTime(): number {
    return this.#requiredListTime;
  }

  /** Whether a caller waits until there is nothing to do, so that the project runs even without automatic sync. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Sets when they are due, replacing earlier times. */
  set({ step = this.#stepDueAt, files = this.#filesDueAt }: DueTimes): void {
    this.#stepDueAt = step;
    this.#filesDueAt = files;
  }

  /** Makes them due at these times at the latest. */
  expedite({ step = neverDue, files = neverDue }: DueTimes): void {
    this.#stepDueAt = Math.min(this.#stepDueAt, step);
    this.#filesDueAt = Math.min(this.#filesDueAt, files);
  }

  requireListSince(time: number): void {
    this.#requiredListTime = Math.max(this.#requiredListTime, time);
  }

  request(): void {
    this.#isRequested = true;
  }

  endRequest(): void {
    this.#isRequested = false;
  }
}
