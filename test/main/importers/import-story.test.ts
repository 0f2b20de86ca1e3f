/** What becomes of a sound file: whole records, in order, with everything filled in that an older file lacks. */
import { describe, expect, test } from 'vitest';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { changedStory, entryOf, ids, importFile, smallStory, uuid } from './small-story.ts';

test('[Import rules] a file becomes the records of a whole project, with the ids of the file', async () => {
  const { project } = await importFile(smallStory());
  expect(findProjectErrors(project.records())).toEqual([]);
  expect(project.projectRecord).toMatchObject({
    id: projectRecordId,
    name: 'Small',
    startingElement: ids.start,
    css: '',
    locales: [{ iso: 'en', name: 'English', base: null }],
  });
  expect(project.projectRecord.roots).toEqual({ board: ids.root, component: ids.components, asset: ids.assets, variable: ids.variables });
  expect(project.find('element', ids.start)).toMatchObject({
    boardId: ids.board,
    x: 100,
    y: 100,
    width: 301,
    height: 121,
    autoHeight: true,
    title: { en: { text: '<p>Start</p>' } },
  });
  expect(project.find('element', ids.end)).toMatchObject({ title: {}, content: { en: { text: '' } } });
});

test('[Import rules] lists keep their order: boards, items, conditions, outputs', async () => {
  const { project } = await importFile(
    changedStory((file) => Object.assign(entryOf(file.boards, ids.board), { elements: [ids.end, ids.start] })),
  );
  expect(project.childIds(ids.folder, 'boards')).toEqual([ids.board, ids.other]);
  expect(project.childIds(ids.board, 'elements')).toEqual([ids.end, ids.start]);
  expect(project.childIds(ids.start, 'outputs')).toEqual([ids.toBranch, ids.go]);
  expect(project.children('condition', ids.branch, 'conditions').map(({ role }) => role)).toEqual(['if', 'else']);
  expect(project.childIds(ids.if, 'outputs')).toEqual([ids.back]);
});

test('[Projects] a given name takes precedence over the name in the file', async () => {
  expect((await importFile(smallStory(), { name: 'Another' })).project.projectRecord.name).toBe('Another');
  const nameless = await importFile(changedStory((file) => delete file.name));
  expect(nameless.project.projectRecord.name).toBe('Untitled story');
  expect(nameless.notes).toContain('The story had no name and was given one.');
});

test('[Import rules] the minimal form is imported, and roots are created', async () => {
  const file = {
    startingElement: uuid(2),
    boards: { [uuid(1)]: { name: 'B', elements: [uuid(2)], notes: [], jumpers: [], branches: [], connections: [] } },
    elements: { [uuid(2)]: { title: null, content: null, outputs: [] } },
  };
  const { project, notes } = await importFile(file);
  expect(findProjectErrors(project.records())).toEqual([]);
  expect(project.childIds(project.projectRecord.roots.board, 'boards')).toEqual([uuid(1)]);
  expect(notes).toContain('The file had no top-level folder for boards, so one was created.');
});

test('[Import rules] collections may be objects with a byId map, and empty ones may be lists', async () => {
  const file = smallStory();
  const wrapped = Object.fromEntries(
    Object.entries(file).map(([name, value]) => [
      name,
      name !== 'cover' && typeof value === 'object' ? { byId: value, allIds: [] } : value,
    ]),
  );
  const { project } = await importFile(wrapped);
  const plain = await importFile(file);
  expect(project.size).toBe(plain.project.size);
  expect((await importFile({ ...file, comments: [] })).project.size).toBe(plain.project.size);
});

test('[G26] a file inside {"project": …} is unwrapped', async () => {
  expect((await importFile({ project: smallStory() })).project.projectRecord.name).toBe('Small');
});

test('[G26] null lists and missing collections are empty', async () => {
  const { project } = await importFile(
    changedStory((file) => {
      Object.assign(entryOf(file.boards, ids.other), {
        notes: null,
        jumpers: null,
        branches: null,
        elements: null,
        connections: null,
        attributes: null,
      });
      Object.assign(entryOf(file.elements, ids.end), {
        outputs: null,
        components: null,
        attributes: null,
        assets: null,
        linkedBoard: null,
      });
      Object.assign(file, { variables: {}, assets: undefined });
    }),
  );
  expect(findProjectErrors(project.records())).toEqual([]);
  expect(project.childIds(null, 'variables')).toEqual([]);
});

test('[G26] an attribute without cType and cId belongs to the owner that lists it', async () => {
  const { project, notes } = await importFile(
    changedStory((file) => Object.assign(file.attributes, { [ids.mood]: { name: null, value: { type: 'string', data: '<p>x</p>' } } })),
  );
  expect(project.find('attribute', ids.mood)).toMatchObject({
    cId: ids.hero,
    cType: 'components',
    name: null,
    value: { type: 'string', plain: false, data: '<p>x</p>' },
  });
  expect(notes).toContain('1 attribute had no owner. It now belongs to the item that lists it.');
});

