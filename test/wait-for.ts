import { vi } from 'vitest';

/** Repeats a check until it passes, with the fake clock, if there is one, moving on. Like every limit of a test, this one only ends what hangs. */
export const waitFor = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 120_000 });
