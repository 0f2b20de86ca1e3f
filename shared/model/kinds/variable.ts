import { isValidVariableName } from '../identifiers.ts';
import { defineField, defineKind } from './define-kind.ts';

/** A global variable of the story's scripts. Board-scoped ones are attributes of boards. */
export const variable = defineKind({
  kind: 'variable',
  plural: 'variables',
  label: 'variable',
  fields: {
    name: defineField(
      (z) =>
        z
          .string()
          .refine(isValidVariableName, 'must start with a letter, $ or _, go on with letters, digits and _, and not be a reserved word'),
      { api: 'create' },
    ),
    type: defineField((z) => z.enum(['string', 'integer', 'float', 'boolean']), {
      default: 'string',
      mergesWith: 'value',
      export: 'always',
    }),
    value: defineField((z) => z.union([z.string(), z.number(), z.boolean()]), {
      api: {
        access: 'write',
        isRequired: false,
        bodySchema: (z) => z.union([z.string(), z.number(), z.boolean()], { error: 'must be text, a number, true or false' }),
      },
      export: 'custom',
    }),
  },
  orders: [{ parentField: null, list: 'variables', rankField: 'rank' }],
  recordRules: [({ type, value }) => (isVariableValueOfType[type](value) ? undefined : { value: `does not fit the type ${type}` })],
  uniqueKeys: ({ name }) => [
    { key: `variable:${name}`, field: 'name', message: 'is already a variable of the project', status: 'invalid' },
  ],
});

/** Whether a value is one of a type. */
export const isVariableValueOfType = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isSafeInteger(value),
  float: (value: unknown) => Number.isFinite(value),
  boolean: (value: unknown) => typeof value === 'boolean',
};
