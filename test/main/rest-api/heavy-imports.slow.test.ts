/** Files designed to keep an import busy: deep, long, circular, all alike. Its time grows linearly with the file, and so does that of using the project. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, openClient } from '../../conformance/client.ts';
import { inProcessPlace } from '../../conformance/in-process.ts';
import type { ServiceAt } from '../../conformance/place.ts';
import { nextTurn } from '../../next-turn.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let service: ServiceAt;
let client: Client;
beforeAll(async () => {
  service = await inProcessPlace.open();
  client = openClient(service);
});
afterAll(() => service.close());

const { newId } = createTestEnvironment();

type Entries = Record<string, Record<string, unknown>>;
const items = { elements: [], notes: [], jumpers: [], branches: [], connections: [] };
const idsOf = (count: number): string[] => Array.from({ length: count }, newId);

/** A story of one board and one element, with more folders of boards beside it. */
function story(more: object = {}, boards: Entries = {}): object {
  const [root, board, element] = [newId(), newId(), newId()];
  return {
    startingElement: element,
    boards: {
      [root]: { name: 'Root', root: true, children: [board, ...Object.keys(boards).slice(0, 1)] },
      [board]: { ...items, name: 'Main', elements: [element] },
      ...boards,
    },
    elements: { [element]: { title: null, content: null, outputs: [] } },
    ...more,
  };
}

/** Each folder in the one before it. */
function nested(count: number): Entries {
  const ids = idsOf(count);
  return Object.fromEntries(ids.map((id, at) => [id, { name: 'Folder', children: ids.slice(at + 1, at + 2) }]));
}
const chain = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ iso: `l${at}`, name: 'x', base: at === 0 ? null : `l${at - 1}` }));

function components(entries: Entries, children: string[]): object {
  return { components: { [newId()]: { root: true, children }, ...entries } };
}
function alike(count: number): object {
  const ids = idsOf(count);
  return components(Object.fromEntries(ids.map((id) => [id, { name: 'Ada', attributes: [] }])), ids);
}

const below = (entries: Entries): object => story(components(entries, Object.keys(entries).slice(0, 1)));

const many = 12_000;
const cases: readonly (readonly [string, number, () => object])[] = [
  ['folders in folders, deeper than allowed (G33)', 400, () => story({}, nested(many))],
  ['folders of components in folders, deeper than allowed', 400, () => below(nested(many))],
  ['components of one name', 201, () => story(alike(many))],
  ['languages on languages', 201, () => story({ locales: chain(400) })],
  ['more languages than there are', 400, () => story({ locales: chain(many) })],
  [
    'languages in a circle',
    400,
    () => story({ locales: [...chain(300), { iso: 'a', name: 'a', base: 'b' }, { iso: 'b', name: 'b', base: 'a' }] }),
  ],
  [
    'connections to nothing',
    400,
    () =>
      story({
        connections: Object.fromEntries(
          idsOf(many).map((id) => [id, { sourceid: id, targetid: id, sourceType: 'elements', targetType: 'elements' }]),
        ),
      }),
  ],
  ['notes with bad markup', 400, () => story({ notes: Object.fromEntries(idsOf(many).map((id) => [id, { content: '<i' }])) })],
];

test.each(cases)('[Projects, Limits 7] %s: %i, in time that grows with the file', async (_what, status, project) => {
  const answer = await client.post('/workspace/projects/import', { name: 'Heavy', project: project() });
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(status);
  if (status === 201)
    for (const path of ['/board', '/component', '/json?allLocales=true', '/unity'])
      expect((await client.get(`/${answer.body.hash}${path}`)).status).toBe(200);
});

test('[G33] a body of empty objects is a 413 before it is parsed, and other requests are answered meanwhile', async () => {
  const text = `{"name":"Heavy","project":{"boards":[${'{},'.repeat(8_000_000)}{}]}}`;
  let isOver = false;
  const importing = client.post('/workspace/projects/import', text).finally(() => {
    isOver = true;
  });
  const others: boolean[] = [];
  while (!isOver) {
    expect((await client.get('/workspace/projects')).status).toBe(200);
    others.push(isOver);
    // A service in this process answers without leaving the turn of the event loop.
    await nextTurn();
  }
  expect((await importing).status).toBe(413);
  expect(others).toContain(false);
});
