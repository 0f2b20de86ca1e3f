/** What an export looks like: envelope, order, fields. exports.md, section by section. */
import { describe, expect, test } from 'vitest';
import { exportStory, type StoryExportOptions } from '../../../main/exporters/exporters.ts';
import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { kinds } from '../../../shared/model/kinds/kinds.ts';
import { withoutAddedLists } from '../../added-lists.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { en, roots, StoryBuilder, smallStory } from './build-project.ts';
import { collections, type Json, readAsGodot, readAsUnity } from './importers.ts';

const written = (story: StoryBuilder, options: Partial<StoryExportOptions> = {}): string =>
  exportStory(story.project(), { format: 'json', destination: 'file', ...options });
const read = (story: StoryBuilder, options: Partial<StoryExportOptions> = {}) => JSON.parse(written(story, options));

const rootKeys = ['startingElement', ...collections, 'name', 'cover'];

/** The keys of an element without the localized fields that Taleport may have in addition to service.md: a file contains those in any case. */
const specifiedKeys = (element: object): string[] =>
  Object.keys(element).filter((key) => ['title', 'content'].includes(key) || !kinds.element.localizedFields.includes(key));

describe('variants', () => {
  test('[Exports] the keys of the root keep their order in every format', () => {
    const { story } = smallStory();
    for (const format of exportFormats) expect(withoutAddedLists(Object.keys(read(story, { format })))).toEqual(rootKeys);
  });

  test('[Exports] with all languages, contents and locales are at their positions', () => {
    const { story } = smallStory();
    const keys = withoutAddedLists(Object.keys(read(story, { allLocales: true })));
    expect(keys).toEqual([...rootKeys.slice(0, 7), 'contents', ...rootKeys.slice(7, 12), 'locales', 'name', 'cover']);
  });

  test('[Exports] Unreal and Godot are wrapped over HTTP and bare as files; JSON and Unity are always bare', () => {
    const { story } = smallStory();
    const isWrapped = (format: StoryExportOptions['format'], destination: 'file' | 'http') =>
      'project' in read(story, { format, destination });
    expect(exportFormats.filter((format) => isWrapped(format, 'http'))).toEqual(['unreal', 'godot']);
    expect(exportFormats.filter((format) => isWrapped(format, 'file'))).toEqual([]);
  });

  test('[Exports] files are indented by 4 spaces, those for Unity and Unreal unless they are compact, and no file ends with a line break', () => {
    const { story } = smallStory({ name: 'A { "story": [1, 2] }' });
    story.component('Empty');
    for (const format of exportFormats)
      for (const destination of ['file', 'http'] as const) {
        const isAlwaysIndented = format === 'json' || format === 'godot';
        const text = written(story, { format, destination });
        expect(text).toBe(JSON.stringify(JSON.parse(text), null, isAlwaysIndented || destination === 'file' ? 4 : 0));
        const compact = written(story, { format, destination, compact: true });
        expect(compact).toBe(JSON.stringify(JSON.parse(text), null, isAlwaysIndented ? 4 : 0));
      }
  });

  test('[Exports] the root board and the root component are omitted for Unreal over HTTP only; those of assets and variables stay', () => {
    const { story, board } = smallStory();
    const http = read(story, { format: 'unreal', destination: 'http' }).project;
    expect(Object.keys(http.boards)).toEqual([board]);
    expect(http.components).toEqual({});
    expect(http.assets).toEqual({ [roots.asset]: { root: true, children: [] } });
    expect(http.variables).toEqual({ [roots.variable]: { root: true, children: [] } });
    for (const format of exportFormats) {
      expect(read(story, { format }).boards[roots.board]).toEqual({ name: 'Root', root: true, children: [board] });
      expect(read(story, { format }).components[roots.component]).toEqual({ root: true, children: [], name: 'Root' });
    }
  });

  test('[Exports] Godot has no geometry, the others have it', () => {
    const { story, board, element } = smallStory();
    const note = story.add('note', { boardId: board, x: 1.5, y: 2 });
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 2, elementId: element });
    const { branch } = story.branch(board, ['true']);
    for (const format of ['json', 'unity', 'unreal'] as const) {
      const out = read(story, { format });
      expect(out.elements[element]).toMatchObject({ x: 10, y: 20, width: 301, height: 121, autoHeight: true });
      expect(out.notes[note]).toMatchObject({ x: 1.5, y: 2, width: 301, height: 101, autoHeight: true });
      expect(out.jumpers[jumper]).toEqual({ x: 1, y: 2, width: 185, height: 86, elementId: element });
      expect(Object.keys(out.branches[branch])).toEqual(['x', 'y', 'theme', 'conditions']);
    }
    const godot = read(story, { format: 'godot' });
    expect(godot.jumpers[jumper]).toEqual({ elementId: element });
    expect(specifiedKeys(godot.elements[element])).toEqual(['theme', 'outputs', 'autoHeight', 'components', 'content', 'title']);
    expect(Object.keys(godot.notes[note])).toEqual(['theme', 'content', 'autoHeight']);
    expect(Object.keys(godot.branches[branch])).toEqual(['theme', 'conditions']);
  });

  test('[Exports] empty collections are {}', () => {
    const { story } = smallStory();
    for (const format of exportFormats)
      for (const collection of ['notes', 'jumpers', 'connections', 'branches', 'attributes', 'conditions'])
        expect(read(story, { format })[collection]).toEqual({});
    expect(written(story)).toContain('"notes": {},');
  });
});

