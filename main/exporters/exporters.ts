/** The registered exporters by id, their descriptions, and exports by id. */

import type { TextChunk } from '../../shared/contracts/export-file.ts';
import type { ExporterDescription, ExporterId } from '../../shared/contracts/exporters.ts';
import { restExportFormats } from '../../shared/contracts/rest/export-formats.ts';
import { loadTranslator } from '../../shared/load-translator.ts';
import { matchLanguage } from '../../shared/messages/languages.ts';
import { message } from '../../shared/messages/message.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { type Exporter, isReadableExport, mainStoryPath, type ProtectedPaths, type SerializeOptions } from './exporter.ts';
import * as registry from './registry.ts';

const restOrder: readonly ExporterId[] = restExportFormats;
const positionOf = ({ id }: Exporter): number => (restOrder.includes(id) ? restOrder.indexOf(id) : restOrder.length);

/** The exporters of the REST service first, in its order; then the others by label. */
export const exporters: readonly Exporter[] = Object.values<Exporter>(registry).sort(
  (one, two) => positionOf(one) - positionOf(two) || (one.label < two.label ? -1 : 1),
);

export const exporterIds: readonly ExporterId[] = exporters.map(({ id }) => id);

const byId = new Map(exporters.map((exporter) => [exporter.id, exporter]));

export const findExporter = (id: ExporterId): Exporter | undefined => byId.get(id);

/** Throws a Problem `invalid` for an unknown id; `field` is the field of the request that contains the id. */
export function getExporter(id: ExporterId, field = 'format'): Exporter {
  const exporter = byId.get(id);
  if (!exporter) throw invalidFieldProblem(field, message('fault.oneOf', { values: exporterIds.join(', ') }));
  return exporter;
}

export const describeExporters = (): ExporterDescription[] =>
  exporters.map(({ id, label, description, project, story, languageFiles, integration, hasCompactForm, isImportable, plugin }) => ({
    id,
    label,
    description,
    hasProject: project !== null,
    storyPath: mainStoryPath({ story }),
    fileExtension: story.extension,
    languageFiles,
    editorIntegration: integration && { noFileHint: integration.noFileHint ?? null },
    isReadable: isReadableExport({ story }),
    hasCompactForm,
    isImportable,
    pluginVersions: plugin?.versions ?? [],
  }));

/** An exporter that writes into any folder may be used in the project of any engine, so the protected paths of all engines apply. */
export const protectedPathsOf = (exporter: Pick<Exporter, 'project' | 'protectedPaths'>): readonly ProtectedPaths[] =>
  exporter.project === null ? exporters.map(({ protectedPaths }) => protectedPaths) : [exporter.protectedPaths];

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
