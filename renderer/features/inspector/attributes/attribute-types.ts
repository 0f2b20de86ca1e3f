/** Labels of the seven attribute types, and which owners may have which types ([Attribute]). */

import type { AttributeValue, AttributeValueType } from '../../../../shared/model/kinds/attribute-value.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { t } from '../../../messages/translate.ts';
import type { AttributeOwnerType } from './attribute-owner-type.ts';

export type Attribute = StoryRecord<'attribute'>;

export const valueTypeLabels = (): Readonly<Record<AttributeValueType, { readonly label: string; readonly description: string }>> => ({
  string: { label: t('attributes.types.plainText'), description: t('attributes.types.plainTextHint') },
  'rich-text': { label: t('attributes.types.formattedText'), description: t('attributes.types.formattedTextHint') },
  'component-list': { label: t('attributes.types.components'), description: t('attributes.types.componentsHint') },
  'asset-list': { label: t('attributes.types.assets'), description: t('attributes.types.assetsHint') },
  boolean: { label: t('attributes.types.boolean'), description: t('attributes.types.booleanHint') },
  integer: { label: t('attributes.types.integer'), description: t('attributes.types.integerHint') },
  float: { label: t('attributes.types.decimal'), description: t('attributes.types.decimalHint') },
});

/** Both text formats are stored as `string`. */
export const valueTypeOf = (value: AttributeValue): AttributeValueType =>
  value.type === 'string' && !value.plain ? 'rich-text' : value.type;

const elementValueTypes: readonly AttributeValueType[] = ['string', 'rich-text', 'component-list', 'asset-list'];
const allValueTypes: readonly AttributeValueType[] = [...elementValueTypes, 'boolean', 'integer', 'float'];
export const valueTypesFor = (owner: AttributeOwnerType): readonly AttributeValueType[] =>
  owner === 'elements' ? elementValueTypes : allValueTypes;

/** On boards and components these are variables of the scripts and need a script ID. */
export const isVariableType = (type: AttributeValueType): boolean => !['rich-text', 'component-list', 'asset-list'].includes(type);
export const needsScriptId = (owner: AttributeOwnerType, type: AttributeValueType): boolean => owner !== 'elements' && isVariableType(type);

/** The default value of each type ([Attribute]). */
export function emptyValueOf(type: AttributeValueType): AttributeValue {
  if (type === 'string' || type === 'rich-text') return { type: 'string', plain: type === 'string', data: null };
  if (type === 'component-list' || type === 'asset-list') return { type, data: null };
  return type === 'boolean' ? { type, data: false } : { type, data: 0 };
}
