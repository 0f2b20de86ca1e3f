/** The items of a board (elements, notes, jumpers, branches) and their boxes according to their records. */
import type { Box, Face } from '../../../shared/layout/geometry.ts';
import { branchWidth } from '../../../shared/model/kinds/branch.ts';
import { targetTypes } from '../../../shared/model/kinds/connection.ts';
import {
  itemKinds as allItemKinds,
  type ItemKind,
  isItemKind,
  type KindName,
  kinds,
  type StoryRecord,
} from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { useProject } from '../../state/open-project.ts';

export type Item = StoryRecord<ItemKind>;
/** What an item is for the writer. A frame is stored as a note. */
export type ItemType = ItemKind | 'frame';

/** The kinds of items to which connections lead. */
export type ConnectableKind = keyof typeof targetTypes;
export const isConnectable = (type: ItemType): type is ConnectableKind => type in targetTypes;

/** In drawing order: items to which no connections lead, such as notes, are below those of the story. */
export const itemKinds: readonly ItemKind[] = [
  ...allItemKinds.filter((kind) => !isConnectable(kind)),
  ...allItemKinds.filter(isConnectable).reverse(),
];
export const itemTypes: readonly ItemType[] = ['frame', ...itemKinds];

/** A branch consists of a header and one row per condition. With one condition it has the height given in service.md. */
const branchHeaderHeight = 26;
const branchRowHeight = 27;

export function* itemsOn(project: Project, boardId: string): Generator<Item> {
  for (const kind of itemKinds)
    for (const id of project.childIds(boardId, kinds[kind].plural)) {
      const item = project.find(kind, id);
      if (item) yield item;
    }
}

export const isFrame = (item: Item): boolean => item.kind === 'note' && item.isFrame;
export const itemTypeOf = (item: Item): ItemType => (isFrame(item) ? 'frame' : item.kind);

export function findFrame(project: Project, id: string): StoryRecord<'note'> | undefined {
  const note = project.find('note', id);
  return note?.isFrame ? note : undefined;
}

export const isItem = (project: Project, id: string): boolean => findItem(project, id) !== undefined;

export function findItem(project: Project, id: string): Item | undefined {
  const kind = project.get(id)?.kind;
  return kind !== undefined && isItemKind(kind) ? project.find(kind, id) : undefined;
}

export function itemBox(project: Project, item: Item): Box {
  if (item.kind !== 'branch') return { x: item.x, y: item.y, width: Math.max(item.width, 40), height: Math.max(item.height, 28) };
  return {
    x: item.x,
    y: item.y,
    width: branchWidth,
    height: branchHeaderHeight + branchRowHeight * Math.max(1, project.childIds(item.id, 'conditions').length),
  };
}

/** The item at an end of a connection and, for a condition, its row. */
export function connectionEnd(project: Project, id: string): { itemId: string; rowIndex: number | null } {
  const condition = project.find('condition', id);
  return condition
    ? { itemId: condition.branchId, rowIndex: project.childIds(condition.branchId, 'conditions').indexOf(id) }
    : { itemId: id, rowIndex: null };
}

/** Whether connections can start at an item. */
export const isConnectionSource = (project: Project, id: string): boolean =>
  project.find('element', id) !== undefined || (project.find('branch', id) !== undefined && project.listSize(id, 'conditions') > 0);

/** The id at which a new connection of an item starts: of a branch, its first condition without a connection. */
export function unconnectedSourceId(project: Project, id: string): string {
  if (!project.find('branch', id)) return id;
  const conditions = project.childIds(id, 'conditions');
  return conditions.find((each) => project.childIds(each, 'outputs').length === 0) ?? conditions[0] ?? id;
}

/** The row of a condition within the box of its branch. */
export const conditionRowBox = (branch: Box, row: number): Box => ({
  ...branch,
  y: branch.y + branchHeaderHeight + branchRowHeight * row,
  height: branchRowHeight,
});

/** The id of a connection handle: a side of an item, or a side of a condition's row. */
export const handleId = (face: Face, conditionId?: string): string => (conditionId === undefined ? face : `${face} ${conditionId}`);

export function parseHandleId(name: string | null | undefined): { face: Face | null; conditionId: string | null } {
  const [side = '', conditionId] = (name ?? '').split(' ');
  return { face: faces.find((face) => face === side) ?? null, conditionId: conditionId ?? null };
}

export const faces: readonly Face[] = ['left', 'right', 'top', 'bottom'];

/** The kind of a record; null if there is none. */
export const useRecordKind = (id: string | null): KindName | null =>
  useProject((project) => (id === null ? null : (project.get(id)?.kind ?? null)));
