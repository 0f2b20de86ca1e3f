/** What can be read from a caught value, which may be anything. */

/** For the log: an error with its stack, anything else as text. */
export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** The `code` of an error of Node or SQLite, such as `ENOENT`; null if it has none. */
export const errorCodeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
