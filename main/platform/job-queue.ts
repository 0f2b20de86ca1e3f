/** Does one job after the other, in the order they were asked for: what a target does to its folder never overlaps. */
export class JobQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** When all that was asked for until now is done, well or badly. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }
}

/** Does the same with each, so many at once; the answers are in the order of the list. The first error ends it once all that run are through. */
export async function mapConcurrently<T, R>(atOnce: number, list: readonly T[], job: (each: T, index: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  const failed: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < list.length && failed.length === 0) {
      const index = next++;
      const each = list[index] as T;
      try {
        answers[index] = await job(each, index);
      } catch (error) {
        failed.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
  if (failed.length > 0) throw failed[0];
  return answers;
}
