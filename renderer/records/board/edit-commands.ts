/** Builds the commands of board gestures. Each gesture is one command. Pure: nothing here sends or waits. */

import { type Box, boundsOf, clampToCanvas, type Face, type Point } from '../../../shared/layout/geometry.ts';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import { targetTypes } from '../../../shared/model/kinds/connection.ts';
import { canvasSize } from '../../../shared/model/kinds/field-schemas.ts';
import { defaultItemSize } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { growFrames, moveFrameContents, withFrameContents } from './frames.ts';
import { type ConnectableKind, connectionEnd, findItem, type ItemType, isConnectable, itemBox } from './items.ts';
import { createClipboardContent, preparePaste } from './paste.ts';

/** Combines several commands into one; null for none. */
export function combineCommands(commands: readonly SingleCommand[]): Command | null {
  const [first] = commands;
  if (!first) return null;
  return commands.length === 1 ? first : { do: 'batch', commands };
}

/** Moves items to these boxes. Items that are already there are left out. */
export function moveCommand(project: Project, boxes: ReadonlyMap<string, Box>): Command | null {
  return combineCommands(
    [...boxes].flatMap(([id, box]): SingleCommand[] => {
      const item = findItem(project, id);
      if (!item) return [];
      const { x, y } = clampToCanvas({ ...itemBox(project, item), x: Math.round(box.x), y: Math.round(box.y) });
      return x === item.x && y === item.y ? [] : [{ do: 'change', kind: item.kind, id, fields: { x, y } }];
    }),
  );
}

/** Moves items to the places of a layout. The frames around them grow, so that they hold the same as before. */
export function arrangeCommand(project: Project, boardId: string, boxes: ReadonlyMap<string, Box>): Command | null {
  const moved = moveFrameContents(project, boxes);
  const frames = [...growFrames(project, boardId, moved)].map(([id, box]) => resizeCommand(project, id, box));
  return combineCommands([moveCommand(project, moved), ...frames].flatMap(commandsIn));
}

const commandsIn = (command: Command | null): readonly SingleCommand[] => {
  if (!command) return [];
  return command.do === 'batch' ? command.commands : [command];
};

/** Resizes an item by hand: from then on its height is fixed instead of automatic. */
export function resizeCommand(project: Project, id: string, box: Box): Command | null {
  const item = findItem(project, id);
  if (!item || !('width' in item)) return null;
  const { x, y, width, height } = clampToCanvas({
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  });
  if (x === item.x && y === item.y && width === item.width && height === item.height) return null;
  const fields = { x, y, width, height };
  if (!('autoHeight' in item)) return { do: 'change', kind: item.kind, id, fields };
  return { do: 'change', kind: item.kind, id, fields: { ...fields, ...(height === item.height ? {} : { autoHeight: false }) } };
}

/** Connections are deleted before items, because deleting an item deletes its connections. */
export function removeCommand(project: Project, ids: Iterable<string>): Command | null {
  const records = [...ids].flatMap((id) => project.get(id) ?? []);
  const connections = records.filter(({ kind }) => kind === 'connection');
  const items = records.filter(({ id }) => findItem(project, id));
  return combineCommands([...connections, ...items].map(({ kind, id }): SingleCommand => ({ do: 'remove', kind, id })));
}

/** The size of a new item ([Elements], [Note], [Jumper], [Branch] defaults), as the engine will set it; a frame has room for two elements. */
export const defaultSizeOf = (type: ItemType): { readonly width: number; readonly height: number } =>
  type === 'frame' ? { width: 760, height: 420 } : defaultItemSize(type);

/** A new item centered on a point of the canvas or, with `corner`, with its top left corner there. */
export function createItemCommand(
  type: ItemType,
  id: string,
  boardId: string,
  at: Point,
  hold: 'centre' | 'corner' = 'centre',
): SingleCommand {
  const { width, height } = defaultSizeOf(type);
  const shift = hold === 'centre' ? { x: width / 2, y: height / 2 } : { x: 0, y: 0 };
  const { x, y } = clampToCanvas({ x: Math.round(at.x - shift.x), y: Math.round(at.y - shift.y), width, height });
  if (type === 'frame') return createFrameCommand(id, boardId, { x, y, width, height });
  const fields = { boardId, x, y };
  if (type === 'element') return { do: 'create', kind: type, id, fields: { ...fields, title: null } };
  // Without an else, a reader for whom the condition is not true reaches the end of the story.
  const conditions = { ifCondition: { script: null }, elseCondition: { script: null } };
  if (type === 'branch') return { do: 'create', kind: type, id, fields, conditions };
  return { do: 'create', kind: type, id, fields };
}

