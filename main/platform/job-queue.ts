/** Runs jobs one after another in the order of the calls. */
export class JobQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all jobs added so far have ended, whether or not they failed. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }
}

/**
 * Runs `job` for each entry, at most `limit` at a time. The results are in the order of the list. After an error, no further job starts;
 * the error is thrown when the running ones have ended.
 */
export async function mapConcurrently<T, R>(limit: number, list: readonly T[], job: (each: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const errors: unknown[] = [];
  // All workers take their entries from the same iterator.
  const remaining = list.entries();
  const runWorker = async (): Promise<void> => {
    for (const [index, each] of remaining) {
      try {
        results[index] = await job(each, index);
      } catch (error) {
        errors.push(error);
      }
      if (errors.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, list.length) }, runWorker));
  if (errors.length > 0) throw errors[0];
  return results;
}
