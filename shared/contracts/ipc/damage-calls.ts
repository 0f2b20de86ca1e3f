/** Calls about damaged records. */
import { z } from 'zod';
import type { Damage } from '../damage.ts';
import { defineCall, hashSchema } from './define-call.ts';
import type { UndoResult } from './results.ts';

/** `ids`: of the damage that the decision is about; all that is open without them. */
const damageOfProject = z.strictObject({ hash: hashSchema, ids: z.array(z.string().max(100)).max(10_000).optional() });

export const damageCalls = {
  /** Damaged records of one project or of all, oldest first; also those that the user has decided about. */
  'damage.list': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<Damage[]>(),
  /**
   * Restores the damaged records of a project from backups; one undo step. `skipped` names what could not be restored. Throws a Problem `notFound` if everything
   * has been decided about.
   */
  'damage.restore': defineCall(damageOfProject).returns<UndoResult>(),
  /** Continues without the damaged records of a project. */
  'damage.accept': defineCall(damageOfProject).returns<null>(),
};