test('[G26] a variable of a board becomes an attribute of it, and the board gets an id for scripts', async () => {
  const { project, notes } = await importFile(
    changedStory((file) =>
      Object.assign(file.variables, { [uuid(80)]: { name: 'danger', type: 'integer', value: 7, cType: 'boards', cId: ids.board } }),
    ),
  );
  expect(findProjectErrors(project.records())).toEqual([]);
  expect(project.find('attribute', uuid(80))).toMatchObject({
    cId: ids.board,
    cType: 'boards',
    name: 'danger',
    customId: 'danger',
    value: { type: 'integer', data: 7 },
  });
  expect(project.find('board', ids.board)?.customId).toBe('main');
  expect(project.childIds(null, 'variables')).toEqual([ids.gold]);
  expect(notes).toContain('1 variable of a board was converted to an attribute of that board.');
});

test('[G26, G23] components get customIds from their names, unique among boards and components; ids in the file take precedence', async () => {
  const { project } = await importFile(
    changedStory((file) => {
      Object.assign(entryOf(file.boards, ids.other), { customId: 'the_hero' });
      entryOf(file.components, ids.cast).children = [ids.hero, uuid(43), uuid(44)];
      Object.assign(file.components, {
        [uuid(43)]: { name: 'Thé Hero!', attributes: [] },
        [uuid(44)]: { name: 'if', attributes: [], customId: 'the_hero_2' },
      });
    }),
  );
  const customIds = [ids.hero, uuid(43), uuid(44)].map((id) => project.find('component', id)?.customId);
  expect(customIds).toEqual(['the_hero_3', 'the_hero_4', 'the_hero_2']);
  expect(project.find('component', ids.cast)?.customId).toBeNull();
});

test('[G26] a branch without an if gets an empty one, before the others', async () => {
  const { project } = await importFile(
    changedStory((file) =>
      Object.assign(entryOf(file.branches, ids.branch), { conditions: { elseIfConditions: [ids.if], elseCondition: ids.else } }),
    ),
  );
  expect(project.children('condition', ids.branch, 'conditions').map(({ role, script }) => [role, script])).toEqual([
    ['if', null],
    ['elseIf', 'gold > 0'],
    ['else', null],
  ]);
});

test('[Import rules] a connection that its source does not name is added to the end of the outputs', async () => {
  const { project, notes } = await importFile(
    changedStory((file) => {
      entryOf(file.elements, ids.start).outputs = [ids.toBranch];
      entryOf(file.conditions, ids.if).output = null;
    }),
  );
  expect(project.childIds(ids.start, 'outputs')).toEqual([ids.toBranch, ids.go]);
  expect(project.childIds(ids.if, 'outputs')).toEqual([ids.back]);
  expect(notes).toContain('2 connections weren’t listed by the items that they start from and were added there.');
});

describe('[Import rules] asset files are not restored', () => {
  test('the collection becomes an empty root with its id; covers and sounds go, icons and youtube stay', async () => {
    const { project, notes } = await importFile(
      changedStory((file) => {
        Object.assign(file.assets, { [ids.assets]: { root: true, children: [uuid(61)] }, [uuid(61)]: { name: 'a.png', type: 'image' } });
        Object.assign(entryOf(file.elements, ids.start), {
          assets: { cover: { id: uuid(61) }, audio: [{ id: uuid(62), mode: 'once', asset: uuid(63), delay: '1200' }] },
        });
        Object.assign(entryOf(file.elements, ids.end), {
          assets: { cover: { type: 'youtube', url: 'https://youtu.be/x', autoplay: true } },
        });
        Object.assign(entryOf(file.components, ids.hero), { assets: { cover: { file: 'lorc/crown', type: 'icon' } } });
      }),
    );
    expect(findProjectErrors(project.records())).toEqual([]);
    expect([...project.recordsOfKind('asset')].map(({ id }) => id)).toEqual([ids.assets]);
    expect(project.countOfKind('audioAttachment')).toBe(0);
    expect(project.find('element', ids.start)?.cover).toBeNull();
    expect(project.find('element', ids.end)?.cover).toEqual({ type: 'youtube', url: 'https://youtu.be/x', autoplay: true });
    expect(project.find('component', ids.hero)?.cover).toEqual({ type: 'icon', file: 'lorc/crown' });
    expect(notes).toEqual(
      expect.arrayContaining([
        '1 asset was skipped, because a JSON file doesn’t contain asset files.',
        '1 cover that uses an image or video of the project was skipped.',
        '1 sound of an element was skipped.',
      ]),
    );
  });

  test('values of asset lists are cleared', async () => {
    const { project } = await importFile(
      changedStory((file) => Object.assign(entryOf(file.attributes, ids.mood), { value: { type: 'asset-list', data: [uuid(61)] } })),
    );
    expect(project.find('attribute', ids.mood)?.value).toEqual({ type: 'asset-list', data: null });
  });
});

