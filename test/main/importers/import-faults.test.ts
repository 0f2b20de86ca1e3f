/** All errors of a file are reported together, by path in the file; a repair removes dangling references and nothing else. */
import { describe, expect, test } from 'vitest';
import { findProjectErrors } from '../../project-errors.ts';
import { changed, entry, type File, ids, refusal, smallStory, take, uuid } from './small-story.ts';

const integrity = 'Project integrity exception during import.';

/** Dangling references: each is an error by its path, and is removed by a repair. */
const dangling: readonly [path: string, change: (file: File) => void][] = [
  [
    `boards.${ids.folder}.children.2`,
    (file) => Object.assign(entry(file.boards, ids.folder), { children: [ids.board, ids.other, ids.nothing] }),
  ],
  [`boards.${ids.other}.elements.0`, (file) => Object.assign(entry(file.boards, ids.other), { elements: [ids.nothing] })],
  [`boards.${ids.other}.connections.0`, (file) => Object.assign(entry(file.boards, ids.other), { connections: [ids.nothing] })],
  [`boards.${ids.other}.attributes.0`, (file) => Object.assign(entry(file.boards, ids.other), { attributes: [ids.nothing] })],
  [
    `elements.${ids.start}.outputs.2`,
    (file) => Object.assign(entry(file.elements, ids.start), { outputs: [ids.toBranch, ids.go, ids.nothing] }),
  ],
  [`elements.${ids.start}.components.0`, (file) => Object.assign(entry(file.elements, ids.start), { components: [ids.nothing] })],
  [`elements.${ids.start}.linkedBoard`, (file) => Object.assign(entry(file.elements, ids.start), { linkedBoard: ids.nothing })],
  [`jumpers.${ids.jumper}.elementId`, (file) => Object.assign(entry(file.jumpers, ids.jumper), { elementId: ids.nothing })],
  [
    `branches.${ids.branch}.conditions.elseIfConditions.0`,
    (file) =>
      Object.assign(entry(file.branches, ids.branch), {
        conditions: { ifCondition: ids.if, elseIfConditions: [ids.nothing], elseCondition: ids.else },
      }),
  ],
  [`conditions.${ids.if}.output`, (file) => Object.assign(entry(file.conditions, ids.if), { output: ids.nothing })],
  [`conditions.${uuid(33)}`, (file) => Object.assign(file.conditions, { [uuid(33)]: { script: null, output: null } })],
  [`connections.${ids.go}.targetid`, (file) => Object.assign(entry(file.connections, ids.go), { targetid: ids.nothing })],
  [`connections.${ids.back}.sourceid`, (file) => Object.assign(entry(file.connections, ids.back), { sourceid: ids.nothing })],
  [
    `attributes.${uuid(71)}`,
    (file) => Object.assign(file.attributes, { [uuid(71)]: { name: 'Lost', value: { type: 'boolean', data: true } } }),
  ],
  [
    `attributes.${ids.mood}.value.data.1`,
    (file) => Object.assign(entry(file.attributes, ids.mood), { value: { type: 'component-list', data: [ids.hero, ids.nothing] } }),
  ],
  [
    `variables.${ids.variables}.children.1`,
    (file) => Object.assign(entry(file.variables, ids.variables), { children: [ids.gold, ids.nothing] }),
  ],
  [`contents.${ids.nothing}`, (file) => Object.assign(file, { contents: { [ids.nothing]: {} } })],
  [`contents.${ids.start}.title.fr`, (file) => Object.assign(file, { contents: { [ids.start]: { title: { fr: { text: 'x' } } } } })],
  [`elements.${uuid(15)}`, (file) => Object.assign(file.elements, { [uuid(15)]: { title: null, content: null, outputs: [] } })],
  ['startingElement', (file) => Object.assign(file, { startingElement: ids.nothing })],
];

describe('[G27] a dangling reference', () => {
  test.each(dangling)('is an error at %s, and a repair removes it and reports it', async (path, change) => {
    const { json } = await refusal(changed(change));
    expect(json).toMatchObject({ status: 400, title: integrity });
    expect(Object.keys(json.errors)).toContain(path);
    const { project, notes } = await take(changed(change), { repair: true });
    expect(findProjectErrors(project.records())).toEqual([]);
    expect(notes.filter((note) => note.startsWith('Skipped')).join()).toContain(path);
  });

  test('a repair removes dependents: a condition with its connection', async () => {
    const { project } = await take(
      changed((file) => Object.assign(entry(file.branches, ids.branch), { conditions: { ifCondition: ids.if } })),
      { repair: true },
    );
    expect(project.has(ids.else)).toBe(false);
    expect(project.has(ids.away)).toBe(false);
    expect(project.has(ids.back)).toBe(true);
  });

  test('all are reported together', async () => {
    const { json } = await refusal(
      changed((file) =>
        dangling.slice(0, 3).forEach(([, change]) => {
          change(file);
        }),
      ),
    );
    expect(Object.keys(json.errors)).toHaveLength(3);
    expect(json.detail).toContain('3 errors');
  });
});

