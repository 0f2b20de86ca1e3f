/** What of a record can be found: its names, its texts in each language, its scripts. Pure. */

import { type Message, message } from '../../../shared/messages/message.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { listScriptSources } from '../../../shared/rich-text/blocks.ts';
import { decodeEntities } from '../../../shared/rich-text/decode-entities.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';

export type ContentType = 'name' | 'text' | 'script';
export interface SearchableText {
  readonly field: string;
  readonly locale: string | null;
  readonly holds: ContentType;
  readonly text: string;
}

const nameFields = new Set(['title', 'name']);
/** The roots of the trees and the root's name are nobody's words. */
const isRoot = ({ parentId, type }: AnyRecord): boolean => parentId === null && type === 'folder';

export function searchableTexts(record: AnyRecord): SearchableText[] {
  if (isRoot(record)) return [];
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

/** The words of a stored text without scripts. It is in canonical form, so that its tags need not be read to be left out: that is ten times as fast. */
export const visibleText = (html: string): string =>
  decodeEntities(html.replace(/<br>|<\/?(?:p|ul|ol|li|pre|blockquote)\b[^>]*>/g, '\n').replace(/<[^>]*>/g, ''))
    .replace(/\n{2,}/g, '\n')
    .trim();

function plainTextValue(value: unknown): unknown {
  const { type, plain, data } = value as { type?: unknown; plain?: unknown; data?: unknown };
  return type === 'string' && plain === true ? data : undefined;
}

/** The kinds that one looks for, by what a writer calls them. What belongs to a record is found with it. */
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

/** The board a record is on, itself if it is one; null for what is on none. */
export function boardIdOf(project: Project, record: AnyRecord): string | null {
  if (record.kind === 'board') return record.id;
  if (typeof record.boardId === 'string') return record.boardId;
  const owner = record.branchId ?? record.cId ?? record.elementId ?? record.commentId;
  const held = typeof owner === 'string' ? project.get(owner) : undefined;
  return held ? boardIdOf(project, held) : null;
}
