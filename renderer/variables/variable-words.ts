/** The types of variables in a writer's words, and what becomes of a value when the type changes ([Variables]). Pure. */
import { fits } from '../../shared/kinds/variable.ts';
import { convertedValue, emptyValue, type VariableType } from '../../shared/variable-value.ts';
import { variablesWords } from '../words/en/variables.ts';

export const variableTypes: readonly { readonly id: VariableType; readonly label: string }[] = [
  { id: 'string', label: variablesWords.text },
  { id: 'integer', label: variablesWords.wholeNumber },
  { id: 'float', label: variablesWords.decimalNumber },
  { id: 'boolean', label: variablesWords.yesOrNo },
];

type Value = string | number | boolean;

/** What is sent for another type: the type alone where the service keeps the value, else with the empty value of that type, and what is lost in words. */
export function retyped(value: Value, type: VariableType): { fields: { type: VariableType; value?: Value }; lost: string | null } {
  if (fits[type](convertedValue(value, type))) return { fields: { type }, lost: null };
  const empty = emptyValue[type];
  const fresh = typeof empty === 'boolean' || typeof empty === 'number' ? empty : '';
  return { fields: { type, value: fresh }, lost: variablesWords.becomes(String(value), wordFor(fresh)) };
}

export const wordFor = (value: Value): string =>
  value === true ? variablesWords.yes : value === false ? variablesWords.no : String(value);
