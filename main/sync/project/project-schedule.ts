/** When the next step and the next file transfer of a project are due, and whether a caller waits for them. Times are milliseconds since 1970. */
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

  /** From then on a step is due. */
  get stepDueAt(): number {
    return this.#stepDueAt;
  }

  /** From then on there may be a file to transfer. */
  get filesDueAt(): number {
    return this.#filesDueAt;
  }

  /** No step before the project list was requested at that time or later: others may have written meanwhile. */
  get requiredListTime(): number {
    return this.#requiredListTime;
  }

  /** A caller waits until there is nothing to do now: the project runs even without automatic sync. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Due then, whatever was known before. */
  set({ step = this.#stepDueAt, files = this.#filesDueAt }: DueTimes): void {
    this.#stepDueAt = step;
    this.#filesDueAt = files;
  }

  /** Due then at the latest. */
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
