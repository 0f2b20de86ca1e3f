/** Everything about what is selected, to be read and changed: one record, several at once, or the board itself when nothing is. */
import { t } from '../../messages/translate.ts';
import './inspector.css';
import { type DragEvent, type KeyboardEvent, type ReactNode, useDeferredValue } from 'react';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { dropOnElement, highlightDropTarget, isDroppableOnElement } from '../../navigation/element-drop.ts';
import { useRecordKind } from '../../records/board/use-record-kind.ts';
import { returnToBoard } from '../../state/return-to-board.ts';
import { useSelection } from '../../state/selection.ts';
import { BoardPanel } from './board-panel.tsx';
import { BranchPanel } from './branch-panel.tsx';
import { ComponentPanel } from './component-panel.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { ElementPanel } from './element-panel.tsx';
import { JumperPanel } from './jumper-panel.tsx';
import { MultiSelectionPanel } from './multi-selection-panel.tsx';
import { NotePanel } from './note-panel.tsx';

const panels: Partial<Record<KindName, (props: { id: string }) => ReactNode>> = {
  element: ElementPanel,
  note: NotePanel,
  jumper: JumperPanel,
  branch: BranchPanel,
  connection: ConnectionPanel,
  component: ComponentPanel,
};

export function Inspector() {
  // Panels with their editors are drawn in slices, after what was selected is seen on the board.
  const boardId = useDeferredValue(useSelection((state) => state.boardId));
  const count = useDeferredValue(useSelection(({ ids }) => ids.size));
  const only = useDeferredValue(useSelection(({ ids, component }) => component ?? (ids.size === 1 ? ([...ids][0] ?? null) : null)));
  const kind = useRecordKind(only);
  const Panel = kind === null ? undefined : panels[kind];
  return (
    <section
      className="inspector"
      aria-label={t('inspector.inspector')}
      onKeyDown={handleEscape}
      {...((kind === 'element' || kind === 'component') && only !== null ? dropHandlers(only) : {})}
    >
      {count > 1 ? (
        <MultiSelectionPanel />
      ) : only !== null && Panel ? (
        <Panel key={only} id={only} />
      ) : (
        boardId !== null && <BoardPanel key={boardId} id={boardId} />
      )}
    </section>
  );
}

function handleEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented) returnToBoard();
}

/** Pictures, films, sounds and components can be dropped anywhere on the panel of an element, pictures on that of a component. */
const dropHandlers = (elementId: string) => ({
  onDragOver: (event: DragEvent<HTMLElement>) => {
    if (!isDroppableOnElement(event.dataTransfer)) return;
    event.preventDefault();
    highlightDropTarget(event.currentTarget);
  },
  onDragLeave: (event: DragEvent<HTMLElement>) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) highlightDropTarget(null);
  },
  onDrop: (event: DragEvent<HTMLElement>) => {
    highlightDropTarget(null);
    if (!isDroppableOnElement(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    dropOnElement(elementId, event.dataTransfer);
  },
});
