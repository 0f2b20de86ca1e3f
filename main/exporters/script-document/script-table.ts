/** Functions that the Word document and the workbook share: names, speakers, counts. */
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { addTextCounts, countText, emptyTextCount, type TextCount } from '../../../shared/rich-text/text-count.ts';
import { readSpokenText } from './spoken-text.ts';
import type { SceneElement } from './story-scenes.ts';

export interface SpokenCount {
  readonly lines: number;
  readonly text: TextCount;
}

export const emptySpokenCount: SpokenCount = { lines: 0, text: emptyTextCount };

export const addSpokenCounts = (one: SpokenCount | undefined, other: SpokenCount | undefined): SpokenCount => ({
  lines: (one?.lines ?? 0) + (other?.lines ?? 0),
  text: addTextCounts(one?.text, other?.text),
});

/** Counts the lines of a text in one language and their words and characters, without scripts. */
export function countSpoken(project: Project, text: LocalizedText, iso: string): SpokenCount {
  const lines = readSpokenText(project, text[iso]?.text ?? null).flatMap((part) => (part.type === 'line' ? [part.text] : []));
  return { lines: lines.length, text: lines.reduce((sum, line) => addTextCounts(sum, countText(line, iso)), emptyTextCount) };
}

/** The names of the components of an element, which are its speakers. */
export function speakerOf(project: Project, { componentIds }: Pick<SceneElement, 'componentIds'>): string {
  const { locales } = project.projectRecord;
  return componentIds
    .flatMap((id) => resolveLocalizedText(project.find('component', id)?.name ?? {}, project.mainLocale, locales).html ?? [])
    .join(', ');
}

/** The text in the main language of the story, as one line. */
export function plainName(project: Project, text: LocalizedText): string {
  return richTextToPlainText(resolveLocalizedText(text, project.mainLocale, project.projectRecord.locales).html).replaceAll('\n', ' ');
}
