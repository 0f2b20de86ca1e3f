/** Drags in the tree of assets: its own rows move, files of the desktop come in where they are dropped. */
import { DIRECTORY_DRAG_TYPE, type DropItem, useDragAndDrop } from 'react-aria-components';
import { setDraggedAssets } from '../../navigation/assets/asset-tree-state.ts';
import { isTemplateAsset } from '../../records/assets/asset-details.ts';
import { ASSET_DRAG_TYPE } from '../../records/assets/asset-drag-type.ts';
import { assetTree, createMoveCommands, type TreeDropTarget } from '../../records/trees/tree-move-commands.ts';
import { addDroppedFiles } from '../../records/uploads/asset-uploads.ts';
import type { AssetPosition } from '../../records/uploads/upload-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';

/** What files of the desktop tell of themselves while they are over the tree; what they are, the vault finds out. */
const fileDragTypes = ['image/*', 'audio/*', 'video/*', 'application/octet-stream', 'application/*', DIRECTORY_DRAG_TYPE];

const findAsset = (key: unknown) => openProjectStore.getState().project.find('asset', String(key));

export function useAssetDrag() {
  return useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [ASSET_DRAG_TYPE]: String(key), 'text/plain': findAsset(key)?.name ?? '' })),
    onDragStart: ({ keys }) => setDraggedAssets([...keys].map(String)),
    onDragEnd: () => setDraggedAssets([]),
    // Named ones would be compared to the letter, without the stars.
    acceptedDragTypes: 'all',
    getDropOperation: (target, types, allowed) => {
      if (!types.has(ASSET_DRAG_TYPE) && !fileDragTypes.some((type) => types.has(type))) return 'cancel';
      if (target.type === 'item' && target.dropPosition === 'on' && findAsset(target.key)?.type !== 'folder') return 'cancel';
      const wanted = types.has(ASSET_DRAG_TYPE) ? 'move' : 'copy';
      return allowed.includes(wanted) ? wanted : (allowed[0] ?? 'cancel');
    },
    onMove: ({ keys, target }) => {
      const beside = String(target.key);
      moveAssets([...keys].map(String), target.dropPosition === 'on' ? { on: beside } : { beside, position: target.dropPosition });
    },
    onItemDrop: ({ items, target, isInternal }) => {
      if (!isInternal) void addDroppedFiles(items.flatMap(toFileItems), { place: { folder: String(target.key) } });
    },
    onInsert: ({ items, target }) => {
      if (target.dropPosition !== 'on')
        void addDroppedFiles(items.flatMap(toFileItems), { place: positionBeside(String(target.key), target.dropPosition) });
    },
    onRootDrop: ({ items }) => void dropOnRoot(items),
  });
}

/** React Aria tells a text apart by its kind only; the walk leaves it out. */
const toFileItems = (item: DropItem) => (item.kind === 'text' ? [] : [item]);

function positionBeside(id: string, position: 'before' | 'after'): AssetPosition {
  const { project } = openProjectStore.getState();
  const folder = project.find('asset', id)?.parentId ?? project.projectRecord.roots.asset;
  const siblings = project.childIds(folder, 'assets');
  return { folder, after: position === 'after' ? id : (siblings[siblings.indexOf(id) - 1] ?? null) };
}

async function dropOnRoot(items: readonly DropItem[]): Promise<void> {
  const files = items.flatMap(toFileItems);
  if (files.length > 0) return addDroppedFiles(files);
  const ids = await Promise.all(items.map((item) => (item.kind === 'text' ? item.getText(ASSET_DRAG_TYPE) : '')));
  moveAssets(ids.filter(Boolean), 'ground');
}

/** [Assets] what belongs to the template stays where it is. */
function moveAssets(ids: readonly string[], drop: TreeDropTarget): void {
  const { project } = openProjectStore.getState();
  const movable = ids.filter((id) => {
    const asset = project.find('asset', id);
    return asset && !isTemplateAsset(asset);
  });
  const commands = createMoveCommands(assetTree, project, movable, drop);
  if (commands.length > 0) void sendCommand({ do: 'batch', commands });
}
