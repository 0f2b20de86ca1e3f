import { z } from 'zod';
import { isValidVariableName } from '../identifiers.ts';
import { defineKind } from './define-kind.ts';

/** A global variable of the story's scripts. Board-scoped ones are attributes of boards. */
export const variable = defineKind({
  kind: 'variable',
  plural: 'variables',
  label: 'variable',
  fields: {
    name: z
      .string()
      .refine(isValidVariableName, 'must start with a letter, $ or _, go on with letters, digits and _, and not be a reserved word'),
    type: z.enum(['string', 'integer', 'float', 'boolean']),
    value: z.union([z.string(), z.number(), z.boolean()]),
  },
  defaults: { type: 'string' },
  orders: [{ parentField: null, list: 'variables', rankField: 'rank' }],
  references: {},
  texts: {},
  recordRules: [({ type, value }) => (isVariableValueOfType[type](value) ? undefined : { value: `does not fit the type ${type}` })],
  uniqueKeys: ({ name }) => [
    { key: `variable:${name}`, field: 'name', message: 'is already a variable of the project', status: 'invalid' },
  ],
  immutableFields: ['name'],
});

/** Whether a value is one of a type. */
export const isVariableValueOfType = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isSafeInteger(value),
  float: (value: unknown) => Number.isFinite(value),
  boolean: (value: unknown) => typeof value === 'boolean',
};
