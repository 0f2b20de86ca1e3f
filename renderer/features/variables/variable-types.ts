/** Labels of the variable types, and the conversion of a value to another type ([Variables]). Pure. */

import { isVariableValueOfType } from '../../../shared/model/kinds/variable.ts';
import { convertVariableValue, defaultVariableValues, type VariableType } from '../../../shared/model/variable-value.ts';
import type { PlainValue } from '../../../shared/play/script-value.ts';
import { t } from '../../messages/translate.ts';

export const variableTypeOptions = (): readonly { readonly id: VariableType; readonly label: string }[] => [
  { id: 'string', label: t('variables.types.text') },
  { id: 'integer', label: t('variables.types.integer') },
  { id: 'float', label: t('variables.types.decimal') },
  { id: 'boolean', label: t('variables.types.boolean') },
];

/** The fields to save for another type: only the type if the value can be converted, else also an empty value; `lost` describes the loss. */
export function convertToType(
  value: PlainValue,
  type: VariableType,
): { fields: { type: VariableType; value?: PlainValue }; lost: string | null } {
  if (isVariableValueOfType[type](convertVariableValue(value, type))) return { fields: { type }, lost: null };
  const empty = defaultVariableValues[type];
  const fresh = typeof empty === 'boolean' || typeof empty === 'number' ? empty : '';
  return { fields: { type, value: fresh }, lost: t('variables.typeChange.becomes', { value: String(value), fresh: valueLabel(fresh) }) };
}

function valueLabel(value: PlainValue): string {
  if (typeof value === 'boolean') return value ? t('variables.value.yes') : t('variables.value.no');
  return String(value);
}
