/**
 * The words of a story by language: what players read, which is titles, contents and labels without their scripts. What was counted
 * of a record stays known as long as the record is the same object. Pure but for what it remembers.
 */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { textsOf } from '../../shared/references.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { wordsIn } from './count-words.ts';

export type Words = ReadonlyMap<string, number>;
export interface StoryCounts {
  readonly story: Words;
  readonly boards: ReadonlyMap<string, Words>;
}

/** So long it counts before the screen has its turn, in milliseconds. */
const SLICE = 8;
const none: Words = new Map();
const kept = new WeakMap<AnyRecord, Words>();

/** The words of one element or connection. */
export function wordsOf(record: AnyRecord): Words {
  if (record.kind !== 'element' && record.kind !== 'connection') return none;
  const known = kept.get(record);
  if (known) return known;
  const counted = new Map<string, number>();
  for (const { locale, text } of textsOf(record))
    if (locale !== null) counted.set(locale, (counted.get(locale) ?? 0) + wordsIn(plainText(text), locale));
  kept.set(record, counted);
  return counted;
}

/** `rest` gives the screen a turn; when `going` says no, null is given. */
export async function storyCounts(project: Project, rest: () => Promise<void>, going: () => boolean): Promise<StoryCounts | null> {
  const story = new Map<string, number>();
  const boards = new Map<string, Map<string, number>>();
  let began = performance.now();
  for (const record of [...project.records()]) {
    const words = wordsOf(record);
    if (words.size > 0) {
      const board = boards.get(String(record.boardId)) ?? new Map<string, number>();
      boards.set(String(record.boardId), board);
      for (const total of [story, board]) for (const [iso, count] of words) total.set(iso, (total.get(iso) ?? 0) + count);
    }
    if (performance.now() - began < SLICE) continue;
    await rest();
    if (!going()) return null;
    began = performance.now();
  }
  return { story, boards };
}
