/** Files of unusual shapes: what they mean is taken in, and everything that is changed or left out is noted. */
import { describe, expect, test } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import { isJsonObject } from '../../../shared/json.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { ExportFormat } from '../../exporter-ids.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { filesFor } from '../exporters/asset-files.ts';
import { changedStory, entryOf, ids, importFile, importProblem, smallStory, uuid } from './small-story.ts';

const mood = (file: ReturnType<typeof changedStory>) => entryOf(file.attributes, ids.mood);

test.each([
  ['another record', ids.start],
  ['a record that has no attributes', ids.go],
])('[G31] an attribute whose cId names %s belongs to the record that lists it', async (_name, cId) => {
  const { project, notes } = await importFile(changedStory((file) => Object.assign(mood(file), { cId, cType: 'elements' })));
  expect(project.find('attribute', ids.mood)).toMatchObject({ cId: ids.hero, cType: 'components' });
  expect(notes).toContain('1 attribute was listed by an item other than its owner. It now belongs to the item that lists it.');
  expect(findProjectErrors(project.records())).toEqual([]);
});

test('[G37] a cId that names nothing is an inconsistent reference, and a repair leaves it out', async () => {
  const file = changedStory((changed) => Object.assign(mood(changed), { cId: ids.nothing }));
  const path = `attributes.${ids.mood}.cId`;
  expect(await importProblem(file, { offersRepair: true })).toMatchObject({ code: 'importIntegrity' });
  expect((await importProblem(file, { offersRepair: true })).json).toMatchObject({
    errors: { [path]: `there is no ${ids.nothing} in boards, elements, components` },
  });
  const { project, notes } = await importFile(file, { repair: true });
  expect(project.find('attribute', ids.mood)).toMatchObject({ cId: ids.hero, cType: 'components' });
  expect(notes.filter((note) => note.includes('attribute'))).toEqual([expect.stringContaining(`Skipped ${path}`)]);
  expect(findProjectErrors(project.records())).toEqual([]);
});

describe('[G37] a map with positions as keys counts as a list', () => {
  /** As PHP writes a list whose first entry was removed. */
  const withGap = (list: readonly unknown[]) => Object.fromEntries(list.map((entry, at) => [at + 1, entry]));
  const withGaps = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length > 0 ? withGap(value.map(withGaps)) : value;
    return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withGaps(each)])) : value;
  };
  const story = () => {
    const file = withAssets({ id: uuid(62) });
    file.locales = [{ iso: 'en', name: 'English', base: null }];
    Object.assign(entryOf(file.elements, ids.start), {
      components: [ids.hero],
      assets: { audio: [{ id: uuid(65), mode: 'loop', asset: uuid(64), delay: 3 }] },
    });
    Object.assign(mood(file), { value: { type: 'asset-list', data: [uuid(62)] } });
    return file;
  };

  test('in every list of a file', async () => {
    const file = story();
    const files = filesFor(file) as ReadonlyMap<string, StoredFile>;
    const plain = await importFile(file, { files });
    expect(plain.project.countOfKind('audioAttachment')).toBe(1);
    const { project, notes } = await importFile(withGaps(story()), { files });
    expect(notes).toEqual(plain.notes);
    const withoutIds = (records: Iterable<AnyRecord>) => [...records].map(({ id: _, rank: __, ...record }) => record);
    expect(JSON.stringify(withoutIds(project.records()))).toBe(JSON.stringify(withoutIds(plain.project.records())));
  });

  test.each([{ first: uuid(64) }, 'storm.mp3', 3])('sounds that are no list are an error: %j', async (audio) => {
    const file = changedStory((changed) => Object.assign(entryOf(changed.elements, ids.start), { assets: { audio } }));
    expect((await importProblem(file)).json).toMatchObject({ errors: { [`elements.${ids.start}.assets.audio`]: 'must be a list' } });
  });
});

