/** Runs all steps of a generator at once, without a pause between them; returns its return value. */
export function runSteps<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