describe('order', () => {
  test('[G24] collections are ordered by id, lists by their own order', () => {
    const story = new StoryBuilder();
    const board = story.board();
    for (const id of ['b', 'a10', 'a', 'a9', 'B', 'é', 'a!']) story.add('element', { boardId: board, x: 1, y: 1 }, { id });
    expect(
      written(story, { format: 'unity', compact: true })
        .match(/"elements":\{.*?"jumpers"/)?.[0]
        ?.match(/"([^"]+)":\{"x"/g),
    ).toEqual(['B', 'a', 'a!', 'a10', 'a9', 'b', 'é'].map((id) => `"${id}":{"x"`));
    expect(read(story).boards[board].elements).toEqual(['b', 'a10', 'a', 'a9', 'B', 'é', 'a!']);
  });

  test('[Exports] ids that JavaScript would reorder keep their order', () => {
    const story = new StoryBuilder();
    const board = story.board();
    for (const id of ['2', '10', '__proto__', '1']) story.add('element', { boardId: board, x: 1, y: 1 }, { id });
    expect([...written(story, { format: 'unity', compact: true }).matchAll(/"([^"]+)":\{"x"/g)].map(([, id]) => id)).toEqual([
      '1',
      '10',
      '2',
      '__proto__',
    ]);
  });
});