describe('[G37] an empty list counts as an empty map', () => {
  const lists = ['attributes', 'branches', 'conditions', 'connections', 'jumpers', 'notes'];
  /** Only a board with an element. */
  const bare = () =>
    changedStory((file) => {
      for (const name of [...lists, 'components', 'variables', 'assets', 'comments', 'contents']) file[name] = {};
      for (const raw of Object.values(file.boards))
        if (raw.root !== true && !Array.isArray(raw.children)) for (const name of lists) if (Array.isArray(raw[name])) raw[name] = [];
      for (const raw of Object.values(file.elements)) Object.assign(raw, { outputs: [], components: [] });
    });
  const kindsIn = (project: Project) => Map.groupBy(project.records(), ({ kind }) => kind);

  test.each([...lists, 'components', 'variables', 'assets', 'comments', 'contents'])('where the file has %s', async (name) => {
    const withMap = await importFile(bare());
    for (const empty of [[], { byId: [], allIds: [] }]) {
      const { project, notes } = await importFile({ ...bare(), [name]: empty });
      expect([...kindsIn(project)].map(([kind, records]) => [kind, records.length])).toEqual(
        [...kindsIn(withMap.project)].map(([kind, records]) => [kind, records.length]),
      );
      expect(notes).toEqual(withMap.notes);
    }
  });

  test('in the texts, the status and the assets of a record', async () => {
    const { project } = await importFile(
      changedStory((file) => {
        file.contents = { [ids.start]: [], [ids.end]: { title: [], _status: [] } };
        Object.assign(entryOf(file.elements, ids.end), { content: [], assets: [] });
      }),
    );
    expect(project.find('element', ids.end)).toMatchObject({ content: {}, title: {}, status: null, cover: null });
  });

  test.each([['x'], { 0: 'x' }, 7, 'x', { byId: ['x'] }])('no other value does: %j', async (value) => {
    expect(Object.keys((await importProblem({ ...smallStory(), notes: value })).json.errors)[0]).toMatch(/^notes/);
  });
});

test('[G31] an attribute that two records list is an error, and a repair leaves it at the first', async () => {
  const file = changedStory(({ elements }) => Object.assign(entryOf(elements, ids.start), { attributes: [ids.mood, ids.mood] }));
  const paths = [`components.${ids.hero}.attributes.0`, `elements.${ids.start}.attributes.1`];
  expect(Object.keys((await importProblem(file, { offersRepair: true })).json.errors).toSorted()).toEqual(paths);
  const { project, notes } = await importFile(file, { repair: true });
  expect(project.find('attribute', ids.mood)).toMatchObject({ cId: ids.start, cType: 'elements' });
  for (const path of paths) expect(notes.join()).toContain(`Skipped ${path}`);
});

test('a branch that lists its own “if” as an “else if” has one fault', async () => {
  const file = changedStory(({ branches }) => {
    entryOf(branches, ids.branch).conditions = { ifCondition: ids.if, elseIfConditions: [ids.if], elseCondition: ids.else };
  });
  expect((await importProblem(file)).json.errors).toEqual({
    [`branches.${ids.branch}.conditions.elseIfConditions.0`]: `${ids.if} is already at branches.${ids.branch}.conditions.ifCondition`,
  });
});

test('[G32] label and content of an attribute are its name and text', async () => {
  const old = { cId: ids.hero, cType: 'components', label: 'Voice', content: '<p>Low</p>' };
  const { project, notes } = await importFile(changedStory((file) => Object.assign(file.attributes, { [ids.mood]: old })));
  expect(project.find('attribute', ids.mood)).toMatchObject({ name: 'Voice', value: { type: 'string', plain: false, data: '<p>Low</p>' } });
  expect(project.find('attribute', ids.mood)).not.toHaveProperty('extra');
  expect(notes.join()).toContain('1 attribute used the 2020 format.');
});

