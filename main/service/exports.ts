/** [Exports] An export as an answer of the service. Feature, member and quota have been looked at before. */
import type { ExportFormat } from '../../shared/findings.ts';
import type { Project } from '../../shared/project.ts';
import { type StoryExport, storyPieces } from '../export/export-story.ts';
import { Turns } from '../turns.ts';
import { chunkedAnswer } from './answers.ts';
import { readExportQuery } from './export-query.ts';
import type { Asked, ServiceDeps } from './service-deps.ts';

/**
 * What a request asks for. Throws a 400 with every fault of the query by its field. The deprecated header `SVC-No-Filter-Asset-Names: true` shows
 * the names of stored files, in JSON and Godot only.
 */
export function exportOptionsOf(project: Project, format: ExportFormat, url: URL, headers: Headers): StoryExport {
  const { boardIds, ...query } = readExportQuery(project, url.searchParams, format === 'json');
  return {
    ...query,
    ...(boardIds && { boardIds: [...boardIds] }),
    format,
    as: 'http',
    storedNames: headers.get('svc-no-filter-asset-names') === 'true',
  };
}

/** GET and HEAD alike (G15). Written in short turns, so that others are answered meanwhile. */
export function answerExport({ hash, url, request }: Asked, format: ExportFormat, { engine, still }: ServiceDeps): Promise<Response> {
  const options = exportOptionsOf(engine.project(hash), format, url, request.headers);
  return still(hash, async (project) => {
    const chunks: Buffer[] = [];
    for await (const { text } of new Turns().through(storyPieces(project, options, 'all'))) if (text) chunks.push(Buffer.from(text));
    return chunkedAnswer(chunks, { 'content-type': 'application/json' });
  });
}
