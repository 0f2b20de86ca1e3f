/** What is done on a board, as commands. Each gesture is one command, decided as a whole; nothing here sends or waits. */
import type { Command, SingleCommand } from '../../shared/commands.ts';
import { BRANCH_HEIGHT, BRANCH_WIDTH } from '../../shared/kinds/branch.ts';
import { CANVAS } from '../../shared/kinds/fields.ts';
import type { Project } from '../../shared/project.ts';
import { clipOf } from './clip.ts';
import { type Box, boundsOf, type Face, insideCanvas, type Point } from './geometry.ts';
import { boxOf, endOf, type ItemKind, itemAt } from './items.ts';
import { pasted } from './paste.ts';

/** One command for several; none for nothing. */
export function asOne(commands: readonly SingleCommand[]): Command | null {
  const [first] = commands;
  if (!first) return null;
  return commands.length === 1 ? first : { do: 'batch', commands };
}

/** Items that were dropped where these boxes are. What lies where it lay is left out. */
export function moved(project: Project, boxes: ReadonlyMap<string, Box>): Command | null {
  return asOne(
    [...boxes].flatMap(([id, box]): SingleCommand[] => {
      const item = itemAt(project, id);
      if (!item) return [];
      const { x, y } = insideCanvas({ ...boxOf(project, item), x: Math.round(box.x), y: Math.round(box.y) });
      return x === item.x && y === item.y ? [] : [{ do: 'change', kind: item.kind, id, fields: { x, y } }];
    }),
  );
}

/** An item that was given a new size by hand: from then on its height is its own. */
export function resized(project: Project, id: string, box: Box): Command | null {
  const item = itemAt(project, id);
  if (!item || item.kind === 'branch') return null;
  const { x, y, width, height } = insideCanvas({
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  });
  if (x === item.x && y === item.y && width === item.width && height === item.height) return null;
  const fields = { x, y, width, height };
  if (item.kind === 'jumper') return { do: 'change', kind: 'jumper', id, fields };
  return { do: 'change', kind: item.kind, id, fields: { ...fields, ...(height === item.height ? {} : { autoHeight: false }) } };
}

/** Connections go first: those of an item that goes would already be gone when their turn came. */
export function removed(project: Project, ids: Iterable<string>): Command | null {
  const records = [...ids].flatMap((id) => project.at(id) ?? []);
  const connections = records.filter(({ kind }) => kind === 'connection');
  const items = records.filter(({ id }) => itemAt(project, id));
  return asOne([...connections, ...items].map(({ kind, id }): SingleCommand => ({ do: 'remove', kind, id })));
}

/** What a new item is as large as ([Elements], [Note], [Jumper], [Branch] defaults); the engine fills them in. */
export const sizes: Record<ItemKind, { width: number; height: number }> = {
  element: { width: 301, height: 121 },
  note: { width: 301, height: 101 },
  jumper: { width: 185, height: 86 },
  branch: { width: BRANCH_WIDTH, height: BRANCH_HEIGHT },
};

/** A new item around or, with `corner`, from a point of the canvas. */
export function created(kind: ItemKind, id: string, boardId: string, at: Point, hold: 'centre' | 'corner' = 'centre'): SingleCommand {
  const { width, height } = sizes[kind];
  const shift = hold === 'centre' ? { x: width / 2, y: height / 2 } : { x: 0, y: 0 };
  const { x, y } = insideCanvas({ x: Math.round(at.x - shift.x), y: Math.round(at.y - shift.y), width, height });
  const fields = { boardId, x, y };
  if (kind === 'element') return { do: 'create', kind, id, fields: { ...fields, title: null } };
  if (kind === 'branch') return { do: 'create', kind, id, fields, conditions: { ifCondition: { script: null } } };
  return { do: 'create', kind, id, fields };
}

export interface Start {
  /** An element or a condition. */
  readonly id: string;
  readonly face: Face | null;
}
export interface Goal {
  readonly id: string;
  readonly face: Face | null;
}

