/** Drags in the tree of components: its rows move within it, and can be dropped on elements and lists. */
import { useDragAndDrop } from 'react-aria-components';
import { setDraggedComponents } from '../../../navigation/components/component-tree-state.ts';
import { COMPONENT_MIME_TYPE } from '../../../records/components/component-attachments.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { componentTree, createMoveCommands, type TreeDropTarget } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';

const currentProject = () => openProjectStore.getState().project;

export function useComponentDrag() {
  return useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({ [COMPONENT_MIME_TYPE]: String(key), 'text/plain': recordName(currentProject(), String(key)) })),
    onDragStart: ({ keys }) => setDraggedComponents([...keys].map(String)),
    onDragEnd: () => setDraggedComponents([]),
    getAllowedDropOperations: () => ['move', 'copy'],
    acceptedDragTypes: [COMPONENT_MIME_TYPE],
    getDropOperation: (target, _types, allowed) => {
      const onComponent =
        target.type === 'item' && target.dropPosition === 'on' && currentProject().find('component', String(target.key))?.type !== 'folder';
      return onComponent ? 'cancel' : allowed.includes('move') ? 'move' : 'cancel';
    },
    onMove: ({ keys, target }) => {
      const beside = String(target.key);
      moveComponents([...keys].map(String), target.dropPosition === 'on' ? { on: beside } : { beside, position: target.dropPosition });
    },
    onRootDrop: ({ items }) =>
      void Promise.all(items.map((item) => (item.kind === 'text' ? item.getText(COMPONENT_MIME_TYPE) : ''))).then((ids) =>
        moveComponents(ids.filter(Boolean), 'ground'),
      ),
  });
}

function moveComponents(ids: readonly string[], drop: TreeDropTarget): void {
  const commands = createMoveCommands(componentTree, currentProject(), ids, drop);
  if (commands.length > 0) void sendCommand({ do: 'batch', commands });
}
