/** What is made of the route table: the OpenAPI document, the page to read, the page of G14. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readHandlers } from '../../../main/rest-api/handlers/read-handlers.ts';
import { openApiDocument } from '../../../main/rest-api/openapi/openapi-document.ts';
import { handlePublicPage } from '../../../main/rest-api/rest-api.ts';
import { readServiceRules } from '../../../scripts/rules.mjs';
import { replySchemaFor, replySchemas } from '../../../shared/contracts/rest/replies.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';

const methods = ['get', 'head', 'post', 'patch', 'delete'];
interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>;
  readonly requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  readonly parameters?: { name: string }[];
  readonly description: string;
}
const document = JSON.parse(JSON.stringify(openApiDocument())) as { paths: Record<string, Record<string, Operation>>; components: object };
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
);
const operation = (name: string) => operations.find(({ operation: { operationId } }) => operationId === name)?.operation;
const body = (name: string) => operation(name)?.requestBody?.content['application/json']?.schema;

/** Every value of a key anywhere inside. */
function* valuesOf(key: string, value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === key) yield inner;
    yield* valuesOf(key, inner);
  }
}

describe('the OpenAPI document', () => {
  test('has every row of the table once, and HEAD for the exports', () => {
    const named = operations.map(({ operation: { operationId } }) => operationId);
    expect(new Set(named).size).toBe(named.length);
    const single = routes.filter(({ name }) => name === 'uploadAndCreateAsset').length;
    expect(named.filter((name) => !name.endsWith('Head'))).toHaveLength(routes.length - single);
    expect(named.filter((name) => name.endsWith('Head'))).toEqual([
      'exportJsonHead',
      'exportUnityHead',
      'exportUnrealHead',
      'exportGodotHead',
    ]);
  });

  test('every endpoint row of service.md is an operation', () => {
    const rows = readServiceRules().flatMap(({ id }) => [...id.matchAll(/^\[.+\] (GET|POST|PATCH|DELETE|GET, HEAD) (\/.*)$/g)]);
    expect(rows.length).toBeGreaterThan(70);
    const known = new Set(operations.map(({ path, method }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`));
    for (const [, verbs = '', paths = ''] of rows)
      for (const verb of verbs.split(', '))
        for (const path of paths.split(' and ')) expect(known).toContain(`${verb.toLowerCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  });

  test('every reference resolves, every path parameter is described', () => {
    for (const reference of valuesOf('$ref', document)) {
      const steps = String(reference).split('/').slice(1);
      const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(found, String(reference)).toBeDefined();
    }
    for (const [path, item] of Object.entries(document.paths)) {
      // The document describes the parameters of a path where its type allows any value.
      const described = (item.parameters as unknown as { name: string }[]).map(({ name }) => `{${name}}`);
      expect(described).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  test('every read has a response schema, every write an envelope or a schema', () => {
    expect(Object.keys(readHandlers).sort()).toEqual(
      routes
        .filter(({ action }) => action.do === 'read')
        .map(({ name }) => name)
        .sort(),
    );
    for (const route of routes)
      if (typeof route.permission === 'string' && route.name !== 'downloadAsset') expect(replySchemaFor(route), route.name).toBeDefined();
    for (const name of Object.keys(replySchemas))
      expect(
        routes.some((route) => route.name === name),
        name,
      ).toBe(true);
  });

  test('[Common conventions] bodies reject unknown properties, PATCH requires at least one field, and defaults are described', () => {
    for (const { operation: each } of operations)
      for (const { schema } of Object.values(each.requestBody?.content ?? {}))
        expect(schema.additionalProperties, each.operationId).toBe(false);
    expect(body('changeNote')).toMatchObject({ minProperties: 1 });
    expect(body('createElement')).toMatchObject({
      required: ['boardId', 'x', 'y'],
      properties: {
        width: { default: 301 },
        height: { default: 121 },
        autoHeight: { default: true },
        theme: { default: 'default' },
        title: { default: null },
        index: { default: '-' },
      },
    });
    expect(Object.keys((body('changeElement') as { patternProperties: object }).patternProperties)).toEqual([
      '^(title|content)[/.][^/.]+([/.]text)?$',
    ]);
    expect(body('changeElement')).not.toHaveProperty('required');
  });

  test('[Exports, G1] queries and both upload flows are described', () => {
    const names = (name: string) => operation(name)?.parameters?.map((each) => each.name);
    expect(names('exportJson')).toEqual(['boardIds[]', 'locale', 'allLocales', 'SVC-No-Filter-Asset-Names']);
    expect(names('exportUnity')).toEqual(['locale', 'allLocales', 'fallbackContents']);
    expect(names('exportGodot')).toEqual(['locale', 'allLocales', 'fallbackContents', 'SVC-No-Filter-Asset-Names']);
    expect(Object.keys(operation('createAsset')?.requestBody?.content ?? {})).toEqual(['application/json', 'multipart/form-data']);
    expect(Object.keys(operation('uploadAsset')?.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
  });
});

describe('the public pages', () => {
  const get = (path: string) => handlePublicPage('GET', path);

  test('openapi.json and the page to read are below both prefixes', async () => {
    for (const path of ['/api/v1/openapi.json', '/api/openapi.json'])
      expect(await get(path)?.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    for (const path of ['/api/v1/docs', '/api/docs', '/login']) {
      const response = get(path);
      const html = (await response?.text()) ?? '';
      expect(response?.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response?.headers.get('content-length')).toBe(String(Buffer.byteLength(html)));
    }
    expect(get('/')?.headers.get('location')).toBe('/api/v1/docs');
  });

  test('other paths do not belong to the documentation', () => {
    for (const path of ['/api/v1', '/api/v1/docs/', '/api/v1/x/openapi.json', '/api/v2/openapi.json', '/favicon.ico', '//login'])
      expect(get(path), path).toBeUndefined();
    expect(handlePublicPage('POST', '/login')).toBeUndefined();
    expect(handlePublicPage('HEAD', '/login')?.status).toBe(200);
  });

  test.each(['/api/v1/docs', '/login'])('%s runs no script and loads nothing; only its own style sheet is allowed', async (path) => {
    const response = get(path);
    const html = (await response?.text()) ?? '';
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response?.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(html).not.toMatch(/<script|<img|<link|\son\w+=|style=|https?:/);
  });

  test('the page contains every route, and every link in it has a target', async () => {
    const html = (await get('/api/v1/docs')?.text()) ?? '';
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name } of routes) expect(ids).toContain(name);
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    expect(html).not.toMatch(/undefined|\[object/);
  });
});
