/** The messages between run-database-task.ts and its thread. */
import type { DatabaseCopyTask } from './database-copy.ts';

export type DatabaseTask = { readonly type: 'check' | 'examine'; readonly file: string } | DatabaseCopyTask;

/** The message that the thread posts. It contains the error, because an error thrown in the thread would arrive without its code. */
export type DatabaseTaskOutcome =
  | { readonly result: unknown }
  | { readonly failure: { readonly message: string; readonly code: string | null } };
