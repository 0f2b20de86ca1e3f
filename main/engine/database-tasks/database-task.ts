/** The messages between run-database-task.ts and its thread. */
import type { SerializedProblem } from '../../../shared/problem.ts';
import type { DatabaseCopyTask } from './database-copy.ts';

export type DatabaseTask = { readonly type: 'check' | 'examine'; readonly file: string } | DatabaseCopyTask;

/** The data of the thread. `own` and `all` are the memory of the controls of this task and of all tasks of the backend. */
export interface DatabaseTaskData {
  readonly task: DatabaseTask;
  readonly own: SharedArrayBuffer;
  readonly all: SharedArrayBuffer;
}

/** The message that the thread posts. It contains the error, because an error thrown in the thread would arrive without its code. */
export type DatabaseTaskOutcome =
  | { readonly result: unknown }
  | { readonly problem: SerializedProblem }
  | { readonly failure: { readonly message: string; readonly code: string | null } };
