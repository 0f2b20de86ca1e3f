/** The title of a record in messages: its own name or text, else that of the record it belongs to. */

import { richTextStartToPlainText } from '../rich-text/plain-text.ts';
import { isLocalizedText } from './kinds/field-schemas.ts';
import { type AnyRecord, getKind } from './kinds/kinds.ts';
import { type Project, parentIdOf } from './project.ts';

/** In characters. */
const maxTitleLength = 60;

/** The first text of a record; empty if it has none. */
export function recordTitle(record: AnyRecord | undefined, project: Project): string {
  if (!record) return '';
  // One after the other: a content may be long.
  for (const text of [record.title, record.name, record.content, record.label]) {
    const own = plainTextOf(text, project.mainLocale);
    if (own !== '') return shorten(own);
  }
  const script = typeof record.script === 'string' ? richTextStartToPlainText(record.script) || record.script : '';
  return shorten(script === '' ? ownerTitle(record, project) : script);
}

/** The title of a record; that of a branch, which has no text of its own, is its first condition. */
export function itemTitle(record: AnyRecord, project: Project): string {
  const [condition] = record.kind === 'branch' ? project.childIds(record.id, 'conditions') : [];
  return recordTitle(condition === undefined ? record : project.get(condition), project);
}

/** Titles of what contains the record, outermost first, without the root folder. */
export function recordLocation(record: AnyRecord | undefined, project: Project): string[] {
  const titles: string[] = [];
  for (let current = record; current; ) {
    const parent = project.get(parentIdOf(current, getKind(current.kind).orders[0]?.parentField ?? null) ?? '');
    if (!parent || parent.parentId === null) break;
    titles.unshift(recordTitle(parent, project));
    current = parent;
  }
  return titles;
}

function plainTextOf(text: unknown, main: string): string {
  if (typeof text === 'string') return richTextStartToPlainText(text);
  if (!isLocalizedText(text)) return '';
  const [any] = Object.values(text).filter((each) => each?.text);
  return richTextStartToPlainText(text[main]?.text ?? any?.text ?? null);
}

/** Attachments and connections have no text of their own: they get the title of the record they belong to. */
function ownerTitle(record: AnyRecord, project: Project): string {
  for (const field of ['componentId', 'assetId', 'elementId', 'cId', 'sourceid', 'branchId']) {
    const target = project.get(String(record[field] ?? ''));
    if (target && target.id !== record.id && target.kind !== record.kind) return recordTitle(target, project);
  }
  return '';
}

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxTitleLength ? line : `${line.slice(0, maxTitleLength - 1).trimEnd()}…`;
};
