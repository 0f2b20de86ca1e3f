/** [Exports] An export as an answer of the service. Feature, member and quota have been looked at before. */
import type { ExportFormat } from '../../shared/findings.ts';
import type { Project } from '../../shared/project.ts';
import { exportStory } from '../export/export-story.ts';
import { readExportQuery } from './export-query.ts';

/**
 * GET and HEAD alike: HEAD sends these headers (with the body's Content-Length) and no body (G15). Throws a 400 with every fault of the query by
 * its field. The deprecated header `SVC-No-Filter-Asset-Names: true` shows the names of stored files, in JSON and Godot only.
 */
export function exportOf(project: Project, format: ExportFormat, url: URL, headers: Headers): { body: string; type: string } {
  const { boardIds, ...query } = readExportQuery(project, url.searchParams, format === 'json');
  const body = exportStory(project, {
    ...query,
    ...(boardIds && { boardIds: [...boardIds] }),
    format,
    as: 'http',
    storedNames: headers.get('svc-no-filter-asset-names') === 'true',
  });
  return { body, type: 'application/json' };
}
