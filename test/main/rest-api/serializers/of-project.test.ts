import { describe, expect, test } from 'vitest';
import { openReads } from './open-reads.ts';

describe('attributes', () => {
  test('[Attribute] plain is for text only, customId for variables only; the same alone, by its owner and in the list', () => {
    const { read, build, board } = openReads();
    const hero = build('component');
    const common = { cId: hero.id, cType: 'components' };
    const picture = build('asset', { name: 'a.png', type: 'image', file: 'a.png' });
    const forms = [
      { given: { type: 'string', data: 'brave' }, customId: 'mood', shown: { type: 'string', data: 'brave', plain: true } },
      { given: { type: 'rich-text', data: '<p>Tall</p>' }, shown: { type: 'string', data: '<p>Tall</p>', plain: false } },
      { given: { type: 'boolean', data: true }, customId: 'alive', shown: { type: 'boolean', data: true } },
      { given: { type: 'integer' }, customId: 'age', shown: { type: 'integer', data: 0 } },
      { given: { type: 'float', data: 0.5 }, customId: 'luck', shown: { type: 'float', data: 0.5 } },
      { given: { type: 'component-list', data: [] }, shown: { type: 'component-list', data: null } },
      {
        given: { type: 'asset-list', data: [{ id: 'r', asset: picture.id }] },
        shown: { type: 'asset-list', data: [{ id: 'r', asset: picture.id }] },
      },
    ];
    const shown = forms.map(({ given, customId, shown: value }) => {
      const { id } = build('attribute', { ...common, name: null, size: 'half', value: given, ...(customId && { customId }) });
      return { id, name: null, size: 'half', value, ...common, ...(customId && { customId }) };
    });
    expect(read('getComponentAttributes', { componentId: hero.id })).toEqual(shown);
    for (const form of shown) {
      expect(read('getAttribute', { attributeId: form.id })).toEqual(form);
      expect(read('getComponentAttribute', { componentId: hero.id, attributeId: form.id })).toEqual(form);
    }
    expect(read('getBoardAttributes', { boardId: board })).toEqual([]);
  });

  test('[Attributes] an attribute must belong to the owner of the route', () => {
    const { read, refusedRead, build, board } = openReads();
    const element = build('element');
    const mine = build('attribute', { cId: element.id });
    const boards = build('attribute', { cId: board, cType: 'boards', value: { type: 'integer' }, customId: 'steps' });
    expect(read('getElementAttributes', { elementId: element.id })).toMatchObject([{ id: mine.id, cType: 'elements' }]);
    expect(read('getElementAttribute', { elementId: element.id, attributeId: mine.id })).toMatchObject({ id: mine.id });
    expect(read('getBoardAttribute', { boardId: board, attributeId: boards.id })).toMatchObject({ customId: 'steps' });
    expect(refusedRead('getElementAttribute', { elementId: build('element').id, attributeId: mine.id }).status).toBe(404);
    expect(refusedRead('getBoardAttribute', { boardId: board, attributeId: mine.id }).status).toBe(404);
    expect(refusedRead('getComponentAttribute', { componentId: build('component').id, attributeId: boards.id }).status).toBe(404);
  });

  test('[Attributes] a folder is a 400, a missing owner or attribute a 404', () => {
    const { refusedRead, build, board, roots } = openReads();
    const folder = build('component', { type: 'folder', name: 'All' });
    expect(refusedRead('getBoardAttributes', { boardId: roots.board })).toMatchObject({
      status: 400,
      errors: { boardId: expect.any(String) },
    });
    expect(refusedRead('getBoardAttribute', { boardId: roots.board, attributeId: 'x' }).status).toBe(400);
    expect(refusedRead('getComponentAttributes', { componentId: folder.id }).status).toBe(400);
    expect(refusedRead('getComponentAttribute', { componentId: folder.id, attributeId: 'x' }).status).toBe(400);
    for (const [name, params] of [
      ['getAttribute', { attributeId: 'x' }],
      ['getBoardAttributes', { boardId: 'x' }],
      ['getBoardAttribute', { boardId: board, attributeId: 'x' }],
      ['getComponentAttributes', { componentId: 'x' }],
      ['getElementAttributes', { elementId: 'x' }],
      ['getElementAttribute', { elementId: 'x', attributeId: 'x' }],
    ] as const)
      expect(refusedRead(name, params).status, name).toBe(404);
  });
});

describe('variables', () => {
  test('[Variable] every type with its value, cType always global', () => {
    const { read, build } = openReads();
    for (const [type, value] of Object.entries({ string: '', integer: 0, float: 0, boolean: false })) {
      const { id, name } = build('variable', { type });
      expect(read('getVariable', { variableId: id })).toEqual({ id, name, type, value, cType: 'global' });
    }
  });

  test('[Common conventions] the variable root is never exposed', () => {
    const { refusedRead, roots } = openReads();
    expect(refusedRead('getVariable', { variableId: roots.variable }).status).toBe(404);
    expect(refusedRead('getVariable', { variableId: 'x' }).status).toBe(404);
  });
});