test('[G32] label and content beside a name and a value are skipped and noted', async () => {
  const { project, notes } = await importFile(changedStory((file) => Object.assign(mood(file), { label: 'Old', content: 'old' })));
  expect(project.find('attribute', ids.mood)).toMatchObject({ name: 'Mood', value: { data: 'calm' } });
  expect(notes).toContain('These fields were skipped: attributes.label, attributes.content.');
});

const assets = {
  [ids.assets]: { root: true, children: [uuid(61), uuid(62)] },
  [uuid(61)]: { name: 'Halls', children: [uuid(63)] },
  [uuid(62)]: { name: 'castle.png', type: 'image' },
  [uuid(63)]: { name: 'castle.png', type: 'image' },
  [uuid(64)]: { name: 'storm.mp3', type: 'audio' },
};
const withAssets = (cover: unknown) =>
  changedStory((file) => {
    file.assets = assets;
    Object.assign(entryOf(file.elements, ids.start), { assets: { cover } });
    Object.assign(entryOf(file.components, ids.hero), { cover: 'storm.mp3' });
  });

test.each<[path: string, asset: string | null]>([
  ['/Halls/castle.png', uuid(63)],
  ['uploads/42/Halls/CASTLE.PNG', uuid(63)],
  ['castle.png', uuid(62)],
  ['tower.png', null],
  ['storm.mp3', null],
])('[G32] the cover %s is matched to its asset', async (path, asset) => {
  const file = withAssets(path);
  const { project, notes } = await importFile(file, { files: filesFor(file) as ReadonlyMap<string, StoredFile> });
  expect(project.find('element', ids.start)?.cover ?? null).toEqual(asset && { id: asset, type: 'image' });
  expect(project.find('component', ids.hero)?.cover ?? null).toBeNull();
  expect(notes.some((note) => note.includes('was a file path'))).toBe(asset !== null);
  expect(notes.some((note) => note.includes('cover that uses') || note.includes('covers that use'))).toBe(true);
});

test('[G32] a cover of the project may be a path', async () => {
  const { project } = await importFile(changedStory((file) => Object.assign(file, { cover: 'covers/castle.png' })));
  expect(project.projectRecord.cover).toEqual({ file: 'covers/castle.png', type: 'cover-image' });
});

test('[G32] unknown fields are kept and noted', async () => {
  const { project, notes } = await importFile(changedStory((file) => Object.assign(entryOf(file.elements, ids.end), { zLevel: 3 })));
  expect(project.find('element', ids.end)).toMatchObject({ extra: { zLevel: 3 } });
  expect(notes).toContain('Taleport doesn’t use this field and kept it for exports: elements.zLevel.');
});

const variableFolders = () =>
  changedStory((file) => {
    const variable = (name: string) => ({ name, type: 'integer', cType: 'global', value: 0 });
    file.variables = {
      [ids.variables]: { root: true, children: [uuid(52), ids.gold, uuid(56)] },
      [uuid(52)]: { name: 'Stats', children: [uuid(53), uuid(54), uuid(52)] },
      [uuid(53)]: variable('hp'),
      [uuid(54)]: { name: 'More', colour: 'red', children: [uuid(55)] },
      [uuid(55)]: variable('mp'),
      [uuid(56)]: { name: 'Empty', children: [] },
      [ids.gold]: variable('gold'),
    };
  });
const exportAs = (story: Project, format: ExportFormat): string => exportStory(story, { format, destination: 'file' });
const [stats, more] = [
  { id: uuid(52), name: 'Stats' },
  { id: uuid(54), name: 'More' },
];

test('[G34] variables stay in their folders and keep their order', async () => {
  const { project, notes } = await importFile(variableFolders());
  expect(project.children('variable', null, 'variables').map(({ name, folders }) => [name, folders])).toEqual([
    ['hp', [stats]],
    ['mp', [stats, more]],
    ['gold', []],
  ]);
  expect(notes).toContain('1 folder of variables was empty and was removed.');
  expect(notes).toContain('This field was skipped: variables.colour.');
  expect(findProjectErrors(project.records())).toEqual([]);
});

