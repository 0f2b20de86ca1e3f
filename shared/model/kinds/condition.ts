import { message } from '../../messages/message.ts';
import { defineField, defineKind } from './define-kind.ts';
import { idSchemaFactory } from './field-schemas.ts';

/** A condition of a branch: one `if`, any number of ordered `elseIf`, at most one `else`. Its output is the connection that starts at it. */
export const condition = defineKind({
  kind: 'condition',
  plural: 'conditions',
  label: 'condition',
  fields: {
    branchId: defineField(idSchemaFactory, {
      reference: { targetKinds: ['branch'], onTargetRemoved: 'cascade', missingTargetError: 'notFound' },
      api: 'path',
      export: 'never',
    }),
    role: defineField((z) => z.enum(['if', 'elseIf', 'else']), { api: 'path', export: 'never' }),
    script: defineField((z) => z.string().nullable(), { default: null, text: { format: 'script' }, export: 'always' }),
  },
  orders: [{ parentField: 'branchId', list: 'conditions', rankField: 'rank' }],
  uniqueKeys: ({ branchId, role }) =>
    role === 'elseIf'
      ? []
      : [
          {
            key: `${role}:${branchId}`,
            field: 'role',
            fault: message('fault.condition.roleTaken', { role }),
            conflict: message('fault.condition.roleTakenSentence', { role }),
            status: 'duplicate',
          },
        ],
});