/** A frame has the size that the writer gives it, whatever its title is. */
export const createFrameCommand = (id: string, boardId: string, box: Box): SingleCommand => ({
  do: 'create',
  kind: 'note',
  id,
  fields: { boardId, ...box, autoHeight: false, isFrame: true },
});

export interface ConnectionSource {
  /** The source of a connection: an element or a condition. */
  readonly id: string;
  readonly face: Face | null;
}
export interface ConnectionTarget {
  readonly id: string;
  readonly face: Face | null;
}

/** [G6] Whether a connection is allowed: within one board, from an element or a condition to an element, branch or jumper. */
export function canConnect(project: Project, sourceid: string, targetid: string): boolean {
  const source = findItem(project, connectionEnd(project, sourceid).itemId);
  const target = findItem(project, targetid);
  if (!source || !target || !isConnectable(target.kind) || source.boardId !== target.boardId) return false;
  if (source.kind === 'branch') return project.find('condition', sourceid) !== undefined && source.id !== targetid;
  return source.kind === 'element';
}

/** A new connection. A condition has only one, so its existing connection is redirected instead. */
export function connectCommand(project: Project, id: string, from: ConnectionSource, to: ConnectionTarget): Command | null {
  if (!canConnect(project, from.id, to.id)) return null;
  const target = findItem(project, to.id);
  if (!target || !isConnectable(target.kind)) return null;
  return upsertConnectionCommand(project, id, target.boardId, from, to, targetTypes[target.kind]);
}

/** Creates an item with its top left corner at a point and connects it, in one batch. */
export function connectToNewItemCommand(
  project: Project,
  kind: ConnectableKind,
  ids: { item: string; connection: string },
  boardId: string,
  from: ConnectionSource,
  corner: Point,
): Command {
  const target = { id: ids.item, face: null };
  return {
    do: 'batch',
    commands: [
      createItemCommand(kind, ids.item, boardId, corner, 'corner'),
      upsertConnectionCommand(project, ids.connection, boardId, from, target, targetTypes[kind]),
    ],
  };
}

function upsertConnectionCommand(
  project: Project,
  id: string,
  boardId: string,
  from: ConnectionSource,
  to: ConnectionTarget,
  targetType: (typeof targetTypes)[keyof typeof targetTypes],
): SingleCommand {
  const isCondition = project.find('condition', from.id) !== undefined;
  const [taken] = isCondition ? project.childIds(from.id, 'outputs') : [];
  const ends = { targetid: to.id, targetType, sourceFace: from.face, targetFace: to.face };
  if (taken !== undefined) return { do: 'change', kind: 'connection', id: taken, fields: ends };
  const source = { boardId, sourceid: from.id, sourceType: isCondition ? ('conditions' as const) : ('elements' as const) };
  return { do: 'create', kind: 'connection', id, fields: { ...source, ...ends } };
}

/** Reconnects one end of a connection; the other end, passed as null, is unchanged. */
export function reconnectCommand(
  project: Project,
  connectionId: string,
  from: ConnectionSource | null,
  to: ConnectionTarget | null,
): Command | null {
  const connection = project.find('connection', connectionId);
  if (!connection || !canConnect(project, from?.id ?? connection.sourceid, to?.id ?? connection.targetid)) return null;
  const target = to && findItem(project, to.id);
  if (from === null && to === null) return null;
  const source = from && {
    sourceid: from.id,
    sourceType: project.find('condition', from.id) ? ('conditions' as const) : ('elements' as const),
    sourceFace: from.face,
  };
  const goal = to && target && isConnectable(target.kind) && { targetid: to.id, targetType: targetTypes[target.kind], targetFace: to.face };
  return { do: 'change', kind: 'connection', id: connectionId, fields: { ...source, ...goal } };
}

/** Copies items, by default to a slightly shifted position, with their child records, the connections between them and what frames hold. */
export function* duplicateCommand(
  project: Project,
  ids: ReadonlySet<string>,
  newId: () => string,
  shift?: Point,
): Generator<void, { command: Command; ids: readonly string[] } | null> {
  const all = withFrameContents(project, ids);
  const items = [...all].flatMap((id) => findItem(project, id) ?? []);
  const bounds = boundsOf(items.map((item) => itemBox(project, item)));
  const clip = yield* createClipboardContent(project, all, () => '');
  const [first] = items;
  if (!bounds || !clip || !first) return null;
  const by = shift ?? {
    x: bounds.x + bounds.width + 40 <= canvasSize ? 40 : -40,
    y: bounds.y + bounds.height + 40 <= canvasSize ? 40 : -40,
  };
  const paste = yield* preparePaste(project, clip, first.boardId, { by }, newId);
  const command = paste && combineCommands(paste.commands);
  return paste && command && { command, ids: paste.ids };
}
