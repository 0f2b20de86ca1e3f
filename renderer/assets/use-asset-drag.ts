/** Drags in the tree of assets: its own rows move, files of the desktop come in where they are dropped. */
import { DIRECTORY_DRAG_TYPE, type DropItem, useDragAndDrop } from 'react-aria-components';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { assetTree, type Drop, movesFor } from '../state/tree-moves.ts';
import { addDropped } from './adding.ts';
import type { Place } from './arrivals.ts';
import { isFixed } from './asset-words.ts';
import { dragAssets } from './pane-state.ts';

/** What a dragged asset carries its id under. */
export const ASSET_TYPE = 'application/x-taleport-asset';
/** What files of the desktop tell of themselves while they are over the tree; what they are, the vault finds out. */
const files = ['image/*', 'audio/*', 'video/*', 'application/octet-stream', 'application/*', DIRECTORY_DRAG_TYPE];

const find = (key: unknown) => openProject.getState().project.find('asset', String(key));

export function useAssetDrag() {
  return useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [ASSET_TYPE]: String(key), 'text/plain': find(key)?.name ?? '' })),
    onDragStart: ({ keys }) => dragAssets([...keys].map(String)),
    onDragEnd: () => dragAssets([]),
    // Named ones would be compared to the letter, without the stars.
    acceptedDragTypes: 'all',
    getDropOperation: (target, types, allowed) => {
      if (!types.has(ASSET_TYPE) && !files.some((type) => types.has(type))) return 'cancel';
      if (target.type === 'item' && target.dropPosition === 'on' && find(target.key)?.type !== 'folder') return 'cancel';
      const wanted = types.has(ASSET_TYPE) ? 'move' : 'copy';
      return allowed.includes(wanted) ? wanted : (allowed[0] ?? 'cancel');
    },
    onMove: ({ keys, target }) => {
      const beside = String(target.key);
      move([...keys].map(String), target.dropPosition === 'on' ? { on: beside } : { beside, position: target.dropPosition });
    },
    onItemDrop: ({ items, target, isInternal }) => {
      if (!isInternal) void addDropped(items.flatMap(fileOf), { place: { folder: String(target.key) } });
    },
    onInsert: ({ items, target }) => {
      if (target.dropPosition !== 'on')
        void addDropped(items.flatMap(fileOf), { place: placeBeside(String(target.key), target.dropPosition) });
    },
    onRootDrop: ({ items }) => void dropOnRoot(items),
  });
}

/** React Aria tells a text apart by its kind only; the walk leaves it out. */
const fileOf = (item: DropItem) => (item.kind === 'text' ? [] : [item]);

function placeBeside(id: string, position: 'before' | 'after'): Place {
  const { project } = openProject.getState();
  const folder = project.find('asset', id)?.parentId ?? project.root.roots.asset;
  const siblings = project.list(folder, 'assets');
  return { folder, after: position === 'after' ? id : (siblings[siblings.indexOf(id) - 1] ?? null) };
}

async function dropOnRoot(items: readonly DropItem[]): Promise<void> {
  const files = items.flatMap(fileOf);
  if (files.length > 0) return addDropped(files);
  const ids = await Promise.all(items.map((item) => (item.kind === 'text' ? item.getText(ASSET_TYPE) : '')));
  move(ids.filter(Boolean), 'ground');
}

/** [Assets] what belongs to the template stays where it is. */
function move(ids: readonly string[], drop: Drop): void {
  const { project } = openProject.getState();
  const movable = ids.filter((id) => {
    const asset = project.find('asset', id);
    return asset && !isFixed(asset);
  });
  const commands = movesFor(assetTree, project, movable, drop);
  if (commands.length > 0) void send({ do: 'batch', commands });
}
