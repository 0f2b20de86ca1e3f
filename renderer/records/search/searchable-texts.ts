/** The searchable texts of a record: names, texts in each language, scripts, and local comments. Pure. */

import { isJsonObject } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import { listLocalComments } from '../../../shared/model/local-comments.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { listScriptSources } from '../../../shared/rich-text/blocks.ts';
import { decodeEntities } from '../../../shared/rich-text/html.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';

export type ContentType = 'name' | 'text' | 'script';
export interface SearchableText {
  readonly field: string;
  readonly locale: string | null;
  readonly holds: ContentType;
  readonly text: string;
  /** For the text of a local comment. */
  readonly localCommentId?: string;
}

const nameFields = new Set(['title', 'name']);
/** The names of the tree roots are not written by users, so they are not searchable. */
const isRoot = ({ parentId, type }: AnyRecord): boolean => parentId === null && type === 'folder';

export const searchableTexts = (record: AnyRecord): SearchableText[] => [
  ...(isRoot(record) ? [] : ownTexts(record)),
  ...listLocalComments(record).map(
    ([localCommentId, { text }]): SearchableText => ({ field: 'localComments', locale: null, holds: 'text', text, localCommentId }),
  ),
];

function ownTexts(record: AnyRecord): SearchableText[] {
  const parts: SearchableText[] = [];
  const add = (field: string, locale: string | null, holds: ContentType, text: string) => {
    if (text !== '') parts.push({ field, locale, holds, text });
  };
  for (const { field, locale, text, rule } of textsOfRecord(record)) {
    if (rule.format === 'script') add(field, locale, 'script', parseConditionSource(text).text);
    else if (rule.format === 'plain') add(field, locale, 'name', text);
    else {
      const hasScripts = text.includes('<code');
      add(field, locale, nameFields.has(field) ? 'name' : 'text', hasScripts ? richTextToPlainText(text) : visibleText(text));
      if (hasScripts) for (const { source } of listScriptSources(text)) add(field, locale, 'script', source.trim());
    }
  }
  if (record.kind === 'variable' || record.kind === 'attribute') {
    if (typeof record.name === 'string') add('name', null, 'name', record.name);
    const value = record.kind === 'variable' ? record.value : plainTextValue(record.value);
    if (typeof value === 'string') add('value', null, 'text', value);
  }
  if (typeof record.customId === 'string') add('customId', null, 'name', record.customId);
  return parts;
}

/** The text of canonical rich text without scripts. Removing the tags without parsing them is ten times as fast. */
export const visibleText = (html: string): string =>
  decodeEntities(html.replace(/<br>|<\/?(?:p|ul|ol|li|pre|blockquote)\b[^<>]*>/g, '\n').replace(/<[^<>]*>/g, ''))
    .replace(/\n{2,}/g, '\n')
    .trim();

const plainTextValue = (value: unknown): unknown =>
  isJsonObject(value) && value.type === 'string' && value.plain === true ? value.data : undefined;

/** The kinds that can be searched for, with their labels. Child records are found with their owner. */
export const kindGroups = {
  element: { label: message('find.elements'), kinds: ['element'] },
  note: { label: message('find.notes'), kinds: ['note'] },
  branch: { label: message('find.branches'), kinds: ['condition'] },
  connection: { label: message('find.connections'), kinds: ['connection'] },
  board: { label: message('find.boards'), kinds: ['board'] },
  component: { label: message('find.components'), kinds: ['component'] },
  attribute: { label: message('find.attributes'), kinds: ['attribute'] },
  variable: { label: message('find.variables'), kinds: ['variable'] },
  asset: { label: message('find.assets'), kinds: ['asset'] },
  comment: { label: message('find.comments'), kinds: ['comment', 'reply'] },
} as const satisfies Record<string, { label: Message; kinds: readonly KindName[] }>;
export type KindGroup = keyof typeof kindGroups;
export const isKindGroup = (id: string): id is KindGroup => Object.hasOwn(kindGroups, id);

/** The kind that a text is searched as. Local comments are found among the comments, not among the kind of their record. */
export const searchedKind = ({ kind }: AnyRecord, { localCommentId }: SearchableText): KindName =>
  localCommentId === undefined ? kind : 'comment';
