import { vi } from 'vitest';

/** Lets each reading of the clock be the end of a slice of work, so that other work runs after each step. `vi.unstubAllGlobals` ends it. */
export function endSlicesAtOnce(): void {
  let time = 0;
  vi.stubGlobal('performance', Object.create(performance, { now: { value: () => (time += 10) } }));
}