const targetTypes = { element: 'elements', branch: 'branches', jumper: 'jumpers' } as const;

/** [G6] Whether an arrow may lead from here to there: both on one board, from an element or a condition to an element, branch or jumper. */
export function canConnect(project: Project, sourceid: string, targetid: string): boolean {
  const source = itemAt(project, endOf(project, sourceid).item);
  const target = itemAt(project, targetid);
  if (!source || !target || target.kind === 'note' || source.boardId !== target.boardId) return false;
  if (source.kind === 'branch') return project.find('condition', sourceid) !== undefined && source.id !== targetid;
  return source.kind === 'element';
}

/** A new connection; a condition has only one, so there the one it has is led elsewhere. */
export function connected(project: Project, id: string, from: Start, to: Goal): Command | null {
  if (!canConnect(project, from.id, to.id)) return null;
  const target = itemAt(project, to.id);
  if (!target || target.kind === 'note') return null;
  return leading(project, id, target.boardId, from, to, targetTypes[target.kind]);
}

/** Dropped on the empty canvas: a new element there and the connection to it, in one batch. */
export function connectedToNew(
  project: Project,
  ids: { element: string; connection: string },
  boardId: string,
  from: Start,
  at: Point,
): Command | null {
  const element = created('element', ids.element, boardId, { x: at.x, y: at.y - 40 }, 'corner');
  return { do: 'batch', commands: [element, leading(project, ids.connection, boardId, from, { id: ids.element, face: null }, 'elements')] };
}

function leading(
  project: Project,
  id: string,
  boardId: string,
  from: Start,
  to: Goal,
  targetType: (typeof targetTypes)[keyof typeof targetTypes],
): SingleCommand {
  const isCondition = project.find('condition', from.id) !== undefined;
  const [taken] = isCondition ? project.list(from.id, 'outputs') : [];
  const ends = { targetid: to.id, targetType, sourceFace: from.face, targetFace: to.face };
  if (taken !== undefined) return { do: 'change', kind: 'connection', id: taken, fields: ends };
  const source = { boardId, sourceid: from.id, sourceType: isCondition ? ('conditions' as const) : ('elements' as const) };
  return { do: 'create', kind: 'connection', id, fields: { ...source, ...ends } };
}

/** An end of a connection that was taken off and put elsewhere; the other end, null, stays as it is. */
export function reconnected(project: Project, connectionId: string, from: Start | null, to: Goal | null): Command | null {
  const connection = project.find('connection', connectionId);
  if (!connection || !canConnect(project, from?.id ?? connection.sourceid, to?.id ?? connection.targetid)) return null;
  const target = to && itemAt(project, to.id);
  if (from === null && to === null) return null;
  const source = from && {
    sourceid: from.id,
    sourceType: project.find('condition', from.id) ? ('conditions' as const) : ('elements' as const),
    sourceFace: from.face,
  };
  const goal = to && target && target.kind !== 'note' && { targetid: to.id, targetType: targetTypes[target.kind], targetFace: to.face };
  return { do: 'change', kind: 'connection', id: connectionId, fields: { ...source, ...goal } };
}

/** Copies of items, a little aside, with all that belongs to them and the connections between them. */
export function duplicated(
  project: Project,
  ids: ReadonlySet<string>,
  newId: () => string,
): { command: Command; ids: readonly string[] } | null {
  const items = [...ids].flatMap((id) => itemAt(project, id) ?? []);
  const bounds = boundsOf(items.map((item) => boxOf(project, item)));
  const clip = clipOf(project, ids, () => '');
  const [first] = items;
  if (!bounds || !clip || !first) return null;
  const by = { x: bounds.x + bounds.width + 40 <= CANVAS ? 40 : -40, y: bounds.y + bounds.height + 40 <= CANVAS ? 40 : -40 };
  const made = pasted(project, clip, first.boardId, { by }, newId);
  const command = made && asOne(made.commands);
  return made && command && { command, ids: made.ids };
}
