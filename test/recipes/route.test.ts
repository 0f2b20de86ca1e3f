/** The recipe "a route": one row of the route table and one handler, in a copy of the sources. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeRecipe } from './recipes.ts';
import { copySources, type SourceCopy } from './source-copy.ts';

interface Walk {
  readonly served: readonly unknown[];
  readonly used: number;
  readonly alias: readonly unknown[];
  readonly head: readonly unknown[];
  readonly noKey: number;
  readonly wrongKey: number;
  readonly wrongMethod: number;
  readonly unknownProject: number;
  readonly refused: number;
  readonly operation: {
    readonly operationId: string;
    readonly description: string;
    readonly responses: Readonly<Record<string, { readonly content?: unknown }>>;
  };
}

describe('recipe: a route', () => {
  let copy: SourceCopy;
  let walk: Walk;
  beforeAll(async () => {
    copy = copySources();
    await routeRecipe.perform(copy);
    // The walk prints what it saw in the form of Walk.
    walk = (await copy.run('test/recipes/route-walk.ts')) as Walk;
  });
  afterAll(() => copy.remove());

  test('touches two files, the row and the handler', () => expect(copy.changes().byHand).toEqual(routeRecipe.files.byHand));

  test('the route is served, also under the path without a version, and answers HEAD', () => {
    const locales = [{ iso: 'en', base: null }];
    expect(walk.served).toMatchObject([200, locales]);
    expect(walk.alias).toEqual(walk.served);
    expect(walk.head).toEqual([200, null]);
  });

  test('key, permission, method and project are checked', () => {
    expect(walk.noKey).toBe(401);
    expect(walk.wrongKey).toBe(403);
    expect(walk.wrongMethod).toBe(405);
    expect(walk.unknownProject).toBe(404);
  });

  test('each request counts in the quota, and one too many is rejected', () => {
    expect(walk.used).toBe(1);
    expect(walk.refused).toBe(429);
  });

  test('the OpenAPI document describes it with its permission, its errors and its reply', () => {
    expect(walk.operation.operationId).toBe('getLocales');
    expect(walk.operation.description).toBe('Needs a key that may read, and View projects on the project.');
    expect(Object.keys(walk.operation.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '429']));
    expect(walk.operation.responses['200']?.content).toMatchObject({
      'application/json': { schema: { type: 'array', items: { properties: { iso: { type: 'string' }, name: { type: 'string' } } } } },
    });
  });
});