describe('components', () => {
  test('[Component] the tree names each by the main language, with fallbacks', () => {
    const { read, build, send, roots } = openReads();
    const folder = build('component', { type: 'folder', name: 'People' });
    const ada = build('component', { name: { en: 'Ada', de: 'Ada von' }, parentId: folder.id });
    const eva = build('component', { name: { de: 'Eva' }, parentId: folder.id });
    send({ do: 'move', kind: 'component', id: eva.id, at: 0 });
    const none = build('component', { name: { en: '' } });
    expect(read('listComponents')).toEqual([
      { id: roots.component, name: 'Root', type: 'folder', parentId: null, children: [folder.id, none.id] },
      { id: folder.id, name: 'People', type: 'folder', parentId: roots.component, children: [eva.id, ada.id] },
      { id: eva.id, name: 'Eva', type: 'component', parentId: folder.id, children: [] },
      { id: ada.id, name: 'Ada', type: 'component', parentId: folder.id, children: [] },
      { id: none.id, name: '', type: 'component', parentId: roots.component, children: [] },
    ]);
  });

  test('[Component, G12] a component has customId, names, attributes and cover; a folder its children', () => {
    const { read, build, change, roots } = openReads();
    const { id } = build('component', { name: { en: 'Ada' } });
    const bare = { id, customId: 'ada', parentId: roots.component, name: { en: { text: 'Ada' } } };
    expect(read('getComponent', { componentId: id })).toEqual({ ...bare, attributes: [], assets: { cover: null } });
    const attribute = build('attribute', { cId: id, cType: 'components', value: { type: 'boolean' }, customId: 'alive' });
    change('component', id, { cover: { type: 'icon', file: 'star.svg' } });
    expect(read('getComponent', { componentId: id })).toEqual({
      ...bare,
      attributes: [attribute.id],
      assets: { cover: { type: 'icon', file: 'star.svg' } },
    });
    expect(read('getComponent', { componentId: roots.component })).toEqual({
      id: roots.component,
      parentId: null,
      name: { en: { text: 'Root' } },
      children: [id],
    });
  });

  test('[Errors 5] an unknown component is a 404', () => {
    expect(openReads().refusedRead('getComponent', { componentId: 'x' }).status).toBe(404);
  });
});

describe('assets', () => {
  test('[Asset, G19] the root is root_asset wherever its id is used', () => {
    const { read, build, roots } = openReads();
    const folder = build('asset', { name: 'Sounds', type: 'folder', file: null });
    const door = build('asset', { name: 'door.mp3', type: 'audio', file: 'x.mp3', parentId: folder.id });
    expect(read('listAssets')).toEqual([
      { id: 'root_asset', name: 'Root', type: 'folder', parentId: null, children: [folder.id] },
      { id: folder.id, name: 'Sounds', type: 'folder', parentId: 'root_asset', children: [door.id] },
      { id: door.id, name: 'door.mp3', type: 'audio', parentId: folder.id, children: [] },
    ]);
    const root = { id: 'root_asset', name: 'Root', type: 'folder', children: [folder.id] };
    expect(read('getAsset', { assetId: 'root_asset' })).toEqual(root);
    expect(read('getAsset', { assetId: roots.asset })).toEqual(root);
  });

  test('[Asset, G12] a file has its stored name, and size and dimensions if known; a folder has no file properties', () => {
    const { read, build } = openReads();
    const bare = build('asset', { name: 'later.png', type: 'image', file: null });
    expect(read('getAsset', { assetId: bare.id })).toEqual({ id: bare.id, name: 'later.png', type: 'image', file: null });
    const asset = build('asset', { name: 'door.mp3', type: 'audio', file: 'x.mp3', size: '1.2 MB', volume: 0.5 });
    expect(read('getAsset', { assetId: asset.id })).toEqual({
      id: asset.id,
      name: 'door.mp3',
      type: 'audio',
      file: 'x.mp3',
      size: '1.2 MB',
      volume: 0.5,
    });
    const folder = build('asset', { name: 'Sounds', type: 'folder', file: null });
    expect(read('getAsset', { assetId: folder.id })).toEqual({ id: folder.id, name: 'Sounds', type: 'folder', children: [] });
  });

  test('[Errors 5] an unknown asset is a 404', () => {
    expect(openReads().refusedRead('getAsset', { assetId: 'x' }).status).toBe(404);
  });
});

describe('comments and stylesheet', () => {
  test('[Comments] threads of every board in their order, resolved ones too, with replies and departed authors', () => {
    const { read, build, send, board } = openReads();
    expect(read('listComments')).toEqual([]);
    const other = build('board', { name: 'Two' });
    const late = build('comment', { boardId: other.id });
    const one = build('comment', { boardId: board, createdAt: '2026-01-01T00:00:00Z', updatedAt: null });
    const two = build('comment', { boardId: board, resolved: true, author: { id: 7, fullName: null } });
    send({ do: 'move', kind: 'comment', id: two.id, at: 0 });
    const answer = build('reply', { commentId: one.id, createdAt: '2026-01-02T00:00:00Z' });
    const position = { id: board, type: 'boards', x: 1, y: 2 };
    const comment = { content: '<p>Hm?</p>', createdAt: null, updatedAt: null };
    expect(read('listComments')).toEqual([
      { id: two.id, author: { id: 7, fullName: null }, ...comment, resolved: true, position, replies: [] },
      {
        id: one.id,
        author: { id: 1, fullName: 'Ada' },
        ...comment,
        createdAt: '2026-01-01T00:00:00Z',
        resolved: false,
        position,
        replies: [
          { id: answer.id, author: { id: 2, fullName: null }, content: '<p>Yes.</p>', createdAt: '2026-01-02T00:00:00Z', updatedAt: null },
        ],
      },
      {
        id: late.id,
        author: { id: 1, fullName: 'Ada' },
        ...comment,
        resolved: false,
        position: { ...position, id: other.id },
        replies: [],
      },
    ]);
  });

  test('[Custom stylesheet] is returned as stored, or as an empty string', () => {
    const { read, change } = openReads();
    expect(read('getCss')).toEqual({ css: '' });
    change('project', 'project', { css: 'p { color: red }' });
    expect(read('getCss')).toEqual({ css: 'p { color: red }' });
  });
});
