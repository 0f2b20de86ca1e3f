/** [Component and component folder, Components]; covers are in covers.test.ts, mentions in mentions.test.ts. */
import { describe, expect, test } from 'vitest';
import { openStory, pathsOf } from './open-story.ts';

describe('[Components] create', () => {
  test('without anything it is a component at the end of the root; a folder is named New folder and has no customId', () => {
    const { make, project, roots } = openStory();
    const [one, folder] = [make('component', {}), make('component', { type: 'folder', parentId: null })];
    expect(project.get(one)).toMatchObject({
      type: 'component',
      name: { en: { text: 'Untitled component' } },
      customId: 'untitled_component',
      cover: null,
    });
    expect(project.get(folder)).toMatchObject({ name: { en: { text: 'New folder' } }, customId: null });
    expect(project.childIds(roots.component, 'components')).toEqual([one, folder]);
  });

  test('the name is a text or a map of languages; the customId is derived from the main language', () => {
    const { make, project } = openStory();
    expect(project.get(make('component', { name: 'Ada' }))).toMatchObject({ name: { en: { text: 'Ada' } }, customId: 'ada' });
    expect(project.get(make('component', { name: { de: 'Öl', en: { text: 'Oil' } } }))).toMatchObject({
      name: { de: { text: 'Öl' }, en: { text: 'Oil' } },
      customId: 'oil',
    });
    expect(project.get(make('component', { name: { de: 'Öl' } }))).toMatchObject({ name: { de: { text: 'Öl' } }, customId: 'ol' });
  });

  test('the customId is unique against boards and components, not reserved, and cannot be given', () => {
    const { make, project, refusedCreate } = openStory();
    const ids = ['Act 1', 'act-1', 'random'].map((name) => project.find('component', make('component', { name }))?.customId);
    expect(ids).toEqual(['act_1_2', 'act_1_3', 'random_2']);
    expect(pathsOf(refusedCreate('component', { name: 'x', customId: 'mine' }))).toEqual(['customId']);
  });

  test('the parent exists (404) and is a folder (400): components have no children', () => {
    const { make, refusedCreate, project, roots } = openStory();
    const ada = make('component', { name: 'Ada' });
    expect(refusedCreate('component', { parentId: 'no' }).status).toBe(404);
    expect(refusedCreate('component', { parentId: roots.board }).status).toBe(404);
    expect(pathsOf(refusedCreate('component', { parentId: ada }))).toEqual(['parentId']);
    const folder = make('component', { type: 'folder' });
    const inside = make('component', { parentId: folder }, { at: 0 });
    expect(project.childIds(folder, 'components')).toEqual([inside]);
  });
});

describe('[Components] change and move', () => {
  test('the customId stays when the name changes, and cannot be renamed', () => {
    const { make, change, project, refusedChange } = openStory();
    const id = make('component', { name: 'Ada' });
    change('component', id, { name: 'Eve' });
    expect(project.get(id)).toMatchObject({ name: { en: { text: 'Eve' } }, customId: 'ada' });
    expect(pathsOf(refusedChange('component', id, { customId: 'eve' }))).toEqual(['customId']);
    change('component', id, { name: null });
    expect(project.get(id)).toMatchObject({ name: { en: { text: null } } });
  });

  test('index and parentId as for boards', () => {
    const { make, send, refused, project, roots } = openStory();
    const folder = make('component', { type: 'folder' });
    const inner = make('component', { type: 'folder', parentId: folder });
    const ada = make('component', { name: 'Ada' });
    send({ do: 'move', kind: 'component', id: ada, to: inner, at: 0 });
    send({ do: 'move', kind: 'component', id: ada, at: 3 });
    expect(project.childIds(inner, 'components')).toEqual([ada]);
    send({ do: 'move', kind: 'component', id: ada, to: null, at: 0 });
    expect(project.childIds(roots.component, 'components')).toEqual([ada, folder]);
    for (const to of [folder, inner, ada]) expect(refused({ do: 'move', kind: 'component', id: folder, to, at: 0 }).status).toBe(400);
    expect(refused({ do: 'move', kind: 'component', id: folder, to: 'no', at: 0 }).status).toBe(404);
  });

  test('the root is not changed, moved or deleted', () => {
    const { roots, refused, refusedChange } = openStory();
    expect(refusedChange('component', roots.component, { name: 'x' }).status).toBe(400);
    expect(refused({ do: 'move', kind: 'component', id: roots.component, at: 0 }).status).toBe(400);
    expect(refused({ do: 'remove', kind: 'component', id: roots.component }).status).toBe(400);
  });
});

describe('[Components] delete', () => {
  test('attributes, attachments and list entries go; an emptied list is null', () => {
    const { build, make, send, project, sound } = openStory();
    const [ada, bob] = [build('component').id, build('component').id];
    const own = make('attribute', { cId: ada, cType: 'components', value: { type: 'rich-text' } });
    const attachment = build('componentAttachment', { componentId: ada }).id;
    const list = (...ids: string[]) =>
      build('attribute', { value: { type: 'component-list', data: ids.map((component, index) => ({ id: `r${index}`, component })) } }).id;
    const [both, one] = [list(ada, bob, ada), list(ada)];
    send({ do: 'remove', kind: 'component', id: ada });
    expect([project.has(own), project.has(attachment)]).toEqual([false, false]);
    expect(project.find('attribute', both)?.value.data).toEqual([{ id: 'r1', component: bob }]);
    expect(project.find('attribute', one)?.value.data).toBeNull();
    sound();
  });

  test('removing a folder removes its subtree', () => {
    const { make, send, project } = openStory();
    const before = project.size;
    const folder = make('component', { type: 'folder' });
    make('component', { parentId: make('component', { type: 'folder', parentId: folder }) });
    send({ do: 'remove', kind: 'component', id: folder });
    expect(project.size).toBe(before);
  });
});