describe('fields', () => {
  test('[Exports] root: name, cover, start', () => {
    const { story, element } = smallStory({ name: 'Tale', cover: { file: 'c.png', type: 'cover-image' } });
    expect(read(story)).toMatchObject({ name: 'Tale', cover: { file: 'c.png', type: 'cover-image' }, startingElement: element });
    story.start(null);
    expect(read(story, { format: 'unity', destination: 'http' })).toMatchObject({ startingElement: null });
  });

  test('[Exports] a board has all its lists, a folder its children', () => {
    const story = new StoryBuilder();
    const folder = story.add('board', { parentId: roots.board, type: 'folder', name: 'Acts' });
    const board = story.board('One', { parentId: folder, customId: 'one' });
    const attribute = story.add('attribute', {
      cId: board,
      cType: 'boards',
      name: 'n',
      customId: 'n',
      value: { type: 'integer', data: 3 },
    });
    const out = read(story);
    expect(out.boards[folder]).toEqual({ name: 'Acts', children: [board] });
    expect(withoutAddedLists(Object.keys(out.boards[board]))).toEqual([
      'name',
      'notes',
      'jumpers',
      'branches',
      'customId',
      'elements',
      'attributes',
      'connections',
    ]);
    expect(out.boards[board].attributes).toEqual([attribute]);
    expect(out.attributes[attribute]).toEqual({
      cId: board,
      name: 'n',
      cType: 'boards',
      value: { data: 3, type: 'integer' },
      customId: 'n',
    });
  });

  test('[Exports] an element lists components by id and sounds with their assets, and omits empty attributes and assets', () => {
    const { story, board, element } = smallStory();
    const knight = story.component();
    const sound = story.asset('bell.mp3', { type: 'audio', volume: 0.5 });
    const rich = story.element(board, '<p>x</p>', {
      cover: { type: 'video', id: story.asset('v.mp4', { type: 'video' }), autoplay: true },
      linkedBoard: board,
    });
    story.add('componentAttachment', { elementId: rich, componentId: knight });
    story.add('componentAttachment', { elementId: rich, componentId: knight });
    const audio = story.add('audioAttachment', { elementId: rich, assetId: sound, mode: 'loop', delay: 1200 });
    const attribute = story.add('attribute', { cId: rich, cType: 'elements', value: { type: 'string', plain: true, data: 'x' } });
    const next = story.connect(rich, element);
    const out = read(story);
    expect(specifiedKeys(out.elements[element])).toEqual([
      'x',
      'y',
      'theme',
      'width',
      'height',
      'outputs',
      'autoHeight',
      'components',
      'content',
      'title',
    ]);
    expect(out.elements[rich]).toMatchObject({
      components: [knight, knight],
      attributes: [attribute],
      outputs: [next],
      linkedBoard: board,
      assets: { audio: [{ id: audio, mode: 'loop', asset: sound, delay: 1200 }], cover: { type: 'video', autoplay: true } },
    });
    expect(out.assets[sound]).toEqual({ name: 'bell.mp3', type: 'audio', volume: 0.5 });
  });

  test('[Exports] the engines get conditions as their interpreters read them: spaces that cannot break are spaces, mentions stay', () => {
    const { story, board } = smallStory();
    const mention = '<span class="mention mention-element" data-id="1" data-type="element">The hall</span>';
    const [condition = ''] = story.branch(board, [`gold\u00a0&gt;\u00a01 and visits(${mention}) &gt; 0`]).conditions;
    const scriptIn = (format: (typeof exportFormats)[number]) => read(story, { format }).conditions[condition].script;
    expect(scriptIn('json')).toContain('gold\u00a0&gt;\u00a01');
    for (const format of ['unity', 'godot', 'unreal'] as const) expect(scriptIn(format)).toBe(`gold &gt; 1 and visits(${mention}) &gt; 0`);
  });

  test('[Exports] a connection contains the fields that it has, and starts at a condition if it leaves a branch', () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['gold > 1', 'gold > 2']);
    const plain = story.connect(element, branch);
    const rich = story.connect(conditions[0] ?? '', element, {
      sourceFace: 'left',
      targetFace: 'top',
      labelLocation: 0.25,
      labelWidth: 80,
      label: en('<p>Go</p>'),
    });
    const out = read(story);
    expect(Object.entries(out.connections[plain])).toEqual(
      Object.entries({
        type: 'Bezier',
        theme: 'default',
        sourceid: element,
        targetid: branch,
        sourceType: 'elements',
        targetType: 'branches',
        label: null,
      }),
    );
    expect(out.connections[rich]).toMatchObject({
      sourceType: 'conditions',
      sourceFace: 'left',
      targetFace: 'top',
      labelLocation: 0.25,
      labelWidth: 80,
      label: '<p>Go</p>',
    });
    expect(out.branches[branch].conditions).toEqual({
      ifCondition: conditions[0],
      elseIfConditions: [conditions[1]],
      elseCondition: conditions[2],
    });
    expect(out.conditions[conditions[0] ?? '']).toEqual({ output: rich, script: 'gold > 1' });
    expect(out.conditions[conditions[2] ?? '']).toEqual({ output: null, script: null });
  });

  test('[Exports] a branch with one condition names no others', () => {
    const { story, board } = smallStory();
    const { branch, conditions } = story.branch(board, ['true'], false);
    expect(read(story, { format: 'unity' }).branches[branch].conditions).toEqual({ ifCondition: conditions[0] });
  });

  test('[Exports] attribute values: plain only on plain text, empty text null, empty lists []', () => {
    const { story, element } = smallStory();
    const knight = story.component();
    const picture = story.asset();
    const value = (given: AttributeValue) => {
      const id = story.add('attribute', { cId: element, cType: 'elements', value: given });
      return read(story, { format: 'unity' }).attributes[id].value;
    };
    expect(value({ type: 'string', plain: true, data: null })).toEqual({ data: null, type: 'string', plain: true });
    expect(value({ type: 'string', plain: false, data: '<p><b>x</b></p>' })).toEqual({ data: '<p><strong>x</strong></p>', type: 'string' });
    expect(value({ type: 'string', plain: false, data: null })).toEqual({ data: null, type: 'string' });
    expect(value({ type: 'component-list', data: [{ id: '1', component: knight }] })).toEqual({ data: [knight], type: 'component-list' });
    expect(value({ type: 'component-list', data: null })).toEqual({ data: [], type: 'component-list' });
    expect(value({ type: 'asset-list', data: [{ id: '1', asset: picture }] })).toEqual({ data: [picture], type: 'asset-list' });
    expect(value({ type: 'boolean', data: false })).toEqual({ data: false, type: 'boolean' });
  });

  test('[Exports] a float is written as a float in any context', () => {
    const { story, board } = smallStory({ name: '"type":"float","value":90' });
    story.add('variable', { name: 'half', type: 'float', value: 90 });
    story.add('variable', { name: 'whole', type: 'integer', value: 90 });
    story.add('variable', { name: 'said', type: 'string', value: '90' });
    story.add('attribute', { cId: board, cType: 'boards', value: { type: 'float', data: -3 } });
    story.add('attribute', { cId: board, cType: 'boards', value: { type: 'float', data: 0.5 } });
    const text = written(story, { format: 'unity', compact: true });
    expect(text).toContain('{"name":"half","type":"float","cType":"global","value":90.0}');
    expect(text).toContain('{"name":"whole","type":"integer","cType":"global","value":90}');
    expect(text).toContain('"value":"90"}');
    expect(text).toContain('{"data":-3.0,"type":"float"}');
    expect(text).toContain('{"data":0.5,"type":"float"}');
    expect(JSON.parse(text).name).toBe('"type":"float","value":90');
    expect(written(story)).toContain('"value": 90.0\n');
  });

  test('[Exports] variables are below their root in their own order', () => {
    const { story } = smallStory();
    const late = story.add('variable', { name: 'z', type: 'string', value: '' }, { id: 'zz' });
    const early = story.add('variable', { name: 'a', type: 'boolean', value: true }, { id: 'aa' });
    const out = read(story);
    expect(out.variables[roots.variable]).toEqual({ root: true, children: [late, early] });
    expect(out.variables[late]).toEqual({ name: 'z', type: 'string', cType: 'global', value: '' });
    expect(Object.keys(out.variables)).toEqual([early, roots.variable, late]);
  });

  test('[G17] the name of a stored file is included only on request, in JSON and Godot', () => {
    const { story } = smallStory();
    const picture = story.asset('hall.png', { file: 'abc.png', size: '3 KB', bytes: 3000 });
    for (const format of exportFormats) expect(read(story, { format }).assets[picture]).toEqual({ name: 'hall.png', type: 'image' });
    const shown = exportFormats.filter((format) => read(story, { format, storedNames: true }).assets[picture].file === 'abc.png');
    expect(shown).toEqual(['json', 'godot']);
  });

  test('[Exports] comments, stylesheet and attachment ids of components are not carried', () => {
    const { story, board, element } = smallStory({ css: 'p { color: red }' });
    const attachment = story.add('componentAttachment', { elementId: element, componentId: story.component() }, { id: 'attachment' });
    story.add('comment', { boardId: board, x: 1, y: 1, author: { id: 1, fullName: null }, content: '<p>hm</p>' }, { id: 'comment' });
    const text = written(story);
    for (const hidden of [attachment, 'comment', 'color: red']) expect(text).not.toContain(hidden);
  });

  test('[Exports] an icon on a component is written for every engine', () => {
    const { story } = smallStory();
    const castle = story.component('Castle', { cover: { type: 'icon', file: 'delapouite/castle' } });
    for (const format of exportFormats)
      expect(read(story, { format }).components[castle].assets).toEqual({ cover: { file: 'delapouite/castle', type: 'icon' } });
  });

  test('[Exports] for the engines a folder is neither a component that an element carries nor a picture', () => {
    const { story, element } = smallStory();
    const folder = story.component('Folder', { type: 'folder' });
    story.add('componentAttachment', { elementId: element, componentId: folder });
    story.change(element, { cover: { type: 'image', id: story.asset('Folder', { type: 'folder' }) } });
    expect(read(story).elements[element].components).toEqual([folder]);
    expect(read(story, { format: 'godot' }).elements[element]).not.toHaveProperty('assets');
    expect(read(story, { format: 'godot' }).elements[element].components).toEqual([]);
  });

  test('[Exports] unknown fields follow the known ones and never replace them', () => {
    const { story, board, element } = smallStory();
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 2 }, { extra: { align: 'left', elementId: 'x', x: 5 } });
    story.change(element, { extra: { attributes: null, ofALaterVersion: { a: [1] } } });
    story.change(board, { extra: { variables: ['gone'], color: 'red' } });
    story.change('project', { extra: { boards: 1, version: 3 } });
    const out = read(story);
    expect(Object.entries(out.jumpers[jumper])).toEqual(
      Object.entries({ x: 1, y: 2, width: 185, height: 86, elementId: null, align: 'left' }),
    );
    expect(out.elements[element]).toMatchObject({ ofALaterVersion: { a: [1] } });
    expect(out.elements[element]).not.toHaveProperty('attributes');
    expect(out.boards[board]).toMatchObject({ color: 'red' });
    expect(out.boards[board]).not.toHaveProperty('variables');
    expect(Object.keys(out).at(-1)).toBe('version');
    expect(read(story, { format: 'godot' }).jumpers[jumper]).toEqual({ elementId: null, align: 'left' });
  });
});

