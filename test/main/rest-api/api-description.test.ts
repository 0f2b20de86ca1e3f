/**
 * What the service says about itself, word for word: the OpenAPI document and the public pages. They follow from the route table and its schemas,
 * so that a change of those shows in review what it means for clients. To record them again:
 * `npx vitest run --project unit test/main/rest-api/api-description.test.ts -u`
 */
import { expect, test } from 'vitest';
import { handlePublicPage } from '../../../main/rest-api/rest-api.ts';
import { outlineApi } from './outline-api.ts';

const read = async (path: string) => (await handlePublicPage('GET', path)?.text()) ?? '';

test('the OpenAPI document describes every request and response as recorded', async () => {
  await expect(outlineApi(JSON.parse(await read('/api/v1/openapi.json')))).toMatchFileSnapshot('openapi.golden.txt');
});

test('a change of any part of the OpenAPI document changes its outline', async () => {
  const document = JSON.parse(await read('/api/v1/openapi.json'));
  const outline = outlineApi(document);
  const leaves: [holder: Record<string, unknown>, key: string][] = [];
  const collect = (holder: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) collect(value as Record<string, unknown>);
      else leaves.push([holder, key]);
    }
  };
  collect(document);
  expect(leaves.length).toBeGreaterThan(1000);
  for (const [at, [holder, key]] of leaves.entries()) {
    if (at % 101 > 0) continue;
    const before = holder[key];
    holder[key] = 'changed';
    expect(outlineApi(document), key).not.toBe(outline);
    holder[key] = before;
  }
});

test('the documentation page contains what is recorded', async () => {
  await expect(await read('/api/v1/docs')).toMatchFileSnapshot('docs.golden.html');
});

test('[G14] the login page contains what is recorded', async () => {
  await expect(await read('/login')).toMatchFileSnapshot('login.golden.html');
});

test('the pages and the document are revalidated, never sniffed, and the pages never framed', () => {
  const headersOf = (path: string) =>
    Object.fromEntries(
      ['cache-control', 'content-type', 'referrer-policy', 'x-content-type-options', 'x-frame-options'].map((name) => [
        name,
        handlePublicPage('GET', path)?.headers.get(name),
      ]),
    );
  const common = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  expect(headersOf('/api/v1/openapi.json')).toEqual({
    ...common,
    'content-type': 'application/json; charset=utf-8',
    'referrer-policy': null,
    'x-frame-options': null,
  });
  for (const path of ['/api/v1/docs', '/login'])
    expect(headersOf(path), path).toEqual({
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
});
