/** The values of global variables: what one is when nobody gave it, and what becomes of it when the type changes ([Variables]). */
import type { StoryRecord } from './kinds/kinds.ts';

export type VariableType = StoryRecord<'variable'>['type'];

/** [Variables] default values when omitted. */
export const defaultVariableValues: Readonly<Record<string, unknown>> = { string: '', integer: 0, float: 0, boolean: false };

/** [Variables] with only a type the value is kept where it can be read as one of the new type; else it comes back as it is. */
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
