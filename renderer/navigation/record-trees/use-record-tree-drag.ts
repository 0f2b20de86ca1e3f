/** Drag and drop for a tree: its rows can be moved within it and dropped on elements and lists; some trees accept files. */
import { type DropItem, useDragAndDrop } from 'react-aria-components';
import { recordName } from '../../records/names/record-names.ts';
import { isFolder } from '../../records/trees/record-tree.ts';
import { createMoveCommands, type TreeDropTarget } from '../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import type { RecordTreeStore } from './tree-state.ts';

type FileItem = Exclude<DropItem, { kind: 'text' }>;

export interface FileDrops {
  /** The MIME types of accepted files; patterns such as `image/*` are allowed. */
  readonly types: readonly (string | symbol)[];
  readonly drop: (files: readonly FileItem[], target: TreeDropTarget) => void;
}

interface RecordTreeDragOptions {
  readonly store: RecordTreeStore;
  /** The MIME type of a drag with the ids of rows. */
  readonly mimeType: string;
  /** Whether a record may be moved; by default every record may. */
  readonly isMovable?: (id: string) => boolean;
  readonly files?: FileDrops;
}

export function useRecordTreeDrag({ store, mimeType, isMovable = () => true, files }: RecordTreeDragOptions) {
  const { tree } = store;
  const move = (ids: readonly string[], target: TreeDropTarget) => {
    const { project } = openProjectStore.getState();
    const commands = createMoveCommands(tree, project, ids.filter(isMovable), target);
    if (commands.length > 0) void sendCommand({ do: 'batch', commands });
  };
  const dropOnRoot = async (items: readonly DropItem[]) => {
    const dropped = items.flatMap(toFileItems);
    if (dropped.length > 0) return files?.drop(dropped, 'root');
    const ids = await Promise.all(items.map((item) => (item.kind === 'text' ? item.getText(mimeType) : '')));
    move(ids.filter(Boolean), 'root');
  };
  return useDragAndDrop({
    getItems: (keys) =>
      [...keys].map(String).map((id) => ({ [mimeType]: id, 'text/plain': recordName(openProjectStore.getState().project, id) })),
    onDragStart: ({ keys }) => store.setDragged([...keys].map(String)),
    onDragEnd: () => store.setDragged([]),
    getAllowedDropOperations: () => ['move', 'copy'],
    // React Aria compares types literally, so patterns for files are compared below.
    acceptedDragTypes: files ? 'all' : [mimeType],
    getDropOperation: (target, types, allowed) => {
      const isRow = types.has(mimeType);
      if (!isRow && !files?.types.some((type) => types.has(type))) return 'cancel';
      const isOnRow = target.type === 'item' && target.dropPosition === 'on';
      if (isOnRow && !isFolder(tree, openProjectStore.getState().project, String(target.key))) return 'cancel';
      if (isRow) return allowed.includes('move') ? 'move' : 'cancel';
      return allowed.includes('copy') ? 'copy' : (allowed[0] ?? 'cancel');
    },
    onMove: ({ keys, target }) => move([...keys].map(String), toDropTarget(String(target.key), target.dropPosition)),
    onRootDrop: ({ items }) => void dropOnRoot(items),
    ...(files && {
      onItemDrop: ({ items, target, isInternal }) => {
        if (!isInternal) files.drop(items.flatMap(toFileItems), { into: String(target.key) });
      },
      onInsert: ({ items, target }) => files.drop(items.flatMap(toFileItems), toDropTarget(String(target.key), target.dropPosition)),
    }),
  });
}

const toDropTarget = (id: string, position: 'on' | 'before' | 'after'): TreeDropTarget =>
  position === 'on' ? { into: id } : { nextTo: id, position };

const toFileItems = (item: DropItem): FileItem[] => (item.kind === 'text' ? [] : [item]);
