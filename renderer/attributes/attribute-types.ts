/** The seven types of attributes in a writer's words, and who may have which ([Attribute]). */
import type { KindName, StoryRecord } from '../../shared/kinds/all.ts';
import type { AttributeValue, ValueType } from '../../shared/kinds/attribute-value.ts';
import { attributesWords } from '../words/en/attributes.ts';

type Owner = StoryRecord<'attribute'>['cType'];

export const typeWords: Readonly<Record<ValueType, { readonly label: string; readonly says: string }>> = {
  string: { label: attributesWords.plainText, says: attributesWords.aFewWordsWithout },
  'rich-text': { label: attributesWords.formattedText, says: 'paragraphs, bold, links, mentions' },
  'component-list': { label: attributesWords.listOfComponents, says: 'characters, places, things' },
  'asset-list': { label: attributesWords.listOfAssets, says: 'pictures, sounds, films' },
  boolean: { label: attributesWords.yesOrNo, says: attributesWords.aSwitch },
  integer: { label: attributesWords.wholeNumber, says: attributesWords.suchAs3 },
  float: { label: attributesWords.decimalNumber, says: attributesWords.suchAs05 },
};

/** Both text formats are stored as `string`. */
export const typeOf = (value: AttributeValue): ValueType => (value.type === 'string' && !value.plain ? 'rich-text' : value.type);

const ofElements: readonly ValueType[] = ['string', 'rich-text', 'component-list', 'asset-list'];
const ofOthers: readonly ValueType[] = [...ofElements, 'boolean', 'integer', 'float'];
export const typesFor = (owner: Owner): readonly ValueType[] => (owner === 'elements' ? ofElements : ofOthers);

/** On boards and components these are variables of the scripts and need a script ID. */
export const isVariableType = (type: ValueType): boolean => !['rich-text', 'component-list', 'asset-list'].includes(type);
export const needsScriptId = (owner: Owner, type: ValueType): boolean => owner !== 'elements' && isVariableType(type);

const owners: Partial<Record<KindName, Owner>> = { board: 'boards', element: 'elements', component: 'components' };
export const ownerType = (kind: KindName | undefined): Owner | undefined => kind && owners[kind];

/** What a new one of a type holds ([Attribute] defaults). */
export function emptyOf(type: ValueType): AttributeValue {
  if (type === 'string' || type === 'rich-text') return { type: 'string', plain: type === 'string', data: null };
  if (type === 'component-list' || type === 'asset-list') return { type, data: null };
  return type === 'boolean' ? { type, data: false } : { type, data: 0 };
}
