/** Frames: what they hold, what moves with them, and where they are drawn. */
import { describe, expect, test } from 'vitest';
import { createLayoutRequest } from '../../../../renderer/features/board/actions/arrange-selection.ts';
import { moveToBoardCommand } from '../../../../renderer/features/board/actions/move-dialog.tsx';
import { SceneBuilder } from '../../../../renderer/features/board/canvas/board-scene.ts';
import { buildListRows } from '../../../../renderer/features/board/list/board-list-rows.ts';
import { BoardIndex } from '../../../../renderer/records/board/board-index.ts';
import {
  arrangeCommand,
  createItemCommand,
  duplicateCommand,
  moveCommand,
  removeCommand,
} from '../../../../renderer/records/board/edit-commands.ts';
import { boxAround, frameContentIds, moveFrameContents, withFrameContents } from '../../../../renderer/records/board/frames.ts';
import { describeRecord } from '../../../../renderer/records/names/describe-record.ts';
import { runSteps } from '../../../../shared/lists.ts';
import type { Command, SingleCommand } from '../../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { arrow, elementAt, projectOf, record } from '../../../story-records.ts';

const frame = (id: string, x: number, y: number, width: number, height: number): AnyRecord =>
  record('note', id, { boardId: 'board', x, y, width, height, isFrame: true, content: `<p>${id}</p>` });

/** An act with a card and a scene, which holds a card, a note and a jumper; one card is beside the act. */
const story = () =>
  projectOf(
    frame('act', 0, 0, 2000, 1000),
    frame('scene', 600, 100, 800, 800),
    elementAt('intro', 100, 100),
    elementAt('gate', 700, 200),
    record('note', 'remark', { boardId: 'board', x: 700, y: 400 }),
    record('jumper', 'jump', { boardId: 'board', x: 700, y: 600 }),
    elementAt('beside', 2500, 100),
    arrow('a', 'intro', 'gate'),
    arrow('b', 'gate', 'beside'),
  );
const sceneContents = ['gate', 'jump', 'remark'];
const actContents = [...sceneContents, 'intro', 'scene'].sort();
const commandsOf = (command: Command | null | undefined): readonly SingleCommand[] => {
  if (!command) return [];
  return command.do === 'batch' ? command.commands : [command];
};

describe('what a frame holds', () => {
  test('is every item whose middle is in it, frames included', () => {
    expect(frameContentIds(story(), 'scene').sort()).toEqual(sceneContents);
    expect(frameContentIds(story(), 'act').sort()).toEqual(actContents);
  });

  test('follows from the positions: an item that is half outside belongs to it until its middle is', () => {
    const project = story();
    const move = (x: number) => {
      const before = project.get('gate');
      if (before) project.apply([{ before, after: { ...before, x } }]);
      return frameContentIds(project, 'scene').includes('gate');
    };
    expect([move(1240), move(1260)]).toEqual([true, false]);
  });

  test('two frames of the same size do not hold each other, and a note holds nothing', () => {
    const project = projectOf(frame('one', 0, 0, 500, 500), frame('two', 50, 50, 500, 500), elementAt('card', 100, 100));
    expect([frameContentIds(project, 'one'), frameContentIds(project, 'two')]).toEqual([['card'], ['card']]);
    expect(frameContentIds(story(), 'remark')).toEqual([]);
  });

  test('moves with it, in one step, by the same distance', () => {
    const project = story();
    const moved = moveCommand(project, moveFrameContents(project, new Map([['act', { x: 100, y: 50, width: 2000, height: 1000 }]])));
    expect(moved?.do).toBe('batch');
    const positions = new Map(commandsOf(moved).map((each) => [('id' in each && each.id) || '', 'fields' in each && each.fields]));
    expect([...positions.keys()].sort()).toEqual(['act', ...actContents].sort());
    expect(positions.get('gate')).toEqual({ x: 800, y: 250 });
  });

  test('keeps a position of its own', () => {
    const own = { x: 5, y: 5, width: 301, height: 121 };
    const boxes = moveFrameContents(
      story(),
      new Map([
        ['scene', { x: 700, y: 100, width: 800, height: 800 }],
        ['gate', own],
      ]),
    );
    expect(boxes.get('gate')).toBe(own);
    expect(boxes.get('jump')).toMatchObject({ x: 800, y: 600 });
  });

  test('is copied and moved to another board with it, as a frame, and stays where the frame is deleted', () => {
    const project = story();
    let count = 0;
    const newId = () => `new-${++count}`;
    const copies = runSteps(duplicateCommand(project, new Set(['scene']), newId));
    expect(copies?.ids).toHaveLength(4);
    const moved = runSteps(moveToBoardCommand(project, ['scene'], 'root', newId, () => ''));
    for (const command of [copies?.command, moved?.command]) {
      const made = commandsOf(command).filter((each) => each.do === 'create');
      expect(made.filter((each) => each.kind === 'note' && each.fields.isFrame)).toHaveLength(1);
    }
    expect(commandsOf(removeCommand(project, ['scene']))).toEqual([{ do: 'remove', kind: 'note', id: 'scene' }]);
  });
});

