/** [Exports] Replies with an export. Feature, permissions and quota have been checked before. */
import type { RestExportFormat } from '../../../shared/contracts/rest/export-formats.ts';
import type { Project } from '../../../shared/model/project.ts';
import { exportStoryPieces, type StoryExportOptions } from '../../exporters/export-story.ts';
import { getExporter } from '../../exporters/exporters.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { ApiRequest, RestApiDeps } from '../api-request.ts';
import { chunkedJsonResponse } from '../http/responses.ts';
import { parseExportQuery } from './export-query.ts';

/**
 * The export options of a request. Throws a 400 with every fault of the query by its field. The deprecated header `SVC-No-Filter-Asset-Names: true` shows
 * the names of stored files, in the formats that have them.
 */
export function parseExportOptions(project: Project, format: RestExportFormat, url: URL, headers: Headers): StoryExportOptions {
  const { boardIds, ...query } = parseExportQuery(project, url.searchParams, getExporter(format).rest);
  return {
    ...query,
    ...(boardIds && { boardIds: [...boardIds] }),
    format,
    destination: 'http',
    storedNames: headers.get('svc-no-filter-asset-names') === 'true',
  };
}

/** GET and HEAD alike (G15). The export yields regularly, so that other requests are answered meanwhile. */
export function handleExport(
  { hash, url, request }: ApiRequest,
  format: RestExportFormat,
  { engine, withExportSnapshot }: RestApiDeps,
): Promise<Response> {
  const options = parseExportOptions(engine.getProject(hash), format, url, request.headers);
  return withExportSnapshot(hash, async (project) => {
    const chunks: Buffer[] = [];
    for await (const { text } of new CooperativeYielder().iterate(exportStoryPieces(project, options, 'all')))
      if (text) chunks.push(Buffer.from(text));
    return chunkedJsonResponse(chunks, { 'content-type': 'application/json' });
  });
}
