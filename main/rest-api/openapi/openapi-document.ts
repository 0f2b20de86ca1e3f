/** The REST API as an OpenAPI 3.1 document, generated from the route table. */
import type { RequiredPermission, Route } from '../../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { getExporter } from '../../exporters/exporters.ts';
import { errorResponseRefs, errorResponses, errorSchemas, rateLimitHeaders } from './error-responses.ts';
import { bodySchema, namedSchemas, responseSchema } from './json-schemas.ts';

let cachedDocument: JsonObject | undefined;

/** The document. It never changes while the program runs. */
export function openApiDocument(): JsonObject {
  cachedDocument ??= {
    openapi: '3.1.0',
    info: {
      title: 'Project Content REST Service',
      version: 'v1',
      description:
        'Read and write access to story projects: boards, elements, connections, notes, jumpers, branches, variables, attributes, components, ' +
        'assets, comments and the stylesheet. Every write is one command on one project.',
    },
    servers: [{ url: '/api/v1' }, { url: '/api', description: 'Aliases without a version, which remain for now.' }],
    security: [{ key: [] }],
    tags: [...new Set(routes.map(({ section }) => section))].map((name) => ({ name })),
    paths: createPathItems(routes),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, shown once when it is made.' } },
      schemas: { ...namedSchemas(), ...errorSchemas },
      responses: errorResponses,
      headers: rateLimitHeaders,
    },
  };
  return cachedDocument;
}

function createPathItems(rows: readonly Route[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [path, ofPath] of Map.groupBy(rows, (row) => row.path)) {
    const operations: Record<string, JsonObject> = {};
    for (const [method, [row, also]] of Map.groupBy(ofPath, (each) => each.method)) {
      if (!row) continue;
      operations[method.toLowerCase()] = createOperation(row, row.name, also);
      if (typeof row.permission === 'object') operations.head = createOperation(row, `${row.name}Head`);
    }
    paths[path.replaceAll(/:(\w+)/g, '{$1}')] = { parameters: createPathParameters(path), ...operations };
  }
  return paths;
}

const createPathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

/** Two routes with the same path and method become two content types of one operation (G1). */
function createOperation(row: Route, operationId: string, also?: Route): JsonObject {
  const content = { ...requestContent(row), ...(also && requestContent(also)) };
  const single = also
    ? ' Takes multipart/form-data only where the service offers the single upload flow; its upload path is a 405 then.'
    : '';
  const query = [...queryParameters(row), ...headerParameters(row)];
  return {
    operationId,
    tags: [row.section],
    summary: operationSummary(row),
    description: `${describePermissions(row.permission)}${single}${row.countsAsTransfer ? ' Counts in the quota of imports and exports too.' : ''}`,
    ...(row.deprecated && { deprecated: true }),
    ...(query.length > 0 && { parameters: query }),
    ...(Object.keys(content).length > 0 && { requestBody: { required: true, content } }),
    responses: {
      [row.status]: {
        description: row.returns,
        headers: Object.fromEntries(Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        ...(operationId === row.name && { content: responseContent(row) }),
      },
      ...(row.name === 'downloadAsset' && { 206: { description: 'the part of the file that Range asks for' } }),
      ...errorResponseRefs(row),
    },
  };
}

/** `listBoardElements` → “List board elements”. */
export const operationSummary = ({ name }: Route): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

const permissionTexts: Readonly<Record<Exclude<RequiredPermission, object>, string>> = {
  listProjects: 'a key that may read, and View projects on the workspace',
  createProjects: 'a key that may write, and Create projects on the workspace',
  importProjects: 'a key that may write, and Import projects on the workspace',
  view: 'a key that may read, and View projects on the project',
  edit: 'a key that may write, and Edit projects on the project',
  delete: 'a key that may write, and Delete projects on the project',
};
/** The description of a route's permissions ([Authentication 4, 5]). */
export const describePermissions = (needs: RequiredPermission): string =>
  `Needs ${typeof needs === 'object' ? `a key that may read, and the ${needs.export} export enabled for the workspace` : permissionTexts[needs]}.`;

function requestContent(row: Route): JsonObject | undefined {
  if (row.multipart) return { 'multipart/form-data': { schema: createMultipartSchema(row) } };
  const schema = bodySchema(row);
  return schema && { 'application/json': { schema } };
}

/** The schema of an upload form ([Assets, G1]). */
function createMultipartSchema({ name }: Route): JsonObject {
  const type = { type: 'string', enum: ['image', 'audio', 'video'] };
  const file = { file: { type: 'string', format: 'binary' }, type };
  if (name === 'uploadAsset') return { type: 'object', properties: file, required: ['file', 'type'], additionalProperties: false };
  const more = { name: { type: 'string' }, parentId: { type: 'string' }, index: { type: 'string' } };
  return { type: 'object', properties: { ...file, ...more }, required: ['file', 'type'], additionalProperties: false };
}

function responseContent(row: Route): JsonObject {
  if (row.name === 'downloadAsset') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: responseSchema(row) ?? { type: 'object' } } };
}

interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly schema: JsonObject;
  readonly description: string;
}

/** [Exports] the query parameters of each format. */
export function queryParameters({ permission }: Route): QueryParameter[] {
  if (typeof permission !== 'object') return [];
  const fields = getExporter(permission.export).rest;
  const flag = { type: 'boolean', default: false };
  const one = (name: string, schema: JsonObject, description: string): QueryParameter => ({ name, in: 'query', schema, description });
  return [
    ...(fields?.acceptsBoardIds
      ? [one('boardIds[]', { type: 'array', items: { type: 'string' } }, 'Only these boards, repeatable. Without it all boards.')]
      : []),
    one('locale', { type: 'string' }, 'A language of the project. Without it the main language.'),
    one('allLocales', flag, 'true exports every language and overrides locale.'),
    ...(fields?.acceptsFallbackContents ? [one('fallbackContents', flag, 'Another language’s text where the language has none.')] : []),
  ];
}

function headerParameters({ permission, name }: Route): JsonObject[] {
  const one = (header: string, description: string, more: JsonObject = {}): JsonObject => ({
    name: header,
    in: 'header',
    schema: { type: 'string' },
    description,
    ...more,
  });
  if (name === 'downloadAsset') return [one('Range', 'A part of the file.')];
  const canShowNames = typeof permission === 'object' && getExporter(permission.export).rest?.acceptsStoredNames;
  return canShowNames ? [one('SVC-No-Filter-Asset-Names', 'true shows the names of stored files.', { deprecated: true })] : [];
}
