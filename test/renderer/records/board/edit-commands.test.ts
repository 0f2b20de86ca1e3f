import { describe, expect, test } from 'vitest';
import {
  canConnect,
  combineCommands,
  connectCommand,
  connectToNewItemCommand,
  createItemCommand,
  duplicateCommand,
  moveCommand,
  reconnectCommand,
  removeCommand,
  resizeCommand,
} from '../../../../renderer/records/board/edit-commands.ts';
import { runSteps } from '../../../../shared/lists.ts';
import { commandSchema } from '../../../../shared/model/commands.ts';
import { arrow, elementAt, projectOf, record } from '../../../story-records.ts';

const story = () =>
  projectOf(
    elementAt('one', 100, 100),
    elementAt('two', 600, 100),
    record('jumper', 'jump', { boardId: 'board', x: 0, y: 600, elementId: 'one' }),
    record('note', 'remark', { boardId: 'board', x: 900, y: 900 }),
    record('branch', 'fork', { boardId: 'board', x: 0, y: 400 }),
    record('condition', 'c-if', { branchId: 'fork', role: 'if', script: 'a > 1' }),
    arrow('a', 'one', 'two'),
    arrow('b', 'c-if', 'two'),
  );
const box = (x: number, y: number) => ({ x, y, width: 301, height: 121 });
const here = (id: string) => ({ id, face: null });

describe('the command of a gesture', () => {
  test('a drop of several items is exactly one batch', () => {
    const drop = moveCommand(
      story(),
      new Map([
        ['one', box(150.4, 120)],
        ['two', box(650, 120)],
      ]),
    );
    expect(drop).toEqual({
      do: 'batch',
      commands: [
        { do: 'change', kind: 'element', id: 'one', fields: { x: 150, y: 120 } },
        { do: 'change', kind: 'element', id: 'two', fields: { x: 650, y: 120 } },
      ],
    });
  });

  test('a drop at the same position is no command', () => expect(moveCommand(story(), new Map([['one', box(100, 100)]]))).toBeNull());

  test('[Common conventions] an item dropped beyond the canvas is placed at its edge', () => {
    expect(moveCommand(story(), new Map([['one', box(50_000, -40)]]))).toMatchObject({ fields: { x: 40_000 - 301, y: 0 } });
  });

  test('a resize is one change and ends the automatic height', () => {
    expect(resizeCommand(story(), 'one', { x: 100, y: 100, width: 400, height: 300 })).toEqual({
      do: 'change',
      kind: 'element',
      id: 'one',
      fields: { x: 100, y: 100, width: 400, height: 300, autoHeight: false },
    });
    expect(resizeCommand(story(), 'fork', box(0, 0))).toBeNull();
  });

  test('[G6] connections are deleted before the items whose deletion would delete them', () => {
    expect(removeCommand(story(), ['one', 'a', 'jump'])).toMatchObject({ commands: [{ id: 'a' }, { id: 'one' }, { id: 'jump' }] });
  });

  test('[G6] a connection leads from elements and conditions to elements, branches and jumpers', () => {
    const project = story();
    expect(canConnect(project, 'one', 'one')).toBe(true);
    expect(canConnect(project, 'one', 'fork')).toBe(true);
    expect(canConnect(project, 'c-if', 'jump')).toBe(true);
    expect(canConnect(project, 'jump', 'one')).toBe(false);
    expect(canConnect(project, 'one', 'remark')).toBe(false);
    expect(canConnect(project, 'fork', 'one')).toBe(false);
  });

  test('[Connections] connecting a condition that has an output redirects that output', () => {
    expect(connectCommand(story(), 'new', here('c-if'), here('one'))).toEqual({
      do: 'change',
      kind: 'connection',
      id: 'b',
      fields: { targetid: 'one', targetType: 'elements', sourceFace: null, targetFace: null },
    });
  });

  test('a connection dropped on the empty canvas creates an element and the connection, in one batch', () => {
    const ids = { item: '00000000-0000-4000-8000-000000000001', connection: '00000000-0000-4000-8000-000000000002' };
    const made = connectToNewItemCommand(story(), 'element', ids, 'board', { id: 'one', face: 'right' }, { x: 900, y: 300 });
    expect(made).toMatchObject({
      do: 'batch',
      commands: [
        { do: 'create', kind: 'element', id: ids.item },
        {
          do: 'create',
          kind: 'connection',
          id: ids.connection,
          fields: { sourceid: 'one', sourceType: 'elements', targetid: ids.item, sourceFace: 'right' },
        },
      ],
    });
    expect(commandSchema.safeParse(made).success).toBe(true);
  });

  test('[Connections] a moved end is sent with its id and type', () => {
    const fields = { targetid: 'jump', targetType: 'jumpers', targetFace: null };
    expect(reconnectCommand(story(), 'a', null, here('jump'))).toEqual({ do: 'change', kind: 'connection', id: 'a', fields });
    expect(reconnectCommand(story(), 'a', here('remark'), null)).toBeNull();
  });

  test('copies include the connections between them', () => {
    let last = 0;
    const made = runSteps(duplicateCommand(story(), new Set(['one', 'two']), () => `copy${++last}`));
    expect(made?.ids).toEqual(['copy1', 'copy2']);
    expect(made?.command).toMatchObject({
      commands: [{ id: 'copy1' }, { id: 'copy2' }, { kind: 'connection', fields: { sourceid: 'copy1', targetid: 'copy2' } }],
    });
  });

  test('a copy of an element has the same components and sounds', () => {
    const project = projectOf(
      elementAt('one', 0, 0),
      record('asset', 'waves', { parentId: 'aroot', type: 'audio', name: 'waves.wav' }),
      record('audioAttachment', 'sound', { elementId: 'one', assetId: 'waves', mode: 'loop', delay: 200 }),
    );
    const made = runSteps(duplicateCommand(project, new Set(['one']), () => 'copy'));
    expect(made?.command).toMatchObject({
      commands: [{ id: 'copy' }, { kind: 'audioAttachment', fields: { elementId: 'copy', assetId: 'waves', mode: 'loop', delay: 200 } }],
    });
  });

  test('[Branches and conditions] a new branch has an else', () => {
    const conditions = { ifCondition: { script: null }, elseCondition: { script: null } };
    expect(createItemCommand('branch', 'x', 'board', { x: 0, y: 0 })).toMatchObject({ conditions });
  });

  test('[Common conventions] an item that is created at the edge is on the canvas', () => {
    expect(createItemCommand('branch', 'x', 'board', { x: 40_000, y: 40_000 })).toMatchObject({ fields: { x: 39_712, y: 39_947 } });
    expect(combineCommands([])).toBeNull();
  });
});
