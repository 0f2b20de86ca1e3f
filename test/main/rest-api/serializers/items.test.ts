import { describe, expect, test } from 'vitest';
import { replySchemas } from '../../../../shared/contracts/rest/replies.ts';
import { openReads } from './open-reads.ts';

describe('elements', () => {
  test('[Element] a new element reads with its defaults; the main language is present with null', () => {
    const { read, build, board } = openReads();
    const { id } = build('element', { boardId: board, x: 1.5, y: 2 });
    const reply = read('getElement', { elementId: id });
    // The schema of the reply has no properties but the fields of the kind and what the specification adds.
    expect(replySchemas.getElement.safeParse(reply).error).toBeUndefined();
    expect(reply).toMatchObject({
      id,
      boardId: board,
      x: 1.5,
      y: 2,
      width: 301,
      height: 121,
      theme: 'default',
      autoHeight: true,
      title: { en: { text: null } },
      content: { en: { text: null } },
      components: [],
      outputs: [],
      attributes: [],
      assets: { cover: null, audio: [] },
      linkedBoard: null,
    });
  });

  test('[Element, G12] a full element names attachments, outputs in order, attributes, cover, sounds and linked board', () => {
    const { read, build, send, board } = openReads();
    const { id } = build('element', {
      boardId: board,
      theme: 'moss',
      title: { en: '<p>Hall</p>', de: '<p>Saal</p>' },
      content: '<p>Dark.</p>',
      linkedBoard: board,
    });
    const [near, far] = [build('element', { boardId: board }), build('element', { boardId: board })];
    const first = build('connection', { boardId: board, sourceid: id, targetid: near.id });
    const second = build('connection', { boardId: board, sourceid: id, targetid: far.id });
    send({ do: 'move', kind: 'connection', id: second.id, at: 0, list: 'outputs' });
    const attachment = build('componentAttachment', { elementId: id });
    const sound = build('audioAttachment', { elementId: id, mode: 'loop', delay: 250 });
    const attribute = build('attribute', { cId: id });
    const picture = build('asset', { name: 'door.png', type: 'image', file: 'door.png' });
    send({ do: 'change', kind: 'element', id, fields: { cover: { id: picture.id } } });
    expect(read('getElement', { elementId: id })).toMatchObject({
      theme: 'moss',
      title: { en: { text: '<p>Hall</p>' }, de: { text: '<p>Saal</p>' } },
      content: { en: { text: '<p>Dark.</p>' } },
      components: [{ id: attachment.id, component: attachment.componentId }],
      outputs: [second.id, first.id],
      attributes: [attribute.id],
      assets: {
        cover: { type: 'image', id: picture.id },
        audio: [{ id: sound.id, asset: sound.assetId, mode: 'loop', delay: 250 }],
      },
      linkedBoard: board,
    });
  });

  test('[Localized content] clearing text does not remove the language', () => {
    const { read, build, change } = openReads();
    const { id } = build('element', { title: { de: '<p>Saal</p>' } });
    change('element', id, { title: { de: null } });
    expect(read('getElement', { elementId: id })).toMatchObject({ title: { en: { text: null }, de: { text: null } } });
  });

  test('[Element] a list item has the main title as it is stored, or an empty string, and counts', () => {
    const { read, build, send, board } = openReads();
    const full = build('element', { boardId: board, title: { en: '<p>Hall</p>', de: '<p>Saal</p>' }, content: '<p>x</p>' });
    const bare = build('element', { boardId: board, title: { de: '<p>Nur deutsch</p>' }, content: { de: '<p>x</p>' } });
    const empty = build('element', { boardId: board, content: '<p></p>' });
    build('connection', { boardId: board, sourceid: full.id, targetid: bare.id });
    build('componentAttachment', { elementId: full.id });
    build('attribute', { cId: full.id });
    build('attribute', { cId: full.id });
    send({ do: 'move', kind: 'element', id: empty.id, at: 0 });
    const box = { x: 100, y: 200, width: 301, height: 121, theme: 'default' };
    const none = { componentCount: 0, attributeCount: 0, outputCount: 0 };
    expect(read('listBoardElements', { boardId: board })).toEqual([
      { id: empty.id, title: '', ...box, hasContent: false, ...none },
      { id: full.id, title: '<p>Hall</p>', ...box, hasContent: true, componentCount: 1, attributeCount: 2, outputCount: 1 },
      { id: bare.id, title: '', ...box, hasContent: true, ...none },
    ]);
  });

  test('[Errors 5] an unknown element is a 404', () => {
    const { refusedRead, board } = openReads();
    expect(refusedRead('getElement', { elementId: board }).status).toBe(404);
  });
});

