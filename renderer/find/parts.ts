/** What of a record can be found: its names, its texts in each language, its scripts. Pure. */
import type { AnyRecord, KindName } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { textsOf } from '../../shared/references.ts';
import { codeBlocks } from '../../shared/rich-text/blocks.ts';
import { codeOfCondition } from '../../shared/rich-text/code.ts';
import { readEntities } from '../../shared/rich-text/entities.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { findWords } from '../words/en/find.ts';

export type Holds = 'name' | 'text' | 'script';
export interface Part {
  readonly field: string;
  readonly locale: string | null;
  readonly holds: Holds;
  readonly text: string;
}

const named = new Set(['title', 'name']);
/** The roots of the trees and the root's name are nobody's words. */
const isRoot = ({ parentId, type }: AnyRecord): boolean => parentId === null && type === 'folder';

export function partsOf(record: AnyRecord): Part[] {
  if (isRoot(record)) return [];
  const parts: Part[] = [];
  const add = (field: string, locale: string | null, holds: Holds, text: string) => {
    if (text !== '') parts.push({ field, locale, holds, text });
  };
  for (const { field, locale, text, rule } of textsOf(record)) {
    if (rule.holds === 'script') add(field, locale, 'script', codeOfCondition(text).source);
    else if (rule.holds === 'plain') add(field, locale, 'name', text);
    else {
      const hasScripts = text.includes('<code');
      add(field, locale, named.has(field) ? 'name' : 'text', hasScripts ? plainText(text) : wordsOf(text));
      if (hasScripts) for (const { source } of codeBlocks(text)) add(field, locale, 'script', source.trim());
    }
  }
  if (record.kind === 'variable' || record.kind === 'attribute') {
    if (typeof record.name === 'string') add('name', null, 'name', record.name);
    const value = record.kind === 'variable' ? record.value : plainValue(record.value);
    if (typeof value === 'string') add('value', null, 'text', value);
  }
  if (typeof record.customId === 'string') add('customId', null, 'name', record.customId);
  return parts;
}

/** The words of a stored text without scripts. It is in canonical form, so that its tags need not be read to be left out: that is ten times as fast. */
export const wordsOf = (html: string): string =>
  readEntities(html.replace(/<br>|<\/?(?:p|ul|ol|li|pre|blockquote)\b[^>]*>/g, '\n').replace(/<[^>]*>/g, ''))
    .replace(/\n{2,}/g, '\n')
    .trim();

function plainValue(value: unknown): unknown {
  const { type, plain, data } = value as { type?: unknown; plain?: unknown; data?: unknown };
  return type === 'string' && plain === true ? data : undefined;
}

/** The kinds that one looks for, by what a writer calls them. What belongs to a record is found with it. */
export const kindGroups = {
  element: { label: findWords.elements, kinds: ['element'] },
  note: { label: findWords.notes, kinds: ['note'] },
  branch: { label: findWords.branches, kinds: ['condition'] },
  connection: { label: findWords.connections, kinds: ['connection'] },
  board: { label: findWords.boards, kinds: ['board'] },
  component: { label: findWords.components, kinds: ['component'] },
  attribute: { label: findWords.attributes, kinds: ['attribute'] },
  variable: { label: findWords.variables, kinds: ['variable'] },
  asset: { label: findWords.assets, kinds: ['asset'] },
  comment: { label: findWords.comments, kinds: ['comment', 'reply'] },
} as const satisfies Record<string, { label: string; kinds: readonly KindName[] }>;
export type KindGroup = keyof typeof kindGroups;

/** The board a record is on, itself if it is one; null for what is on none. */
export function boardOf(project: Project, record: AnyRecord): string | null {
  if (record.kind === 'board') return record.id;
  if (typeof record.boardId === 'string') return record.boardId;
  const owner = record.branchId ?? record.cId ?? record.elementId ?? record.commentId;
  const held = typeof owner === 'string' ? project.at(owner) : undefined;
  return held ? boardOf(project, held) : null;
}
