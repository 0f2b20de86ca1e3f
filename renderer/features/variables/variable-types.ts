/** The types of variables in a writer's words, and what becomes of a value when the type changes ([Variables]). Pure. */

import { isVariableValueOfType } from '../../../shared/model/kinds/variable.ts';
import { convertVariableValue, defaultVariableValues, type VariableType } from '../../../shared/model/variable-value.ts';
import { t } from '../../messages/translate.ts';

export const variableTypeOptions = (): readonly { readonly id: VariableType; readonly label: string }[] => [
  { id: 'string', label: t('variables.text') },
  { id: 'integer', label: t('variables.wholeNumber') },
  { id: 'float', label: t('variables.decimalNumber') },
  { id: 'boolean', label: t('variables.yesOrNo') },
];

type PlainValue = string | number | boolean;

/** What is sent for another type: the type alone where the service keeps the value, else with the empty value of that type, and what is lost in words. */
export function convertToType(
  value: PlainValue,
  type: VariableType,
): { fields: { type: VariableType; value?: PlainValue }; lost: string | null } {
  if (isVariableValueOfType[type](convertVariableValue(value, type))) return { fields: { type }, lost: null };
  const empty = defaultVariableValues[type];
  const fresh = typeof empty === 'boolean' || typeof empty === 'number' ? empty : '';
  return { fields: { type, value: fresh }, lost: t('variables.typeChange.becomes', { value: String(value), fresh: valueLabel(fresh) }) };
}

export const valueLabel = (value: PlainValue): string =>
  value === true ? t('variables.value.yes') : value === false ? t('variables.value.no') : String(value);