describe('text', () => {
  test('[Exports] JSON contains text as it is stored, engines in their dialect', () => {
    const { story, board } = smallStory();
    const id = story.element(board, '<p><b>x</b></p><code>gold = 1</code>', { title: en('') });
    const note = story.add('note', { boardId: board, x: 1, y: 2, content: '<p><b>n</b></p>' });
    expect(read(story).elements[id]).toMatchObject({ content: '<p><b>x</b></p><code>gold = 1</code>', title: '' });
    expect(read(story, { format: 'unity' }).elements[id]).toMatchObject({
      content: '<p><strong>x</strong></p><pre><code>gold = 1</code></pre>',
      title: '',
    });
    expect(read(story, { format: 'unity' }).notes[note].content).toBe('<p><strong>n</strong></p>');
  });

  test.each([null, ''])('[Exports] empty content (%j) is "" in JSON and <p></p> for the engines', (content) => {
    const { story, element } = smallStory();
    story.change(element, { content: en(content), title: {} });
    expect(read(story).elements[element]).toMatchObject({ content: '', title: null });
    for (const format of ['unity', 'unreal', 'godot'] as const)
      expect(read(story, { format }).elements[element]).toMatchObject({ content: '<p></p>', title: null });
  });

  test('[Exports] a changed text is written as it is now', () => {
    const { story, element } = smallStory();
    for (const word of ['one', 'two']) {
      story.change(element, { content: en(`<p><b>${word}</b></p>`) });
      expect(read(story, { format: 'unity' }).elements[element].content).toBe(`<p><strong>${word}</strong></p>`);
    }
  });

  test('[Exports] engines treat an empty condition as missing', () => {
    const { story, board } = smallStory();
    const { conditions } = story.branch(board, [' ']);
    expect(read(story).conditions[conditions[0] ?? ''].script).toBe(' ');
    expect(read(story, { format: 'unity' }).conditions[conditions[0] ?? ''].script).toBeNull();
  });
});

