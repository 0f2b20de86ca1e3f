/** Calls about damaged records. */
import { z } from 'zod';
import type { Damage } from '../damage.ts';
import { defineCall, hashSchema } from './define-call.ts';
import type { UndoResult } from './results.ts';

export const damageCalls = {
  /** Damaged records of one project or of all, oldest first; also those that the user has decided about. */
  'damage.list': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<Damage[]>(),
  /** Restores the damaged records of a project from backups; one undo step. `skipped` names what could not be restored. */
  'damage.restore': defineCall(z.strictObject({ hash: hashSchema })).returns<UndoResult>(),
  /** Continues without the damaged records of a project. */
  'damage.accept': defineCall(z.strictObject({ hash: hashSchema })).returns<null>(),
};
