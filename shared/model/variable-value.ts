/** The values of global variables: their defaults, and their conversion when the type changes ([Variables]). */
import type { StoryRecord } from './kinds/kinds.ts';

export type VariableType = StoryRecord<'variable'>['type'];

/** [Variables] default values when omitted. */
const initialValues: Readonly<Record<VariableType, string | number | boolean>> = { string: '', integer: 0, float: 0, boolean: false };
export const initialValueOf = (type: VariableType): string | number | boolean => initialValues[type];
/** The same by the name of a type that may be none. */
export const defaultVariableValues: Readonly<Record<string, unknown>> = initialValues;

/** [Variables] converts a value to a new type if it can be read as one; else returns it unchanged, and the kind's rule refuses it. */
export function convertVariableValue(value: unknown, type: string): unknown {
  const text = String(value).trim();
  const number = typeof value === 'boolean' ? Number(value) : Number(text);
  if (type === 'string') return String(value);
  if (text === '') return defaultVariableValues[type];
  if (type === 'float' && Number.isFinite(number)) return number;
  if (type === 'integer' && Number.isSafeInteger(number)) return number;
  if (type === 'boolean' && ['true', 'false', '1', '0'].includes(text)) return text === 'true' || text === '1';
  return value;
}