test('[Attribute] empty text and empty lists are null, rich-text is a string with plain false', async () => {
  const stored = async (value: unknown) =>
    (await importFile(changedStory((file) => Object.assign(entryOf(file.attributes, ids.mood), { value })))).project.find(
      'attribute',
      ids.mood,
    )?.value;
  expect(await stored({ type: 'string', plain: true, data: '' })).toEqual({ type: 'string', plain: true, data: null });
  expect(await stored({ type: 'rich-text', data: '<p>a</p>' })).toEqual({ type: 'string', plain: false, data: '<p>a</p>' });
  expect(await stored({ type: 'component-list', data: [] })).toEqual({ type: 'component-list', data: null });
  expect(await stored({ type: 'float', data: 90 })).toEqual({ type: 'float', data: 90 });
  expect(await stored({ type: 'component-list', data: [ids.hero] })).toMatchObject({
    type: 'component-list',
    data: [{ component: ids.hero }],
  });
});

test('[Localized content] the texts of all languages are read from contents, with their status', async () => {
  const { project } = await importFile(
    changedStory((file) => {
      file.locales = [
        { iso: 'de', name: 'Deutsch', base: 'en' },
        { iso: 'en', name: 'English', base: null },
      ];
      file.contents = {
        [ids.start]: { title: { de: { text: '<p>Anfang</p>' }, en: { text: null } }, _status: { de: 'review' } },
        [ids.hero]: { name: { de: { text: 'Held' } } },
      };
    }),
  );
  expect(project.mainLocale).toBe('en');
  expect(project.find('element', ids.start)).toMatchObject({
    title: { en: { text: null }, de: { text: '<p>Anfang</p>' } },
    content: { en: { text: '<p>Hello</p>' } },
    status: { de: 'review' },
  });
  expect(project.find('component', ids.hero)).toMatchObject({
    name: { en: { text: 'The Hero' }, de: { text: 'Held' } },
    customId: 'the_hero',
  });
});

test('[G22] dangling mentions stay as text', async () => {
  const text = `<p><span class="mention-component mention" data-id="${ids.nothing}" data-type="component">Gone</span></p>`;
  const { project } = await importFile(changedStory((file) => Object.assign(entryOf(file.elements, ids.start), { content: text })));
  expect(project.find('element', ids.start)?.content).toEqual({ en: { text } });
});

test('unknown fields are kept in extra, known ones never', async () => {
  const { project } = await importFile(
    changedStory((file) => {
      Object.assign(entryOf(file.jumpers, ids.jumper), { align: 'left', width: 200 });
      Object.assign(file, { madeWith: { version: 3 } });
    }),
  );
  expect(project.find('jumper', ids.jumper)).toMatchObject({ width: 200, extra: { align: 'left' } });
  expect(project.projectRecord.extra).toEqual({ madeWith: { version: 3 } });
  for (const record of project.records())
    if (record.id !== ids.jumper && record.id !== projectRecordId) expect(record.extra).toBeUndefined();
});

test('[G24] comment threads are imported with their replies', async () => {
  const author = { id: 7, fullName: null };
  const { project } = await importFile(
    changedStory((file) => {
      file.comments = {
        [uuid(90)]: {
          author,
          content: '<p>Why?</p>',
          createdAt: null,
          updatedAt: null,
          resolved: true,
          position: { id: ids.board, type: 'boards', x: 3, y: 4 },
          replies: [{ id: uuid(91), author, content: 'Because.', createdAt: null, updatedAt: null }],
        },
      };
    }),
  );
  expect(findProjectErrors(project.records())).toEqual([]);
  expect(project.find('comment', uuid(90))).toMatchObject({
    boardId: ids.board,
    x: 3,
    y: 4,
    resolved: true,
    author,
    content: '<p>Why?</p>',
  });
  expect(project.children('reply', uuid(90), 'replies').map(({ content }) => content)).toEqual(['<p>Because.</p>']);
});

test('[Attribute] a board whose attribute is a variable gets a script ID if the file has none', async () => {
  const { project } = await importFile(
    changedStory((file) => {
      entryOf(file.boards, ids.other).attributes = [uuid(72)];
      file.attributes[uuid(72)] = {
        cId: ids.other,
        cType: 'boards',
        name: 'Level',
        customId: 'level',
        value: { type: 'integer', data: 1 },
      };
    }),
  );
  expect(project.find('board', ids.other)?.customId).toBe('other');
});