describe('the readers of these tests', () => {
  const story = (): Json => {
    const { story } = smallStory();
    story.add('variable', { name: 'f', type: 'float', value: 90 });
    return read(story, { format: 'unity' });
  };

  test('[Exports] Unity throws on a missing collection, start or position, a null list and a float without its point', () => {
    const { story: whole } = smallStory();
    whole.add('variable', { name: 'f', type: 'float', value: 90 });
    const text = written(whole, { format: 'unity', compact: true });
    expect(() => readAsUnity(text)).not.toThrow();
    expect(() => readAsUnity(text.replace('90.0', '90'))).toThrow('float');
    for (const key of rootKeys.slice(0, 12)) expect(() => readAsUnity(JSON.stringify({ ...story(), [key]: undefined }))).toThrow();
    expect(() => readAsUnity(text.replace('"x":10,', ''))).toThrow('no place');
    expect(() => readAsUnity(text.replace('"outputs":[]', '"outputs":null'))).toThrow('no list');
    expect(() => readAsUnity(text.replace('"outputs":[]', '"outputs":["gone"]'))).toThrow('points at nothing');
  });

  test('[Exports] Godot throws on a wrapped file, a missing root of the assets and a cover with neither an id nor a type', () => {
    const { story: whole } = smallStory();
    whole.component('Castle', { cover: { type: 'icon', file: 'a/b' } });
    expect(() => readAsGodot(written(whole, { format: 'godot' }))).not.toThrow();
    expect(() => readAsGodot(written(whole, { format: 'godot', destination: 'http' }))).toThrow();
    expect(() => readAsGodot(written(whole, { format: 'godot' }).replace('"type": "icon"', '"kind": "icon"'))).toThrow(
      'neither an id nor a type',
    );
    expect(() =>
      readAsGodot(
        written(whole, { format: 'godot' }).replace(
          '"root": true,\n            "children": []\n        }\n    },\n    "variables"',
          '"children": []\n        }\n    },\n    "variables"',
        ),
      ),
    ).toThrow('root of the assets');
  });
});
