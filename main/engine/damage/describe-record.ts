/** How reports name a damaged record. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';

const titleFields = ['title', 'name', 'label', 'text', 'content'];
const maxTitleLength = 80;

/** The title of the record in any language; empty if it has none. */
export function titleOfRecord(record: AnyRecord): string {
  for (const field of titleFields) {
    const text = firstText(record[field]);
    if (text !== '') return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength - 1)}…` : text;
  }
  return '';
}

function firstText(value: unknown): string {
  if (typeof value === 'string') return richTextToPlainText(value);
  if (typeof value !== 'object' || value === null) return '';
  for (const each of Object.values(value))
    if (typeof each === 'object' && each !== null && 'text' in each && typeof each.text === 'string') return richTextToPlainText(each.text);
  return '';
}

/** The name of the board that contains the record, directly or through its parent; empty if there is none. */
export function boardNameOf({ boardId, parent }: { readonly boardId?: unknown; readonly parent: string | null }, project: Project): string {
  const owner = parent === null ? undefined : project.get(parent);
  const ids = [boardId, owner?.boardId, owner?.kind === 'board' ? owner.id : undefined];
  const board = ids.map((id) => (typeof id === 'string' ? project.find('board', id) : undefined)).find((each) => each !== undefined);
  return board?.name ?? '';
}
