/** Exports a project as the text of a file, by the id of the exporter. Pure: the same project and options always produce the same bytes. */
import type { TextChunk } from '../../shared/contracts/export-file.ts';
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import { loadTranslator } from '../../shared/load-translator.ts';
import { matchLanguage } from '../../shared/messages/languages.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { Project } from '../../shared/model/project.ts';
import type { Exporter, SerializeOptions } from './exporter.ts';
import { getExporter } from './exporters.ts';

export interface StoryExportOptions extends SerializeOptions {
  readonly format: ExporterId;
}

/**
 * [Exports, G17] every story can be exported, even one that the engine's importer would throw on; checkStory reports that. Throws a Problem
 * `invalid` with the field for an unknown format, language or board.
 */
export function exportStory(project: Project, options: StoryExportOptions): string {
  const texts: string[] = [];
  for (const piece of exportStoryPieces(project, options, 'all')) if (piece?.text) texts.push(piece.text);
  return texts.join('');
}

/** Like `exportStory`, in pieces; see the contract of `serialize`. The pieces are invalid if the project changes before the last one. */
export const exportStoryPieces = (
  project: Project,
  { format, ...options }: StoryExportOptions,
  chunkScope: 'all' | 'new',
): Generator<TextChunk | undefined> => getExporter(format).serialize(project, options, chunkScope);

/**
 * The translators of Taleport's own texts in an export, such as the labels of a page's controls, by locale of the story; empty for an exporter without
 * such texts.
 */
export async function loadExportTranslators(
  { projectRecord: { locales } }: Project,
  { containsOwnTexts }: Pick<Exporter, 'containsOwnTexts'>,
): Promise<ReadonlyMap<string, Translator>> {
  if (!containsOwnTexts) return new Map();
  return new Map(await Promise.all(locales.map(async ({ iso }) => [iso, await loadTranslator(matchLanguage([iso]))] as const)));
}