const broken: readonly [what: string, path: string, change: (file: File) => void][] = [
  ['[G19] an id in two collections', `elements.${ids.start}`, (file) => Object.assign(file.notes, { [ids.start]: {} })],
  [
    'an item on two boards',
    `boards.${ids.other}.elements.0`,
    (file) => Object.assign(entry(file.boards, ids.other), { elements: [ids.end] }),
  ],
  [
    'an item twice on a board',
    `boards.${ids.board}.elements.2`,
    (file) => Object.assign(entry(file.boards, ids.board), { elements: [ids.start, ids.end, ids.end] }),
  ],
  [
    '[G6] a connection on another board than its ends',
    `connections.${ids.go}.sourceid`,
    (file) => {
      Object.assign(entry(file.boards, ids.board), { connections: [ids.toBranch, ids.back, ids.away] });
      Object.assign(entry(file.boards, ids.other), { connections: [ids.go] });
    },
  ],
  [
    'a sourceType that is not where the source stands',
    `connections.${ids.go}.sourceType`,
    (file) => Object.assign(entry(file.connections, ids.go), { sourceType: 'conditions' }),
  ],
  [
    'a connection to a note',
    `connections.${ids.go}.targetid`,
    (file) => Object.assign(entry(file.connections, ids.go), { targetid: ids.note }),
  ],
  [
    'an output that starts elsewhere',
    `elements.${ids.end}.outputs.0`,
    (file) => Object.assign(entry(file.elements, ids.end), { outputs: [ids.go] }),
  ],
  [
    'an output that is not the connection of its condition',
    `conditions.${ids.if}.output`,
    (file) => Object.assign(entry(file.conditions, ids.if), { output: ids.away }),
  ],
  [
    'a condition with two outputs',
    `connections.${ids.away}.sourceid`,
    (file) => {
      Object.assign(entry(file.connections, ids.away), { sourceid: ids.if });
      Object.assign(entry(file.conditions, ids.else), { output: null });
    },
  ],
  [
    'folders that hold each other',
    `boards.${uuid(6)}.children`,
    (file) => Object.assign(file.boards, { [uuid(6)]: { name: 'A', children: [uuid(7)] }, [uuid(7)]: { name: 'B', children: [uuid(6)] } }),
  ],
  [
    'the root in a folder',
    `boards.${ids.folder}.children.0`,
    (file) => Object.assign(entry(file.boards, ids.folder), { children: [ids.root, ids.board, ids.other] }),
  ],
  ['a second root', `components.${ids.cast}.root`, (file) => Object.assign(entry(file.components, ids.cast), { root: true })],
  ['elements on a folder', `boards.${ids.folder}.notes`, (file) => Object.assign(entry(file.boards, ids.folder), { notes: [ids.note] })],
  [
    'a folder as a component of an element',
    `elements.${ids.start}.components.0`,
    (file) => Object.assign(entry(file.elements, ids.start), { components: [ids.cast] }),
  ],
  [
    'a customId twice',
    `components.${ids.hero}.customId`,
    (file) => {
      Object.assign(entry(file.components, ids.hero), { customId: 'main' });
      Object.assign(entry(file.boards, ids.board), { customId: 'main' });
    },
  ],
  [
    'a variable twice',
    `variables.${uuid(52)}.name`,
    (file) => Object.assign(file.variables, { [uuid(52)]: { name: 'gold', type: 'integer', value: 1 } }),
  ],
];

test.each(broken)('[Import rules] %s is an integrity error at its path, which no repair fixes', async (_what, path, change) => {
  for (const repair of [false, true]) {
    const { json } = await refusal(changed(change), { repair });
    expect(json.title).toBe(integrity);
    expect(Object.keys(json.errors)).toContain(path);
  }
});

