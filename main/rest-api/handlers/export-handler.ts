/** [Exports] responds with an export. Feature, permissions and quota have already been checked. */

import type { RestExportFormat } from '../../../shared/contracts/rest/export-formats.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { joinFaults, Problem } from '../../../shared/problem.ts';
import type { RestExport } from '../../exporters/exporter.ts';
import { exportStoryPieces, getExporter, type StoryExportOptions } from '../../exporters/exporters.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { ApiRequest, RestApiDeps } from '../api-request.ts';
import { chunkedJsonResponse } from '../http/responses.ts';

/**
 * The export options of a request. Throws a 400 with every fault of the query by field. The deprecated header `SVC-No-Filter-Asset-Names:
 * true` includes the names of stored files, in formats that support them.
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

/** Handles both GET and HEAD (G15). The export yields regularly, so that other requests can be handled, and ends when its client has left. */
export function handleExport(
  { hash, url, request }: ApiRequest,
  format: RestExportFormat,
  { engine, withExportSnapshot }: RestApiDeps,
): Promise<Response> {
  const options = parseExportOptions(engine.getProject(hash), format, url, request.headers);
  const throwIfAborted = () => {
    if (request.signal.aborted) throw new Problem('cancelled', message('problem.job.cancelled'));
  };
  const work = async (project: Project) => {
    const chunks: Buffer[] = [];
    for await (const { text } of new CooperativeYielder().iterate(exportStoryPieces(project, options, 'all'))) {
      throwIfAborted();
      if (text) chunks.push(Buffer.from(text));
    }
    return chunkedJsonResponse(chunks, { 'content-type': 'application/json' });
  };
  return withExportSnapshot(hash, work, throwIfAborted);
}

interface ExportQuery {
  readonly boardIds?: readonly string[];
  readonly locale?: string;
  readonly allLocales: boolean;
  readonly fallbackContents: boolean;
}

function parseExportQuery(project: Project, query: URLSearchParams, fields: RestExport | null): ExportQuery {
  const errors: Record<string, Message> = {};
  const boardIds = fields?.acceptsBoardIds ? parseBoardIds(query, errors) : [];
  for (const [at, id] of boardIds.entries()) if (!project.find('board', id)) errors[`boardIds.${at}`] = message('fault.query.unknownBoard');
  const allLocales = parseBooleanParam(query, 'allLocales', errors);
  const locale = singleParam(query, 'locale', errors);
  // allLocales overrides locale, which is then not validated.
  if (locale !== undefined && !allLocales && !project.projectRecord.locales.some(({ iso }) => iso === locale))
    errors.locale = message('fault.query.unknownLanguage', { locale });
  const fallbackContents = fields?.acceptsFallbackContents ? parseBooleanParam(query, 'fallbackContents', errors) : false;
  if (Object.keys(errors).length > 0) throw new Problem('invalid', joinFaults(errors), { errors });
  return { ...(boardIds.length > 0 && { boardIds }), ...(locale !== undefined && { locale }), allLocales, fallbackContents };
}

/** A list of texts in the form `boardIds[]=a&boardIds[]=b` or `boardIds[0]=a`; any other form is an error. */
function parseBoardIds(query: URLSearchParams, errors: Record<string, Message>): string[] {
  const ids: string[] = [];
  for (const [name, value] of query) {
    const [, key] = /^boardIds(.*)$/s.exec(name) ?? [];
    if (key === undefined || (key !== '' && !key.startsWith('['))) continue;
    if (/^\[\d*\]$/.test(key)) ids.push(value);
    else if (key.startsWith('[') && key.includes('][')) errors.boardIds = message('fault.query.nestedBoardIds');
    else errors.boardIds ??= message('fault.query.boardIds');
  }
  return ids;
}

/** [Exports] booleans must be exactly `true` or `false`. */
function parseBooleanParam(query: URLSearchParams, field: string, errors: Record<string, Message>): boolean {
  const value = singleParam(query, field, errors);
  if (value !== undefined && value !== 'true' && value !== 'false') errors[field] = message('fault.query.boolean');
  return value === 'true';
}

/** A parameter that may occur once; a list or a second occurrence is an error. */
function singleParam(query: URLSearchParams, field: string, errors: Record<string, Message>): string | undefined {
  const values = query.getAll(field);
  const isList = [...query.keys()].some((name) => name.startsWith(`${field}[`));
  if (!isList && values.length < 2) return values[0];
  errors[field] = message('fault.query.single');
  return undefined;
}
