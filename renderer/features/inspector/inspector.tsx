/** Shows and edits the selection: one record, several items, or the open board if nothing is selected. */

import { type DragEvent, type KeyboardEvent, type ReactNode, useDeferredValue } from 'react';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { dropOnElement, highlightDropTarget, isDroppableOnElement } from '../../navigation/element-drop.ts';
import { isComposing } from '../../platform/composition.ts';
import { useRecordKind } from '../../records/board/items.ts';
import { focusBoard } from '../../state/board-view.ts';
import { recordKey, useDeferredId } from '../../state/renamed-records.ts';
import { useSelection } from '../../state/selection.ts';
import { BoardPanel } from './board-panel.tsx';
import { BranchPanel } from './branch-panel.tsx';
import { ComponentPanel } from './component-panel.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { ElementPanel } from './element-panel.tsx';
import { JumperPanel } from './jumper-panel.tsx';
import { MultiSelectionPanel } from './multi-selection-panel.tsx';
import { NotePanel } from './note-panel.tsx';
import './inspector.css';

const panels: Partial<Record<KindName, (props: { id: string }) => ReactNode>> = {
  element: ElementPanel,
  note: NotePanel,
  jumper: JumperPanel,
  branch: BranchPanel,
  connection: ConnectionPanel,
  component: ComponentPanel,
};

export function Inspector() {
  // The values are deferred, so that the board shows the selection before the panel and its editors render.
  const boardId = useDeferredId(useSelection((state) => state.boardId));
  const isMultiSelection = useDeferredValue(useSelection(({ ids }) => ids.size)) > 1;
  const selectedId = useDeferredId(useSelection(({ ids, component }) => component ?? (ids.size === 1 ? ([...ids][0] ?? null) : null)));
  const kind = useRecordKind(selectedId);
  const Panel = kind === null ? undefined : panels[kind];
  return (
    <section
      className="inspector"
      aria-label={t('inspector.inspector')}
      onKeyDown={handleEscape}
      {...((kind === 'element' || kind === 'component') && selectedId !== null ? dropHandlers(selectedId) : {})}
    >
      {isMultiSelection && <MultiSelectionPanel />}
      {!isMultiSelection && Panel && selectedId !== null && <Panel key={recordKey(selectedId)} id={selectedId} />}
      {!isMultiSelection && !Panel && boardId !== null && <BoardPanel key={recordKey(boardId)} id={boardId} />}
    </section>
  );
}

/** The Escape of an input method only ends what it composes. */
function handleEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event.nativeEvent)) focusBoard();
}

/** Images, videos, sounds and components can be dropped on the panel of an element, images on the panel of a component. */
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
