/** The registered exporters by id, and their descriptions. */
import type { ExporterDescription, ExporterId } from '../../shared/contracts/exporters.ts';
import { restExportFormats } from '../../shared/contracts/rest/export-formats.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { type Exporter, isReadableExport, mainStoryPath, type ProtectedPaths } from './exporter.ts';
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
