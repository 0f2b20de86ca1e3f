/** Calls `throwIfCancelled` before each step. Its error is thrown into the generator, which then removes what it has created. */
export function* cancellableSteps<R>(steps: Generator<void, R>, throwIfCancelled: () => void): Generator<void, R> {
  for (;;) {
    try {
      throwIfCancelled();
    } catch (error) {
      for (let step = steps.throw(error); !step.done; step = steps.next()) yield;
      throw error;
    }
    const step = steps.next();
    if (step.done) return step.value;
    yield;
  }
}

/** Runs all steps of a generator without a pause between them, and returns its return value. */
export function runSteps<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
