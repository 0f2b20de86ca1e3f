/** Drags in the tree of components: its rows move within it, and can be dropped on elements and lists. */
import { useDragAndDrop } from 'react-aria-components';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { componentTree, type Drop, movesFor } from '../state/tree-moves.ts';
import { nameOf } from '../state/use-words.ts';
import { COMPONENT_TYPE } from './component-drop.ts';
import { dragComponents } from './pane-state.ts';

const project = () => openProject.getState().project;

export function useComponentDrag() {
  return useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [COMPONENT_TYPE]: String(key), 'text/plain': nameOf(project(), String(key)) })),
    onDragStart: ({ keys }) => dragComponents([...keys].map(String)),
    onDragEnd: () => dragComponents([]),
    getAllowedDropOperations: () => ['move', 'copy'],
    acceptedDragTypes: [COMPONENT_TYPE],
    getDropOperation: (target, _types, allowed) => {
      const onComponent =
        target.type === 'item' && target.dropPosition === 'on' && project().find('component', String(target.key))?.type !== 'folder';
      return onComponent ? 'cancel' : allowed.includes('move') ? 'move' : 'cancel';
    },
    onMove: ({ keys, target }) => {
      const beside = String(target.key);
      move([...keys].map(String), target.dropPosition === 'on' ? { on: beside } : { beside, position: target.dropPosition });
    },
    onRootDrop: ({ items }) =>
      void Promise.all(items.map((item) => (item.kind === 'text' ? item.getText(COMPONENT_TYPE) : ''))).then((ids) =>
        move(ids.filter(Boolean), 'ground'),
      ),
  });
}

function move(ids: readonly string[], drop: Drop): void {
  const commands = movesFor(componentTree, project(), ids, drop);
  if (commands.length > 0) void send({ do: 'batch', commands });
}
