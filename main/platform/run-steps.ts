/** The same steps. Before each one `throwIfCancelled` is called: what it throws is thrown into the steps, which then remove what they have made. */
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

/** Runs all steps of a generator at once, without a pause between them; returns its return value. */
export function runSteps<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
