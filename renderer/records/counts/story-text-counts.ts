/**
 * The length of a story by language: titles, contents and labels without their scripts. The count of a record is cached as long as the
 * record is the same object. Pure, apart from the cache.
 */

import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { addTextCounts, countText, type TextCount, type TextUnit } from '../../../shared/rich-text/text-count.ts';
import { t } from '../../messages/translate.ts';
import { useRevisedProject } from '../../state/open-project.ts';
import { useDerived } from '../../state/revised.ts';
import { waitForIdle } from '../../state/run-in-slices.ts';

export type TextCountByLanguage = ReadonlyMap<string, TextCount>;
interface StoryTextCounts {
  readonly story: TextCountByLanguage;
  readonly boards: ReadonlyMap<string, TextCountByLanguage>;
}

/** The duration of a slice, in milliseconds. */
const sliceMs = 8;
const noCounts: TextCountByLanguage = new Map();
const countCache = new WeakMap<AnyRecord, TextCountByLanguage>();

/** The length of one element or connection. */
export function recordTextCounts(record: AnyRecord): TextCountByLanguage {
  if (record.kind !== 'element' && record.kind !== 'connection') return noCounts;
  const cached = countCache.get(record);
  if (cached) return cached;
  const counted = new Map<string, TextCount>();
  for (const { locale, text } of textsOfRecord(record))
    if (locale !== null) counted.set(locale, addTextCounts(counted.get(locale), countText(richTextToPlainText(text), locale)));
  countCache.set(record, counted);
  return counted;
}

/** Begins after the first `pause`, which yields to the browser. Returns null once `isCurrent` returns false. */
export async function countStoryTexts(
  project: Project,
  pause: () => Promise<void>,
  isCurrent: () => boolean,
): Promise<StoryTextCounts | null> {
  await pause();
  if (!isCurrent()) return null;
  const story = new Map<string, TextCount>();
  const boards = new Map<string, Map<string, TextCount>>();
  let began = performance.now();
  for (const record of [...project.records()]) {
    const counts = recordTextCounts(record);
    if (counts.size > 0) {
      const board = boards.get(String(record.boardId)) ?? new Map<string, TextCount>();
      boards.set(String(record.boardId), board);
      for (const total of [story, board]) for (const [iso, count] of counts) total.set(iso, addTextCounts(total.get(iso), count));
    }
    if (performance.now() - began < sliceMs) continue;
    await pause();
    if (!isCurrent()) return null;
    began = performance.now();
  }
  return { story, boards };
}

/** A count that changes at every key press would only distract. */
const recountDelayMs = 400;

const countInSlices = (project: Project, isCurrent: () => boolean) => countStoryTexts(project, waitForIdle, isCurrent);

/**
 * The length of the story for components: computed in slices, and again when the story has not changed for a while. Null while it is
 * computed for the first time.
 */
export const useStoryTextCounts = (): StoryTextCounts | null => useDerived(useRevisedProject(), countInSlices, { quietMs: recountDelayMs });

/** `unit`: that of the whole story, so that the numbers of a language can be compared. */
export const formatTextCount = ({ words, characters }: TextCount, unit: TextUnit): string =>
  unit === 'words' ? t('common.counted.word', { count: words }) : t('common.counted.character', { count: characters });
