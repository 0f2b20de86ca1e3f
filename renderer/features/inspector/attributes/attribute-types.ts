/** The seven types of attributes in a writer's words, and who may have which ([Attribute]). */

import type { AttributeValue, AttributeValueType } from '../../../../shared/model/kinds/attribute-value.ts';
import type { KindName, StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { attributesMessages } from '../../../messages/en/attributes.ts';

type AttributeOwnerType = StoryRecord<'attribute'>['cType'];

export const valueTypeLabels: Readonly<Record<AttributeValueType, { readonly label: string; readonly description: string }>> = {
  string: { label: attributesMessages.plainText, description: attributesMessages.aFewWordsWithout },
  'rich-text': { label: attributesMessages.formattedText, description: 'paragraphs, bold, links, mentions' },
  'component-list': { label: attributesMessages.listOfComponents, description: 'characters, places, things' },
  'asset-list': { label: attributesMessages.listOfAssets, description: 'pictures, sounds, films' },
  boolean: { label: attributesMessages.yesOrNo, description: attributesMessages.aSwitch },
  integer: { label: attributesMessages.wholeNumber, description: attributesMessages.suchAs3 },
  float: { label: attributesMessages.decimalNumber, description: attributesMessages.suchAs05 },
};

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

const ownerTypes: Partial<Record<KindName, AttributeOwnerType>> = { board: 'boards', element: 'elements', component: 'components' };
export const attributeOwnerType = (kind: KindName | undefined): AttributeOwnerType | undefined => kind && ownerTypes[kind];

/** What a new one of a type holds ([Attribute] defaults). */
export function emptyValueOf(type: AttributeValueType): AttributeValue {
  if (type === 'string' || type === 'rich-text') return { type: 'string', plain: type === 'string', data: null };
  if (type === 'component-list' || type === 'asset-list') return { type, data: null };
  return type === 'boolean' ? { type, data: false } : { type, data: 0 };
}
