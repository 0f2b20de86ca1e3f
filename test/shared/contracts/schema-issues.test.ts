/** Errors of a schema become messages of the catalogue: users never read a text of zod. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseWithFaults } from '../../../shared/contracts/schema-issues.ts';
import { t } from '../../../shared/messages/english.ts';
import { isMessage, message } from '../../../shared/messages/message.ts';
import { schemaError } from '../../../shared/messages/schema-error.ts';

function faultsOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const parsed = parseWithFaults(schema, value);
  if (parsed.success) return {};
  expect(parsed.faults.every(([, fault]) => isMessage(fault))).toBe(true);
  return Object.fromEntries(parsed.faults.map(([path, fault]) => [path, t(fault)]));
}

type IssueCode = z.core.$ZodIssue['code'];

/** At least one schema and value for each code of zod. If a newer zod has another code, the type check fails here. */
const examples: Readonly<Record<IssueCode, readonly (readonly [schema: z.ZodType, value: unknown, fault: string])[]>> = {
  invalid_type: [
    [z.string(), undefined, 'is required'],
    [z.string(), 1, 'must be text'],
    [z.number(), '1', 'must be a number'],
    [z.int(), 1.5, 'must be an integer'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.strictObject({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 'a', 'must be an object'],
    [z.date(), 'a', 'must be date'],
  ],
  invalid_value: [[z.enum(['a', 'b']), 'c', 'must be one of a, b']],
  too_big: [
    [z.string().max(1), 'ab', 'must have at most 1 characters'],
    [z.array(z.int()).max(1), [1, 2], 'must have at most 1 entries'],
    [z.number().max(40_000), 40_001, 'must be at most 40000'],
    [z.number().lt(3), 3, 'must be less than 3'],
  ],
  too_small: [
    [z.string().min(2), 'a', 'must have at least 2 characters'],
    [z.array(z.int()).min(1), [], 'must have at least 1 entries'],
    [z.number().min(0), -1, 'must be at least 0'],
    [z.number().positive(), 0, 'must be more than 0'],
  ],
  invalid_format: [[z.email(), 'a', 'must be a valid email']],
  not_multiple_of: [[z.number().multipleOf(5), 7, 'must be a multiple of 5']],
  unrecognized_keys: [[z.strictObject({}), { a: 1 }, 'is not a known field']],
  invalid_union: [[z.union([z.string(), z.number()]), true, 'has an unknown format']],
  invalid_key: [[z.record(z.string().min(3), z.int()), { ab: 1 }, 'is not a valid name']],
  invalid_element: [[z.map(z.object(), z.int()), new Map([[{}, 'a']]), 'is not valid']],
  custom: [
    [z.string().refine(() => false), 'a', 'is not valid'],
    [
      z.string().refine(() => false, schemaError(message('fault.insideCanvas', { maximum: 7 }))),
      'a',
      'must be at most 7 so that the item is inside the canvas',
    ],
  ],
};

describe('an issue of a schema', () => {
  const rows = Object.entries(examples).flatMap(([code, each]) => each.map((example) => [code, ...example] as const));
  test.each(rows)('of the code %s becomes a message', (code, schema, value, fault) => {
    expect(schema.safeParse(value).error?.issues.map((issue) => issue.code)).toEqual([code]);
    expect(Object.values(faultsOf(schema, value))).toEqual([fault]);
  });

  test('of any code may have an error of its own', () => {
    const error = schemaError(message('fault.variable.value'));
    for (const schema of [z.union([z.string(), z.boolean()], { error }), z.string(error), z.int({ error }).min(5, error)])
      expect(faultsOf(schema, 1)).toEqual({ fields: 'must be text, a number, true or false' });
  });

  test('is found at its path, and unknown fields at theirs', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ name: z.string().min(1) })) });
    expect(faultsOf(schema, { list: [{ name: '' }, {}], more: 1, other: 2 })).toEqual({
      'list.0.name': 'must have at least 1 characters',
      'list.1.name': 'is required',
      more: 'is not a known field',
      other: 'is not a known field',
    });
  });
});

test('[G3] an object instead of a text is a fault, whatever its length is', () => {
  const odd = { length: { toString: 'x', valueOf: 1 } };
  const schema = z.strictObject({ id: z.string().min(1).max(255), list: z.array(z.string().max(5)) });
  const read = parseWithFaults(schema, { id: odd, list: ['a', odd] });
  expect(read.success ? [] : [...new Set(read.faults.map(([path]) => path))].sort()).toEqual(['id', 'list.1']);
});
