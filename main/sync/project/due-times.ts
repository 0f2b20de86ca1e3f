/** When the next step and the next file transfer of a project are due. Milliseconds since 1970. */
export const never = Number.POSITIVE_INFINITY;

export class DueTimes {
  #step = 0;
  #files = 0;

  /** From then on a step is due. */
  get step(): number {
    return this.#step;
  }

  /** From then on there may be a file to transfer. */
  get files(): number {
    return this.#files;
  }

  /** Due then, whatever was known before. */
  set(times: { readonly step?: number; readonly files?: number }): void {
    this.#step = times.step ?? this.#step;
    this.#files = times.files ?? this.#files;
  }

  /** Due then at the latest. */
  expedite(times: { readonly step?: number; readonly files?: number }): void {
    this.#step = Math.min(this.#step, times.step ?? never);
    this.#files = Math.min(this.#files, times.files ?? never);
  }
}
