/**
 * The words of a story by language: what players read, which is titles, contents and labels without their scripts. What was counted
 * of a record stays known as long as the record is the same object. Pure but for what it remembers.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { countWords } from './count-words.ts';

export type WordCountByLanguage = ReadonlyMap<string, number>;
export interface StoryWordCounts {
  readonly story: WordCountByLanguage;
  readonly boards: ReadonlyMap<string, WordCountByLanguage>;
}

/** So long it counts before the screen has its turn, in milliseconds. */
const SLICE_MS = 8;
const noCounts: WordCountByLanguage = new Map();
const countCache = new WeakMap<AnyRecord, WordCountByLanguage>();

/** The words of one element or connection. */
export function recordWordCounts(record: AnyRecord): WordCountByLanguage {
  if (record.kind !== 'element' && record.kind !== 'connection') return noCounts;
  const known = countCache.get(record);
  if (known) return known;
  const counted = new Map<string, number>();
  for (const { locale, text } of textsOfRecord(record))
    if (locale !== null) counted.set(locale, (counted.get(locale) ?? 0) + countWords(richTextToPlainText(text), locale));
  countCache.set(record, counted);
  return counted;
}

/** `rest` gives the screen a turn; when `going` says no, null is given. */
export async function countStoryWords(project: Project, rest: () => Promise<void>, going: () => boolean): Promise<StoryWordCounts | null> {
  const story = new Map<string, number>();
  const boards = new Map<string, Map<string, number>>();
  let began = performance.now();
  for (const record of [...project.records()]) {
    const words = recordWordCounts(record);
    if (words.size > 0) {
      const board = boards.get(String(record.boardId)) ?? new Map<string, number>();
      boards.set(String(record.boardId), board);
      for (const total of [story, board]) for (const [iso, count] of words) total.set(iso, (total.get(iso) ?? 0) + count);
    }
    if (performance.now() - began < SLICE_MS) continue;
    await rest();
    if (!going()) return null;
    began = performance.now();
  }
  return { story, boards };
}