test('[G34] exports contain the folders of variables, except for Unreal, where a folder would be a variable', async () => {
  const { project } = await importFile(variableFolders());
  const variablesIn = (format: ExportFormat, story = project): unknown =>
    (JSON.parse(exportAs(story, format)) as { variables: unknown }).variables;
  for (const format of ['json', 'unity', 'godot'] as const) {
    expect(variablesIn(format)).toEqual({
      [ids.variables]: { root: true, children: [uuid(52), ids.gold] },
      [uuid(52)]: { name: 'Stats', children: [uuid(53), uuid(54)] },
      [uuid(54)]: { name: 'More', children: [uuid(55)] },
      [uuid(53)]: expect.objectContaining({ name: 'hp' }),
      [uuid(55)]: expect.objectContaining({ name: 'mp' }),
      [ids.gold]: expect.objectContaining({ name: 'gold' }),
    });
    const again = await importFile(JSON.parse(exportAs(project, format)));
    expect(exportAs(again.project, format)).toBe(exportAs(project, format));
  }
  expect(variablesIn('unreal')).toMatchObject({ [ids.variables]: { children: [uuid(53), uuid(55), ids.gold] } });
  expect(variablesIn('unreal')).not.toHaveProperty(uuid(52));
});

test('[G34] the name of a folder of variables is a text', async () => {
  const file = variableFolders();
  Object.assign(entryOf(file.variables, uuid(54)), { name: 7 });
  expect((await importProblem(file)).json.errors).toEqual({ [`variables.${uuid(54)}.name`]: 'must be text' });
});

test('[G34] a board gets a customId only for its variables; an empty name stays empty', async () => {
  const attributes = { [ids.mood]: { name: 'Level', customId: 'level', value: { type: 'integer', data: 1 } } };
  const { project } = await importFile(
    changedStory((file) => {
      Object.assign(file, { attributes });
      Object.assign(entryOf(file.boards, ids.board), { attributes: [ids.mood], name: '' });
      delete entryOf(file.components, ids.hero).attributes;
    }),
  );
  expect(project.find('board', ids.board)).toMatchObject({ name: '', customId: expect.stringMatching(/^[a-z]/) });
  expect(project.find('board', ids.other)).toMatchObject({ name: 'Other', customId: null });
});

test.each([[{ x: null }], [{ x: 'left' }], [{ y: undefined }], [{ y: true }]])(
  '[G34] the position %j is an error at its path',
  async (position) => {
    const file = changedStory(({ elements }) => {
      Object.assign(entryOf(elements, ids.start), position);
      Object.assign(entryOf(elements, ids.end), { x: null, y: null });
    });
    expect((await importProblem(file)).json.errors).toEqual({
      [`elements.${ids.start}.${Object.keys(position).join()}`]: expect.stringMatching(/^(must be a number|is required)$/),
    });
  },
);

test('[G34] a connection that the outputs of its source leave out is added there', async () => {
  const { project, notes } = await importFile(
    changedStory((file) => Object.assign(entryOf(file.elements, ids.start), { outputs: [ids.go] })),
  );
  expect(project.childIds(ids.start, 'outputs')).toEqual([ids.go, ids.toBranch]);
  expect(notes.join()).toContain('1 connection wasn’t listed by the item that it starts from');
});

test('[G37] an empty list counts as an empty map in the covers and the values', async () => {
  const { project } = await importFile(
    changedStory((file) => {
      file.cover = [];
      Object.assign(entryOf(file.elements, ids.start), { assets: { cover: [] } });
      Object.assign(entryOf(file.components, ids.hero), { assets: { cover: [] } });
      Object.assign(entryOf(file.attributes, ids.mood), { value: [] });
    }),
  );
  expect(project.projectRecord.cover).toBeNull();
  expect(project.find('element', ids.start)?.cover).toBeNull();
  expect(project.find('attribute', ids.mood)?.value).toEqual({ type: 'string', plain: true, data: null });
});

