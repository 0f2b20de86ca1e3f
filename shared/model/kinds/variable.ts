import { message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import { isValidVariableName } from '../../script/identifiers.ts';
import { defineField, defineKind } from './define-kind.ts';
import { idSchemaFactory } from './field-schemas.ts';

/** As deep as the trees of boards and components (G33). */
const maxFolders = 200;

/** A global variable of the story's scripts. Board-scoped ones are attributes of boards. */
export const variable = defineKind({
  kind: 'variable',
  plural: 'variables',
  label: 'variable',
  fields: {
    name: defineField((z) => z.string().refine(isValidVariableName, schemaError(message('fault.variableName.rules'))), { api: 'create' }),
    type: defineField((z) => z.enum(['string', 'integer', 'float', 'boolean']), {
      default: 'string',
      mergesWith: 'value',
      export: 'always',
    }),
    value: defineField((z) => z.union([z.string(), z.number(), z.boolean()]), {
      api: {
        access: 'write',
        isRequired: false,
        bodySchema: (z) => z.union([z.string(), z.number(), z.boolean()], { error: schemaError(message('fault.variable.value')) }),
      },
      export: 'custom',
    }),
    /** The folders of the imported file that contain it, outermost first (kind-codecs.ts of the story format). */
    folders: defineField((z) => z.array(z.strictObject({ id: idSchemaFactory(z), name: z.string().nullable() })).max(maxFolders), {
      default: [],
      isImmutable: true,
      api: { access: 'none', shown: 'never' },
      sync: 'local',
      export: 'custom',
    }),
  },
  orders: [{ parentField: null, list: 'variables', rankField: 'rank' }],
  recordRules: [
    ({ type, value }) => (isVariableValueOfType[type](value) ? undefined : { value: message('fault.variable.typeMismatch', { type }) }),
  ],
  uniqueKeys: ({ name }) => [{ key: `variable:${name}`, field: 'name', fault: message('fault.taken.projectVariable'), status: 'invalid' }],
});

/** Whether a value is one of a type. */
export const isVariableValueOfType = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isSafeInteger(value),
  float: (value: unknown) => Number.isFinite(value),
  boolean: (value: unknown) => typeof value === 'boolean',
};