describe('notes and jumpers', () => {
  test('[Note] the list form has autoHeight, the stored form the board; content may be null', () => {
    const { read, build, send, board } = openReads();
    const one = build('note', { boardId: board, content: '<p>Mind <b>this</b></p>' });
    const two = build('note', { boardId: board, autoHeight: false });
    send({ do: 'move', kind: 'note', id: two.id, at: 0 });
    const box = { x: 100, y: 200, width: 301, height: 101, theme: 'default' };
    expect(read('listBoardNotes', { boardId: board })).toEqual([
      { id: two.id, content: null, ...box, autoHeight: false },
      { id: one.id, content: '<p>Mind <b>this</b></p>', ...box, autoHeight: true },
    ]);
    expect(read('getNote', { noteId: one.id })).toEqual({ id: one.id, boardId: board, ...box, content: '<p>Mind <b>this</b></p>' });
  });

  test('[Jumper] the list item also has width and height', () => {
    const { read, build, board } = openReads();
    const target = build('element');
    const { id } = build('jumper', { boardId: board, elementId: target.id });
    const stored = { id, boardId: board, x: 100, y: 200, elementId: target.id };
    expect(read('getJumper', { jumperId: id })).toEqual(stored);
    expect(read('listBoardJumpers', { boardId: board })).toEqual([{ ...stored, width: 185, height: 86 }]);
    expect(read('getJumper', { jumperId: build('jumper', { boardId: board }).id })).toMatchObject({ elementId: null });
  });

  test('[Errors 5] an unknown note or jumper is a 404', () => {
    const { refusedRead } = openReads();
    expect(refusedRead('getNote', { noteId: 'x' }).status).toBe(404);
    expect(refusedRead('getJumper', { jumperId: 'x' }).status).toBe(404);
  });
});

describe('branches and connections', () => {
  test('[Branch and conditions] the read form expands the conditions, the list form has their ids', () => {
    const { read, build, send, project, board } = openReads();
    const branch = build('branch', { boardId: board, theme: 'gold' });
    send({
      do: 'setConditions',
      id: branch.id,
      conditions: { ifCondition: { script: 'a == 1' }, elseIfConditions: [{ script: 'b' }, {}], elseCondition: { script: '' } },
    });
    const [first = '', second = '', third = '', last = ''] = project.childIds(branch.id, 'conditions');
    const target = build('element', { boardId: board });
    const output = build('connection', { boardId: board, sourceid: second, sourceType: 'conditions', targetid: target.id });
    const place = { id: branch.id, boardId: board, x: 100, y: 200, theme: 'gold' };
    expect(read('getBranch', { branchId: branch.id })).toEqual({
      ...place,
      conditions: {
        ifCondition: { id: first, output: null, script: 'a == 1' },
        elseIfConditions: [
          { id: second, output: output.id, script: 'b' },
          { id: third, output: null, script: null },
        ],
        elseCondition: { id: last, output: null, script: null },
      },
    });
    expect(read('listBoardBranches', { boardId: board })).toEqual([
      { ...place, conditions: { ifCondition: first, elseIfConditions: [second, third], elseCondition: last } },
    ]);
  });

  test('[Branch and conditions] a new branch has its if condition alone', () => {
    const { read, build, project } = openReads();
    const { id } = build('branch');
    const [only = ''] = project.childIds(id, 'conditions');
    expect(read('getBranch', { branchId: id })).toMatchObject({
      conditions: { ifCondition: { id: only, output: null, script: null }, elseIfConditions: [], elseCondition: null },
    });
  });

  test('[Connection] the label is a map in the stored form and a string in the list', () => {
    const { read, build, board } = openReads();
    const { id, sourceid, targetid } = build('connection', {
      boardId: board,
      label: { en: '<p>Go</p>', de: '<p>Los</p>' },
      sourceFace: 'left',
      labelWidth: 80,
      theme: 'red',
      type: 'Straight',
    });
    const fields = {
      id,
      boardId: board,
      sourceid,
      sourceType: 'elements',
      targetid,
      targetType: 'elements',
      sourceFace: 'left',
      targetFace: null,
      labelLocation: 0.5,
      labelWidth: 80,
      theme: 'red',
      type: 'Straight',
    };
    expect(read('getConnection', { connectionId: id })).toEqual({
      ...fields,
      label: { en: { text: '<p>Go</p>' }, de: { text: '<p>Los</p>' } },
    });
    expect(read('listBoardConnections', { boardId: board })).toEqual([{ ...fields, label: '<p>Go</p>' }]);
    const bare = build('connection', { boardId: board });
    expect(read('getConnection', { connectionId: bare.id })).toMatchObject({
      label: { en: { text: null } },
      labelWidth: null,
      type: 'Bezier',
    });
    expect(read('listBoardConnections', { boardId: board })).toMatchObject([{}, { id: bare.id, label: '' }]);
  });

  test('[Errors 5] an unknown branch or connection is a 404', () => {
    const { refusedRead } = openReads();
    expect(refusedRead('getBranch', { branchId: 'x' }).status).toBe(404);
    expect(refusedRead('getConnection', { connectionId: 'x' }).status).toBe(404);
  });
});
