/** What a hit says on screen: where it is, what holds it, and the words around the place. Pure. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { nameOf } from '../state/use-words.ts';
import { findWords } from '../words/en/find.ts';
import type { Range } from './matching.ts';
import { boardOf, type Part } from './parts.ts';
import type { Hit } from './text-index.ts';

const titles: Readonly<Record<string, string>> = {
  element: findWords.element,
  note: findWords.note,
  condition: findWords.branch,
  connection: findWords.connection,
  board: findWords.board,
  component: findWords.component,
  attribute: findWords.attribute,
  variable: findWords.variable,
  asset: findWords.asset,
  comment: findWords.comment,
  reply: findWords.reply,
};
const elsewhere: Readonly<Record<string, string>> = {
  component: findWords.components,
  attribute: findWords.components,
  variable: findWords.variables,
  asset: findWords.assets,
};

/** The heading a hit stands under: its board, else the tree it is in. */
export function groupOf(project: Project, record: AnyRecord): string {
  const board = boardOf(project, record);
  return board === null ? (elsewhere[record.kind] ?? findWords.story) : project.find('board', board)?.name || findWords.untitledBoard;
}

/** `Element The door`, `Attribute mood of Maren`. */
export function whoHolds(project: Project, record: AnyRecord): string {
  const kind = titles[record.kind] ?? findWords.story;
  const owner = record.branchId ?? record.commentId ?? record.cId;
  if (record.kind === 'attribute')
    return findWords.ofOwner(kind, String(record.name ?? ''), nameOf(project, String(owner)) || findWords.untitled);
  if (record.kind === 'connection')
    return findWords.from(kind, nameOf(project, sourceOf(project, String(record.sourceid))) || findWords.untitled);
  const name = record.kind === 'variable' || record.kind === 'asset' ? String(record.name) : nameOf(project, record.id);
  return name === '' ? kind : `${kind} ${name}`;
}

const sourceOf = (project: Project, id: string): string => project.find('condition', id)?.branchId ?? id;

const fields: Readonly<Record<string, string>> = {
  title: 'title',
  content: 'content',
  label: 'label',
  script: 'condition',
  value: 'value',
  customId: 'identifier',
  name: 'name',
};

/** `title`, `content, script (de)`. */
export function fieldOf({ field, holds, locale }: Part, showLocale: boolean): string {
  const words = fields[field] ?? field;
  const script = holds === 'script' && field !== 'script' ? findWords.script(words) : words;
  return showLocale && locale !== null ? `${script} (${locale})` : script;
}

export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}
const BEFORE = 36;
const LONGEST = 150;

/** The beginning of the word at a place; the place itself in what has no words for so long. */
function wordBefore(text: string, place: number): number {
  const longest = 24;
  for (let at = place; at > Math.max(0, place - longest); at--) if (/\s/.test(text[at - 1] ?? '')) return at;
  return place <= longest ? 0 : place;
}

/** The words around the first place, on one line, with every place in them marked. */
export function contextOf({ part: { text }, ranges }: Pick<Hit, 'part' | 'ranges'>): Piece[] {
  const [first] = ranges;
  const start = first && first[0] > BEFORE ? wordBefore(text, first[0] - BEFORE) : 0;
  const end = Math.min(text.length, start + LONGEST);
  const pieces: Piece[] = [];
  let next = start;
  const add = (to: number, isHit: boolean) => {
    if (to > next) pieces.push({ text: text.slice(next, to).replace(/\s+/g, ' '), isHit });
    next = Math.max(next, to);
  };
  if (start > 0) pieces.push({ text: '… ', isHit: false });
  for (const [from, to] of ranges.filter((range: Range) => range[0] < end)) {
    add(from, false);
    add(Math.min(to, Math.max(end, from + 1)), true);
  }
  add(end, false);
  if (end < text.length) pieces.push({ text: ' …', isHit: false });
  return pieces;
}
