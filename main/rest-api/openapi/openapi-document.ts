/** The REST API as an OpenAPI 3.1 document, generated from the route table. */

import { z } from 'zod';
import { replySchemaFor, replySchemaRegistry } from '../../../shared/contracts/rest/replies.ts';
import type { RequiredPermission, Route } from '../../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { getKind } from '../../../shared/model/kinds/kinds.ts';
import { getExporter } from '../../exporters/exporters.ts';
import { once } from '../../platform/once.ts';

/** The document. It never changes while the program runs. */
export const openApiDocument = once(
  (): JsonObject => ({
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
  }),
);

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

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const schemaRef = (name: string): string => `#/components/schemas/${name}`;
/** The name of the schema that a `$ref` refers to. */
export const referencedSchemaName = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(schemaRef('').length);

/** Removes bounds that apply to every JSON number. */
function dropRedundantBounds({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.propertyNames;
}

/** Every named schema by its name. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(replySchemaRegistry, { uri: schemaRef, override: dropRedundantBounds });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _draft, $id: _id, ...schema }]) => [name, schema]));
}

/** The schema of a route's response; undefined for exports and downloads. */
export function responseSchema(route: Route): JsonSchema | undefined {
  const schema = replySchemaFor(route);
  return schema && toSchemaOrRef(schema);
}

function toSchemaOrRef(schema: z.ZodType): JsonSchema {
  const known = replySchemaRegistry.get(schema);
  if (known) return { $ref: schemaRef(known.id) };
  // zod types the parts of arrays and unions as its core types, but all schemas here are of the full type.
  if (schema instanceof z.ZodArray) return { type: 'array', items: toSchemaOrRef(schema.element as z.ZodType) };
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => toSchemaOrRef(option as z.ZodType)) };
  return toJsonSchema(schema);
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', override: dropRedundantBounds });
  return rest;
}

/** The schema of a route's JSON body, with the defaults of omitted fields ([Common conventions]). */
export function bodySchema(route: Route): JsonSchema | undefined {
  if (!route.body) return undefined;
  const schema = toJsonSchema(route.body);
  const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, withDefault(name, each, route)]);
  const whole: JsonSchema = { ...schema, properties: Object.fromEntries(properties) };
  if (route.method !== 'PATCH') return whole;
  // A PATCH contains at least one field, and a localized one may be set by path-style keys alone.
  if (!route.pathKeys) return whole.required ? whole : { ...whole, minProperties: 1 };
  const { required: _required, ...open } = whole;
  return { ...open, minProperties: 1, patternProperties: { [pathKeyPattern(route.pathKeys)]: { type: ['string', 'null'] } } };
}

/**
 * [Elements] matches `<field>/<locale>` or `<field>.<locale>` with an optional final `text`; for other routes, only
 * `<field>/<locale>/text`.
 */
function pathKeyPattern({ fields, notation }: NonNullable<Route['pathKeys']>): string {
  const names = `^(${fields.join('|')})`;
  return notation === 'any' ? `${names}[/.][^/.]+([/.]text)?$` : `${names}/[^/]+/text$`;
}

function withDefault(name: string, schema: unknown, { action, method }: Route): unknown {
  if (typeof schema !== 'object' || method !== 'POST') return schema;
  if (name === 'index') return { ...schema, default: '-' };
  const value = action.do === 'create' ? getKind(action.kind).defaults[name] : undefined;
  if (value === undefined) return schema;
  // The default of a localized text is an empty map, which is null in a request.
  return { ...schema, default: typeof value === 'object' ? null : value };
}

const textSchema = { type: 'string' };
const integerSchema = { type: 'integer' };

const errorSchemas: JsonObject = {
  Error: {
    type: 'object',
    required: ['title', 'status', 'detail', 'errors', 'errorCode'],
    properties: {
      title: textSchema,
      status: integerSchema,
      detail: { type: ['string', 'null'] },
      errors: {
        description: 'Every fault by the path of its field; an empty array where there is none.',
        anyOf: [
          { type: 'object', additionalProperties: textSchema },
          { type: 'array', maxItems: 0 },
        ],
      },
      errorCode: integerSchema,
      type: { const: 'integrity_conflict' },
      conflictType: textSchema,
      context: { type: 'object', additionalProperties: textSchema },
    },
  },
  Unauthenticated: {
    type: 'object',
    required: ['error'],
    properties: { error: { const: 'Unauthenticated.' } },
    additionalProperties: false,
  },
};

const rateLimitHeaders: JsonObject = {
  'X-RateLimit-Limit': {
    description: 'The requests per minute that the quota with the fewest remaining requests allows.',
    schema: integerSchema,
  },
  'X-RateLimit-Remaining': { description: 'The remaining requests of that quota.', schema: integerSchema },
};

const createResponse = (description: string, schema = 'Error', headers?: JsonObject): JsonObject => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const responsesByStatus = {
  400: ['BadRequest', createResponse('The request is not valid, or not supported here; all faults are reported at once.')],
  401: [
    'Unauthenticated',
    createResponse('The key is missing or not valid. Without Accept: application/json a 302 to /login.', 'Unauthenticated'),
  ],
  403: ['Forbidden', createResponse('The key, the member or the workspace may not do this.')],
  404: ['NotFound', createResponse('There is no such project or resource.')],
  409: ['Conflict', createResponse('The state of the project does not allow it; nothing has changed.')],
  410: ['Gone', createResponse('The upload’s reservation expired before its file arrived.')],
  413: ['TooLarge', createResponse('The request exceeds the size limit of the service.')],
  429: [
    'TooManyRequests',
    createResponse('A quota of the workspace is exhausted; nothing has been changed.', 'Error', {
      'Retry-After': { description: 'Seconds until it is worth trying again.', schema: integerSchema },
      'X-RateLimit-Reset': { description: 'The same as a Unix time.', schema: integerSchema },
    }),
  ],
  500: ['ServerError', createResponse('Something went wrong here. It has been logged.')],
} as const satisfies Record<number, readonly [string, JsonObject]>;
type ErrorStatus = keyof typeof responsesByStatus;

const errorResponses: JsonObject = Object.fromEntries(Object.values(responsesByStatus));

/** The error responses of a route, as references by status. */
const errorResponseRefs = (row: Route): JsonObject =>
  Object.fromEntries(errorStatuses(row).map((status) => [status, { $ref: `#/components/responses/${responsesByStatus[status][0]}` }]));

/** The statuses of a route's error responses. */
export function errorStatuses({ path, method, multipart, body, action, permission }: Route): ErrorStatus[] {
  const takesInput = body !== undefined || multipart === true;
  const may: Record<ErrorStatus, boolean> = {
    400: takesInput || path.includes('/:hash/') || typeof permission === 'object',
    401: true,
    403: true,
    404: path.includes(':hash'),
    409: method !== 'GET' && path.includes('/:hash/') && action.do !== 'read',
    410: multipart === true,
    413: takesInput,
    429: true,
    500: true,
  };
  return ([400, 401, 403, 404, 409, 410, 413, 429, 500] as const).filter((status) => may[status]);
}
