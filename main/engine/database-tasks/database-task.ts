/** The messages between run-database-task.ts and its thread. */
import type { DatabaseCopyTask } from './database-copy.ts';

export type DatabaseTask = { readonly type: 'check' | 'examine'; readonly file: string } | DatabaseCopyTask;

/** What the thread posts: an error that is thrown in it would arrive without its code. */
export type DatabaseTaskOutcome =
  | { readonly result: unknown }
  | { readonly failure: { readonly message: string; readonly code: string | null } };
