/** The REST interface as an OpenAPI 3.1 document, made from the route table. Nothing is told here that the table does not hold. */
import type { Needs, Route } from '../../../shared/routes/route.ts';
import { routes } from '../../../shared/routes/routes.ts';
import { errorAnswers, errorSchemas, errorsOf, rateHeaders } from './errors.ts';
import { answerSchema, bodySchema, formSchemas } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;
let made: Json | undefined;

/** The document. It never changes while the program runs. */
export function openApi(): Json {
  made ??= {
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
    tags: [...new Set(routes.map(({ rule }) => rule))].map((name) => ({ name })),
    paths: pathsOf(routes),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, shown once when it is made.' } },
      schemas: { ...formSchemas(), ...errorSchemas },
      responses: errorAnswers,
      headers: rateHeaders,
    },
  };
  return made;
}

function pathsOf(rows: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const [path, ofPath] of Map.groupBy(rows, (row) => row.path)) {
    const operations: Record<string, Json> = {};
    for (const [method, [row, also]] of Map.groupBy(ofPath, (each) => each.method)) {
      if (!row) continue;
      operations[method.toLowerCase()] = operationOf(row, row.name, also);
      if (typeof row.needs === 'object') operations.head = operationOf(row, `${row.name}Head`);
    }
    paths[path.replaceAll(/:(\w+)/g, '{$1}')] = { parameters: pathParameters(path), ...operations };
  }
  return paths;
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

/** Two rows of one path and method are two content types of one operation (G1). */
function operationOf(row: Route, operationId: string, also?: Route): Json {
  const content = { ...contentOf(row), ...(also && contentOf(also)) };
  const single = also
    ? ' Takes multipart/form-data only where the service offers the single upload flow; its upload path is a 405 then.'
    : '';
  const query = [...queryOf(row), ...headersOf(row)];
  return {
    operationId,
    tags: [row.rule],
    summary: summaryOf(row),
    description: `${needsInWords(row.needs)}${single}${row.transfer ? ' Counts in the quota of imports and exports too.' : ''}`,
    ...(row.deprecated && { deprecated: true }),
    ...(query.length > 0 && { parameters: query }),
    ...(Object.keys(content).length > 0 && { requestBody: { required: true, content } }),
    responses: {
      [row.status]: {
        description: row.gives,
        headers: Object.fromEntries(Object.keys(rateHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        ...(operationId === row.name && { content: answerContent(row) }),
      },
      ...(row.name === 'downloadAsset' && { 206: { description: 'the part of the file that Range asks for' } }),
      ...errorsOf(row),
    },
  };
}

/** `listBoardElements` → “List board elements”. */
export const summaryOf = ({ name }: Route): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

const needed: Readonly<Record<Exclude<Needs, object>, string>> = {
  listProjects: 'a key that may read, and View projects on the workspace',
  createProjects: 'a key that may write, and Create projects on the workspace',
  importProjects: 'a key that may write, and Import projects on the workspace',
  view: 'a key that may read, and View projects on the project',
  edit: 'a key that may write, and Edit projects on the project',
  delete: 'a key that may write, and Delete projects on the project',
};
/** [Authentication 4, 5] */
export const needsInWords = (needs: Needs): string =>
  `Needs ${typeof needs === 'object' ? `a key that may read, and the ${needs.export} export enabled for the workspace` : needed[needs]}.`;

function contentOf(row: Route): Json | undefined {
  if (row.multipart) return { 'multipart/form-data': { schema: multipartSchema(row) } };
  const schema = bodySchema(row);
  return schema && { 'application/json': { schema } };
}

/** [Assets, G1] */
function multipartSchema({ name }: Route): Json {
  const type = { type: 'string', enum: ['image', 'audio', 'video'] };
  const file = { file: { type: 'string', format: 'binary' }, type };
  if (name === 'uploadAsset') return { type: 'object', properties: file, required: ['file', 'type'], additionalProperties: false };
  const more = { name: { type: 'string' }, parentId: { type: 'string' }, index: { type: 'string' } };
  return { type: 'object', properties: { ...file, ...more }, required: ['file', 'type'], additionalProperties: false };
}

function answerContent(row: Route): Json {
  if (row.name === 'downloadAsset') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: answerSchema(row) ?? { type: 'object' } } };
}

interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly schema: Json;
  readonly description: string;
}

/** [Exports] the queries that each format has. */
export function queryOf({ needs }: Route): QueryParameter[] {
  if (typeof needs !== 'object') return [];
  const flag = { type: 'boolean', default: false };
  const one = (name: string, schema: Json, description: string): QueryParameter => ({ name, in: 'query', schema, description });
  return [
    ...(needs.export === 'json'
      ? [one('boardIds[]', { type: 'array', items: { type: 'string' } }, 'Only these boards, repeatable. Without it all boards.')]
      : []),
    one('locale', { type: 'string' }, 'A language of the project. Without it the main language.'),
    one('allLocales', flag, 'true exports every language and overrides locale.'),
    ...(needs.export === 'json' ? [] : [one('fallbackContents', flag, 'Another language’s text where the language has none.')]),
  ];
}

function headersOf({ needs, name }: Route): Json[] {
  const one = (header: string, description: string, more: Json = {}): Json => ({
    name: header,
    in: 'header',
    schema: { type: 'string' },
    description,
    ...more,
  });
  if (name === 'downloadAsset') return [one('Range', 'A part of the file.')];
  const isNamed = typeof needs === 'object' && (needs.export === 'json' || needs.export === 'godot');
  return isNamed ? [one('SVC-No-Filter-Asset-Names', 'true shows the names of stored files.', { deprecated: true })] : [];
}