test('[Exports] a customId counts only for variables, and an empty one is none', async () => {
  const { project, notes } = await importFile(
    changedStory((file) => {
      Object.assign(entryOf(file.boards, ids.board), { customId: '' });
      Object.assign(entryOf(file.components, ids.hero), { customId: '', attributes: [ids.mood, uuid(71), uuid(72)] });
      Object.assign(entryOf(file.attributes, ids.mood), { customId: 'mood', value: { type: 'string', data: '<p>calm</p>' } });
      Object.assign(file.attributes, {
        [uuid(71)]: { customId: '', value: { type: 'integer', data: 1 } },
        [uuid(72)]: { customId: 'hp', value: { type: 'integer', data: 1 } },
      });
    }),
  );
  expect([ids.mood, uuid(71), uuid(72)].map((id) => project.find('attribute', id)?.customId)).toEqual([null, null, 'hp']);
  expect(project.find('board', ids.board)?.customId).toBeNull();
  expect(project.find('component', ids.hero)?.customId).toBe('the_hero');
  expect(notes).toContain('1 attribute lost its script ID, because it can’t be a variable.');
});

test('[G26] a variable of a component becomes its attribute, and one of an element a global variable', async () => {
  const { project, notes } = await importFile(
    changedStory((file) => {
      Object.assign(file.variables, {
        [uuid(52)]: { name: 'open', type: 'boolean', value: true, cType: 'components', cId: ids.hero },
        [uuid(53)]: { name: 'seen', type: 'boolean', value: true, cType: 'elements', cId: ids.start },
      });
      Object.assign(entryOf(file.variables, ids.variables), { children: [uuid(52), ids.gold, uuid(53)] });
    }),
  );
  expect(project.find('attribute', uuid(52))).toMatchObject({
    cType: 'components',
    cId: ids.hero,
    name: 'open',
    customId: 'open',
    value: { type: 'boolean', data: true },
  });
  expect(project.childIds(null, 'variables')).toEqual([ids.gold, uuid(53)]);
  expect(notes).toContain('1 variable of a component was converted to an attribute of that component.');
  expect(notes).toContain('1 variable of an element is now global, because elements can’t have variables.');
});

test('an empty id is none, and null in the assets leaves the cover beside them', async () => {
  const { project } = await importFile(
    changedStory((file) => {
      file.startingElement = '';
      Object.assign(entryOf(file.elements, ids.end), { linkedBoard: '', assets: { cover: null }, cover: { type: 'icon', file: 'a/b' } });
      Object.assign(entryOf(file.jumpers, ids.jumper), { elementId: '' });
    }),
  );
  expect(project.projectRecord.startingElement).toBeNull();
  expect(project.find('element', ids.end)).toMatchObject({ linkedBoard: null, cover: { type: 'icon', file: 'a/b' } });
  expect(project.find('jumper', ids.jumper)?.elementId).toBeNull();
});

test.each(['component root', 'Wurzel-Ä', 'a/b', 'root.components', ''])('[G19] a root may have any key: %j', async (key) => {
  const { project } = await importFile(
    changedStory((file) => {
      const { [ids.components]: root = {}, ...components } = file.components;
      file.components = { [key]: root, ...components };
      const { [ids.root]: boards = {}, ...others } = file.boards;
      file.boards = { ...others, [`${key} `]: boards };
      file.assets = { [`${key}  `]: { root: true, children: [] } };
    }),
  );
  const { roots } = project.projectRecord;
  for (const id of [roots.component, roots.board, roots.asset]) expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(project.childIds(roots.component, 'components')).toEqual([ids.cast]);
  expect(project.childIds(roots.board, 'boards')).toEqual([ids.folder]);
});
