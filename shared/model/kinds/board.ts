import { message } from '../../messages/message.ts';
import { defineField, defineKind } from './define-kind.ts';
import { customIdSchemaFactory, treeParentField } from './field-schemas.ts';

/** A board (a canvas with items of the story) or a folder of boards. The root folder has no parent. */
export const board = defineKind({
  kind: 'board',
  plural: 'boards',
  label: 'board',
  fields: {
    parentId: treeParentField('board'),
    type: defineField((z) => z.enum(['board', 'folder']), {
      default: 'board',
      api: { access: 'create', shown: 'list' },
      export: 'never',
    }),
    name: defineField((z) => z.string(), { text: { format: 'plain' }, api: { access: 'write', isRequired: false } }),
    customId: defineField(customIdSchemaFactory, {
      default: null,
      api: { access: 'write', bodySchema: (z) => z.string() },
      export: 'custom',
    }),
  },
  orders: [{ parentField: 'parentId', list: 'boards', rankField: 'rank' }],
  recordRules: [
    ({ type, customId }) => (type === 'folder' && customId !== null ? { customId: message('fault.folder.noCustomId') } : undefined),
  ],
  uniqueKeys: ({ customId }) =>
    customId === null ? [] : [{ key: `scope:${customId}`, field: 'customId', fault: message('fault.taken.customId'), status: 'invalid' }],
});
