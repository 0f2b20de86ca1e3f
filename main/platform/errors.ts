/** Reads information from a caught value, which may be anything. */

/** A text for the log: an error with its stack, any other value as a string. */
export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** A text for a sentence: the message of an error, any other value as a string. */
export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The `code` of an error of Node or SQLite, such as `ENOENT`; null if it has none. */
export const errorCodeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
