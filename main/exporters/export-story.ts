/** A project as the text of an export file, by the id of the exporter. Pure: the same project and options always give the same bytes. */
import type { TextChunk } from '../../shared/contracts/export-file.ts';
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { Project } from '../../shared/model/project.ts';
import type { SerializeOptions } from './exporter.ts';
import { getExporter } from './exporters.ts';

export interface StoryExportOptions extends SerializeOptions {
  readonly format: ExporterId;
}

/**
 * [Exports, G17] Every story can be exported, also one that the engine's importer would throw on: checkStory reports that. Throws `invalid` with
 * the field for a format that does not exist, or a language or a board that the project does not have.
 */
export function exportStory(project: Project, options: StoryExportOptions): string {
  const texts: string[] = [];
  for (const piece of exportStoryPieces(project, options, 'all')) if (piece?.text) texts.push(piece.text);
  return texts.join('');
}

/** The same in pieces; see the contract of `serialize`. The pieces are useless if the project changes before the last one. */
export const exportStoryPieces = (
  project: Project,
  { format, ...options }: StoryExportOptions,
  chunkScope: 'all' | 'new',
): Generator<TextChunk | undefined> => getExporter(format).serialize(project, options, chunkScope);