describe('a new frame', () => {
  test('is a note of a fixed size', () => {
    expect(createItemCommand('frame', 'new', 'board', { x: 1000, y: 1000 })).toMatchObject({
      kind: 'note',
      fields: { isFrame: true, autoHeight: false, x: 620, y: 790 },
    });
  });

  test('around items holds them, with room for its title', () => {
    const box = boxAround([{ x: 100, y: 200, width: 301, height: 121 }]);
    expect(box).toEqual({ x: 68, y: 128, width: 365, height: 225 });
    expect(boxAround([{ x: 10, y: 10, width: 100, height: 100 }])).toEqual({ x: 0, y: 0, width: 142, height: 142 });
    expect(boxAround([])).toBeUndefined();
  });
});

describe('on the board', () => {
  test('frames are below everything else, larger ones below smaller ones, also while they are selected', () => {
    const { nodes } = new SceneBuilder().build(story(), 1, 'board', { draggedBoxes: new Map(), selected: new Set(['act', 'gate']) });
    const layer = (id: string) => nodes.find((node) => node.id === id)?.zIndex ?? 0;
    expect(nodes.filter(({ type }) => type === 'frame').map(({ id }) => id)).toEqual(['act', 'scene']);
    expect(layer('act')).toBeLessThan(layer('scene'));
    expect(layer('scene')).toBeLessThan(0);
    expect(layer('gate')).toBeGreaterThan(layer('intro'));
  });

  test('a note that becomes a frame is drawn as one', () => {
    const project = story();
    const builder = new SceneBuilder();
    const typeOf = (revision: number) =>
      builder.build(project, revision, 'board', { draggedBoxes: new Map(), selected: new Set() }).nodes.find(({ id }) => id === 'remark')
        ?.type;
    expect(typeOf(1)).toBe('note');
    const before = project.get('remark');
    if (before) project.apply([{ before, after: { ...before, isFrame: true } as AnyRecord }]);
    expect(typeOf(2)).toBe('frame');
  });

  test('a point in a frame is that of the item there, or else of the smallest frame', () => {
    const index = new BoardIndex(story(), 'board');
    index.update();
    expect([index.itemAtPoint({ x: 710, y: 210 }), index.itemAtPoint({ x: 1300, y: 850 }), index.itemAtPoint({ x: 50, y: 900 })]).toEqual([
      'gate',
      'scene',
      'act',
    ]);
  });

  test('other items may be placed inside frames', () => {
    const index = new BoardIndex(story(), 'board');
    index.update();
    expect([...index.occupiedBoxes()]).toHaveLength(index.boxes.size - 2);
  });

  test('a frame is named as one, and has a row in the list', () => {
    const project = story();
    expect(describeRecord(project, 'scene')).toBe('Frame “scene”');
    expect(buildListRows(project, ['scene'], new Set())).toMatchObject([{ id: 'scene', kind: 'item', isExpanded: null }]);
  });
});

describe('automatic layout', () => {
  test('lays out the outermost frames as items, with the connections of what they hold', () => {
    const { items, arrows, obstacles } = createLayoutRequest(story(), 'board', new Set());
    expect(items.map(({ id }) => id).sort()).toEqual(['act', 'beside']);
    expect(arrows).toContainEqual(expect.objectContaining({ from: 'act', to: 'beside' }));
    expect(obstacles).toEqual([]);
  });

  test('lays out what a frame holds where that is selected; no frame is in the way', () => {
    const { items, obstacles } = createLayoutRequest(story(), 'board', new Set(sceneContents));
    expect(items.map(({ id }) => id).sort()).toEqual(sceneContents);
    expect(obstacles).toHaveLength(2);
  });
});

describe('after a layout', () => {
  const box = (x: number, y: number) => ({ x, y, width: 301, height: 121 });
  const resized = (command: Command | null) =>
    commandsOf(command).flatMap((each) => (each.do === 'change' && 'width' in each.fields ? [[each.id, each.fields]] : []));

  test('the frames around what has moved grow with it, in the same step', () => {
    const project = projectOf(frame('act', 0, 0, 2000, 1000), frame('scene', 600, 100, 800, 800), elementAt('gate', 700, 200));
    const command = arrangeCommand(project, 'board', new Map([['gate', box(1900, 200)]]));
    expect(resized(command)).toEqual([
      ['scene', expect.objectContaining({ x: 600, y: 100, width: 1633, height: 800 })],
      ['act', expect.objectContaining({ x: 0, y: 0, width: 2265, height: 1000 })],
    ]);
    expect(commandsOf(command)).toHaveLength(3);
  });

  test('a frame keeps its size where nothing in it has moved, or where it would hold something new', () => {
    expect(resized(arrangeCommand(story(), 'board', new Map([['beside', box(2600, 100)]])))).toEqual([]);
    expect(resized(arrangeCommand(story(), 'board', new Map([['intro', box(2900, 100)]])))).toEqual([]);
    expect(resized(arrangeCommand(story(), 'board', new Map([['act', { x: 0, y: 0, width: 2000, height: 1000 }]])))).toEqual([]);
  });
});

test('all items of a selection are found once', () => {
  expect([...withFrameContents(story(), ['act', 'beside'])].sort()).toEqual([...actContents, 'act', 'beside'].sort());
});
