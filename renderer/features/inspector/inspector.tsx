/** Shows and edits the selection: one record, several items, or the open board if nothing is selected. */

import { Copy, Layers, Trash2 } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useDeferredValue } from 'react';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { dropOnElement, highlightDropTarget, isDroppableOnElement } from '../../navigation/element-drop.ts';
import { setTheme } from '../../records/board/change-board.ts';
import { useRecordKind } from '../../records/board/items.ts';
import { focusBoard } from '../../state/board-view.ts';
import { useProject } from '../../state/open-project.ts';
import { useSelection } from '../../state/selection.ts';
import { BoardPanel } from './board-panel.tsx';
import { BranchPanel } from './branch-panel.tsx';
import { ComponentPanel } from './component-panel.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { ElementPanel } from './element-panel.tsx';
import { JumperPanel } from './jumper-panel.tsx';
import { NotePanel } from './note-panel.tsx';
import { Panel } from './panel.tsx';
import { ThemeField } from './theme-field.tsx';
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
  const boardId = useDeferredValue(useSelection((state) => state.boardId));
  const isMultiSelection = useDeferredValue(useSelection(({ ids }) => ids.size)) > 1;
  const selectedId = useDeferredValue(useSelection(({ ids, component }) => component ?? (ids.size === 1 ? ([...ids][0] ?? null) : null)));
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
      {!isMultiSelection && Panel && selectedId !== null && <Panel key={selectedId} id={selectedId} />}
      {!isMultiSelection && !Panel && boardId !== null && <BoardPanel key={boardId} id={boardId} />}
    </section>
  );
}

/** The Escape of an input method only ends what it composes. */
function handleEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) focusBoard();
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

/** The panel of several selected items. Changes apply to all of them in one undo step. */
function MultiSelectionPanel() {
  const ids = useSelection((state) => state.ids);
  const commonTheme = useProject((project) => {
    const themesInUse = new Set([...ids].map((id) => project.get(id)?.theme));
    return themesInUse.size === 1 ? (themes.find((theme) => themesInUse.has(theme)) ?? null) : null;
  });
  return (
    <Panel title={t('common.counted.item', { count: ids.size })} Icon={Layers}>
      <ThemeField value={commonTheme} change={(chosen) => void setTheme(ids, chosen)} />
      <div className="buttons">
        <button type="button" className="text-button" onClick={() => runAction('duplicate')}>
          <Copy size={13} aria-hidden="true" /> {t('inspector.duplicate')}
        </button>
        <button type="button" className="text-button danger" onClick={() => runAction('removeItems')}>
          <Trash2 size={13} aria-hidden="true" /> {t('common.delete')}
        </button>
      </div>
    </Panel>
  );
}
