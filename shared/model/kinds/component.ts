import { message } from '../../messages/message.ts';
import { defineField, defineKind } from './define-kind.ts';
import {
  componentCoverField,
  customIdSchemaFactory,
  localizedTextField,
  translationStatusField,
  treeParentField,
} from './field-schemas.ts';

/** A component (a character, place or thing of the story) or a folder of them. The root folder has no parent. */
export const component = defineKind({
  kind: 'component',
  plural: 'components',
  label: 'component',
  fields: {
    parentId: treeParentField('component'),
    type: defineField((z) => z.enum(['component', 'folder']), {
      default: 'component',
      api: { access: 'create', shown: 'list' },
      export: 'never',
    }),
    name: localizedTextField('plain', { whenEmpty: 'text' }),
    /** Generated from the name when the component is created. */
    customId: defineField(customIdSchemaFactory, { default: null, isImmutable: true, api: 'none', export: 'custom' }),
    cover: componentCoverField,
    status: translationStatusField,
  },
  orders: [{ parentField: 'parentId', list: 'components', rankField: 'rank' }],
  recordRules: [
    ({ type, cover }) => (type === 'folder' && cover !== null ? { cover: message('fault.folder.noCover') } : undefined),
    ({ type, customId }) => (type === 'folder' && customId !== null ? { customId: message('fault.folder.noCustomId') } : undefined),
  ],
  uniqueKeys: ({ customId }) =>
    customId === null ? [] : [{ key: `scope:${customId}`, field: 'customId', fault: message('fault.taken.customId'), status: 'invalid' }],
});