const wrong: readonly [path: string, change: (file: File) => void][] = [
  ['boards', (file) => Object.assign(file, { boards: null })],
  ['elements', (file) => Object.assign(file, { elements: 'none' })],
  [
    'boards',
    (file) =>
      Object.assign(file, {
        boards: { [ids.root]: { root: true, children: [] } },
        ...Object.fromEntries(['elements', 'notes', 'jumpers', 'branches', 'conditions', 'connections'].map((name) => [name, {}])),
        startingElement: null,
      }),
  ],
  ['elements.start', (file) => Object.assign(file.elements, { start: {} })],
  ['name', (file) => Object.assign(file, { name: 'x'.repeat(256) })],
  ['startingElement', (file) => Object.assign(file, { startingElement: 7 })],
  ['locales.0.iso', (file) => Object.assign(file, { locales: [{ iso: '../x', name: 'X', base: null }] })],
  [
    'locales',
    (file) =>
      Object.assign(file, {
        locales: [
          { iso: 'en', name: 'A', base: null },
          { iso: 'de', name: 'B', base: null },
        ],
      }),
  ],
  [`elements.${ids.start}`, (file) => Object.assign(file.elements, { [ids.start]: [] })],
  [`elements.${ids.start}.x`, (file) => Object.assign(entry(file.elements, ids.start), { x: 39_900, width: 301 })],
  [`elements.${ids.start}.y`, (file) => Object.assign(entry(file.elements, ids.start), { y: -1 })],
  [`elements.${ids.start}.theme`, (file) => Object.assign(entry(file.elements, ids.start), { theme: 'Red' })],
  [`elements.${ids.start}.outputs`, (file) => Object.assign(entry(file.elements, ids.start), { outputs: {} })],
  [`elements.${ids.start}.outputs.0`, (file) => Object.assign(entry(file.elements, ids.start), { outputs: [null] })],
  [`elements.${ids.start}.title`, (file) => Object.assign(entry(file.elements, ids.start), { title: 7 })],
  [`elements.${ids.start}.content`, (file) => Object.assign(entry(file.elements, ids.start), { content: '<script>x</script>' })],
  [`elements.${ids.start}.assets.cover`, (file) => Object.assign(entry(file.elements, ids.start), { assets: { cover: 7 } })],
  [`notes.${ids.note}.content`, (file) => Object.assign(entry(file.notes, ids.note), { content: '<p onclick="x">a</p>' })],
  [`conditions.${ids.if}.script`, (file) => Object.assign(entry(file.conditions, ids.if), { script: '<img src=x>' })],
  [`connections.${ids.go}.type`, (file) => Object.assign(entry(file.connections, ids.go), { type: 'bezier' })],
  [`connections.${ids.go}.labelLocation`, (file) => Object.assign(entry(file.connections, ids.go), { labelLocation: 2 })],
  [
    `attributes.${ids.mood}.value.data`,
    (file) => Object.assign(entry(file.attributes, ids.mood), { value: { type: 'integer', data: 1.5 } }),
  ],
  [`variables.${ids.gold}.name`, (file) => Object.assign(entry(file.variables, ids.gold), { name: 'end if' })],
  [`variables.${ids.gold}.value`, (file) => Object.assign(entry(file.variables, ids.gold), { value: 'three' })],
];

test.each(wrong)('[Import rules] an invalid value at %s is a 400 with its path', async (path, change) => {
  const { json } = await refusal(changed(change));
  expect(json.status).toBe(400);
  expect(Object.keys(json.errors)).toContain(path);
  for (const message of Object.values(json.errors)) expect(message).not.toMatch(/Invalid|undefined|\[object/);
});

test.each([null, 7, 'text', [], true])('[Import rules] %j is no story', async (json) => {
  expect((await refusal(json)).code).toBe('invalid');
});

test('[Import rules] a thousand errors are listed, and the rest is counted', async () => {
  const elements = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`e${at}`, {}]));
  const { json } = await refusal({ ...smallStory(), elements });
  expect(Object.keys(json.errors)).toHaveLength(1_000);
  expect(json.detail).toMatch(/The first 1,000 are listed, [\d,]+ more are not\./);
});

test('JSON that is nested too deep is an error and not a crash', async () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(Object.keys((await refusal(changed((file) => Object.assign(entry(file.elements, ids.start), { deep })))).json.errors)).toEqual([
    `elements.${ids.start}.deep`,
  ]);
  expect((await refusal({ ...smallStory(), cover: { deep } })).json.status).toBe(400);
});

test('[Import rules] an object instead of a text is an error, whatever its length is', async () => {
  const odd = { length: { toString: 'x', valueOf: 1 } };
  const file = changed((story) => {
    Object.assign(entry(story.boards, ids.board), { name: odd });
    Object.assign(entry(story.conditions, ids.if), { script: odd });
  });
  const { json } = await refusal(file);
  expect(Object.keys(json.errors ?? {}).sort()).toEqual([`boards.${ids.board}.name`, `conditions.${ids.if}.script`]);
});
