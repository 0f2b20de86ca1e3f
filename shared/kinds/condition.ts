import { z } from 'zod';
import { defineKind } from './define.ts';
import { id } from './fields.ts';

/** A condition of a branch: one `if`, any number of ordered `elseIf`, at most one `else`. Its output is the connection that starts on it. */
export const condition = defineKind({
  kind: 'condition',
  plural: 'conditions',
  label: 'condition',
  fields: { branchId: id, role: z.enum(['if', 'elseIf', 'else']), script: z.string().nullable() },
  defaults: { script: null },
  orders: [{ by: 'branchId', list: 'conditions', rank: 'rank' }],
  refs: { branchId: { to: ['branch'], whenGone: 'cascade', whenMissing: 'notFound' } },
  texts: { script: { holds: 'script' } },
  unique: ({ branchId, role }) =>
    role === 'elseIf'
      ? []
      : [{ key: `${role}:${branchId}`, field: 'role', message: `the branch already has an ${role} condition`, status: 'duplicate' }],
  fixed: ['branchId', 'role'],
});
