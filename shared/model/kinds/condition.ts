import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { idSchema } from './field-schemas.ts';

/** A condition of a branch: one `if`, any number of ordered `elseIf`, at most one `else`. Its output is the connection that starts on it. */
export const condition = defineKind({
  kind: 'condition',
  plural: 'conditions',
  label: 'condition',
  fields: { branchId: idSchema, role: z.enum(['if', 'elseIf', 'else']), script: z.string().nullable() },
  defaults: { script: null },
  orders: [{ parentField: 'branchId', list: 'conditions', rankField: 'rank' }],
  references: { branchId: { targetKinds: ['branch'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' } },
  texts: { script: { format: 'script' } },
  uniqueKeys: ({ branchId, role }) =>
    role === 'elseIf'
      ? []
      : [{ key: `${role}:${branchId}`, field: 'role', message: `the branch already has an ${role} condition`, status: 'duplicate' }],
  immutableFields: ['branchId', 'role'],
});
