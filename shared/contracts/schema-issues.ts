/** The issues of a schema as messages by field path. Users never read a text of zod. */
import type { z } from 'zod';
import { type Message, message } from '../messages/message.ts';
import { readSchemaError } from '../messages/schema-error.ts';

type SchemaResult<T> = { readonly success: true; readonly data: T } | { readonly success: false; readonly faults: SchemaFault[] };

/** `field` is the first step of the path, in which keys may contain dots. */
type SchemaFault = [path: string, fault: Message, field: string];

/** The first fault of each path. */
export function schemaFaultsByPath(faults: readonly SchemaFault[]): Record<string, Message> {
  const first = new Map<string, Message>();
  for (const [path, fault] of faults) if (!first.has(path)) first.set(path, fault);
  return Object.fromEntries(first);
}

/** The parsed value, or every issue by its field path; `whole` is the path of the value itself. */
export function parseWithFaults<S extends z.ZodType>(schema: S, value: unknown, whole = 'fields'): SchemaResult<z.output<S>> {
  const parsed = safeParseJson(schema, value);
  return parsed.success ? parsed : { success: false, faults: listSchemaIssues(parsed.error, whole) };
}

/**
 * `schema.safeParse` for values from outside: it never throws. zod compares the `length` of anything that has one, even if it has found an object instead of
 * a text. A length that cannot be converted to a number throws there, as in `{ "length": { "toString": "x", "valueOf": 1 } }`; without it the
 * object is the same fault.
 */
export function safeParseJson<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value, reportInput);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return schema.safeParse(withoutObjectLengths(value), reportInput);
  }
}

function withoutObjectLengths(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutObjectLengths);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'length' && typeof inner === 'object' ? null : withoutObjectLengths(inner)]),
  );
}

/** With the input, an issue shows whether a value is missing or of another type. */
const reportInput = { reportInput: true } as const;

function listSchemaIssues(error: z.ZodError, whole: string): SchemaFault[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key): SchemaFault => [[...issue.path, key].join('.'), message('fault.unknownField'), String(issue.path[0] ?? key)])
      : [[issue.path.join('.') || whole, formatSchemaIssue(issue), String(issue.path[0] ?? whole)]],
  );
}

/** An issue that `safeParseJson` has found. */
export function formatSchemaIssue(issue: z.core.$ZodIssue): Message {
  const own = readSchemaError(issue.message);
  if (own) return own;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? message('fault.required') : typeFault(issue.expected);
    case 'invalid_value':
      return message('fault.oneOf', { values: issue.values.map(String).join(', ') });
    case 'too_big':
      return tooBigFault(issue);
    case 'too_small':
      return tooSmallFault(issue);
    case 'invalid_format':
      return message('fault.format', { format: issue.format });
    case 'not_multiple_of':
      return message('fault.multipleOf', { divisor: issue.divisor });
    case 'unrecognized_keys':
      return message('fault.unknownFields', { names: issue.keys.join(', ') });
    case 'invalid_union':
      return message('fault.unknownForm');
    case 'invalid_key':
      return message('fault.unknownName');
    case 'invalid_element':
    case 'custom':
      return message('fault.invalidValue');
  }
}

function typeFault(expected: string): Message {
  switch (expected) {
    case 'string':
      return message('fault.type.text');
    case 'number':
      return message('fault.type.number');
    case 'int':
      return message('fault.type.integer');
    case 'boolean':
      return message('fault.type.boolean');
    case 'array':
      return message('fault.type.list');
    case 'object':
    case 'record':
      return message('fault.type.object');
    default:
      return message('fault.type.other', { type: expected });
  }
}

function tooBigFault({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Message {
  const params = { maximum: Number(maximum) };
  if (origin === 'string') return message('fault.atMost.characters', params);
  if (origin === 'array') return message('fault.atMost.entries', params);
  return inclusive === false ? message('fault.lessThan', params) : message('fault.atMost.number', params);
}

function tooSmallFault({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Message {
  const params = { minimum: Number(minimum) };
  if (inclusive === false) return message('fault.moreThan', params);
  if (origin === 'string') return message('fault.atLeast.characters', params);
  return origin === 'array' ? message('fault.atLeast.entries', params) : message('fault.atLeast.number', params);
}
