/**
 * The word count of a story by language: titles, contents and labels without their scripts. The count of a record is cached as long as the
 * record is the same object. Pure, apart from the cache.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { countWords } from '../../../shared/rich-text/count-words.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';

export type WordCountByLanguage = ReadonlyMap<string, number>;
export interface StoryWordCounts {
  readonly story: WordCountByLanguage;
  readonly boards: ReadonlyMap<string, WordCountByLanguage>;
}

/** The duration of a slice, in milliseconds. */
const SLICE_MS = 8;
const noCounts: WordCountByLanguage = new Map();
const countCache = new WeakMap<AnyRecord, WordCountByLanguage>();

/** The word count of one element or connection. */
export function recordWordCounts(record: AnyRecord): WordCountByLanguage {
  if (record.kind !== 'element' && record.kind !== 'connection') return noCounts;
  const cached = countCache.get(record);
  if (cached) return cached;
  const counted = new Map<string, number>();
  for (const { locale, text } of textsOfRecord(record))
    if (locale !== null) counted.set(locale, (counted.get(locale) ?? 0) + countWords(richTextToPlainText(text), locale));
  countCache.set(record, counted);
  return counted;
}

/** `pause` yields to the browser. Returns null once `isCurrent` returns false. */
export async function countStoryWords(
  project: Project,
  pause: () => Promise<void>,
  isCurrent: () => boolean,
): Promise<StoryWordCounts | null> {
  const story = new Map<string, number>();
  const boards = new Map<string, Map<string, number>>();
  let began = performance.now();
  for (const record of [...project.records()]) {
    const counts = recordWordCounts(record);
    if (counts.size > 0) {
      const board = boards.get(String(record.boardId)) ?? new Map<string, number>();
      boards.set(String(record.boardId), board);
      for (const total of [story, board]) for (const [iso, count] of counts) total.set(iso, (total.get(iso) ?? 0) + count);
    }
    if (performance.now() - began < SLICE_MS) continue;
    await pause();
    if (!isCurrent()) return null;
    began = performance.now();
  }
  return { story, boards };
}
