/**
 * The editor of a text in place: over its card, label or condition, at the zoom of the board but never too small to read. It is drawn above the canvas
 * instead of inside a node, so that typing renders nothing else, and the caret stays while cards come and go.
 */
import { useStore as useFlow } from '@xyflow/react';
import { type FocusEvent, useEffect, useId } from 'react';
import { useStore } from 'zustand';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { shortcutFor } from '../../../commands/action-registry.ts';
import { EditorKeysContext } from '../../../editors/document/editor-keys.ts';
import { t } from '../../../messages/translate.ts';
import { findFrame } from '../../../records/board/items.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { focusBoard } from '../../../state/board-view.ts';
import { openProjectStore, useRecord } from '../../../state/open-project.ts';
import { formatShortcut } from '../../../ui/shortcut-keys.tsx';
import type { BoardScene } from '../canvas/board-scene.ts';
import { cardEditing, stopCardEditing } from './card-editing.ts';
import { CardFields } from './card-fields.tsx';
import { editingBox } from './editing-box.ts';
import { editedItemId } from './editing-target.ts';
import { placeEditor } from './editor-placement.ts';
import { useCardKeys } from './use-card-keys.ts';
import './card-editor.css';

/** The narrowest editor of each kind, in pixels: the formatting toolbar fits above a text. */
const minWidths = { element: 300, note: 300, connection: 220, condition: 280 } as const;
type EditedKind = keyof typeof minWidths;

export function CardEditor({ scene }: { scene: BoardScene }) {
  const target = useStore(cardEditing, (state) => state.target);
  const kind = (['element', 'note', 'connection', 'condition'] as const).find((each) => scene.index.project.find(each, target?.id ?? ''));
  const box = target && kind ? editingBox(scene, target) : undefined;
  const isGone = target !== null && !box;
  useEffect(() => {
    if (!isGone) return;
    stopCardEditing();
    focusBoard();
  }, [isGone]);
  return target && kind && box && <OpenEditor key={target.id} id={target.id} kind={kind} box={box} />;
}

function OpenEditor({ id, kind, box }: { id: string; kind: EditedKind; box: Box }) {
  const [x, y, zoom] = useFlow(({ transform }) => transform);
  const width = useFlow((state) => state.width);
  const height = useFlow((state) => state.height);
  const theme = useTheme(id);
  const hint = useId();
  const keys = useCardKeys(id);
  const place = placeEditor(box, { x, y, zoom, width, height }, minWidths[kind], kind === 'connection' ? 'center' : 'corner');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and a border of its own
    <div
      className="card-editor texts"
      role="group"
      tabIndex={-1}
      aria-label={t('board.writing.label', { record: describeRecord(openProjectStore.getState().project, id) })}
      aria-describedby={hint}
      data-kind={findFrame(openProjectStore.getState().project, id) ? 'frame' : kind}
      data-theme={theme}
      style={{
        [place.anchor]: 0,
        transform: `translate(${place.left}px, ${place.anchor === 'top' ? place.offset : -place.offset}px) scale(${place.scale})`,
        transformOrigin: `left ${place.anchor}`,
        width: place.width,
        minHeight: place.minHeight,
        maxHeight: place.maxHeight,
      }}
      onBlur={stopWhenLeft}
      onKeyDown={keys.handleKey}
    >
      <div className="card-editor-texts">
        <EditorKeysContext value={keys.handleEditorKey}>
          <CardFields id={id} />
        </EditorKeysContext>
      </div>
      <p id={hint} className="visually-hidden">
        {t('board.writing.hint', { keys: formatShortcut(shortcutFor('addNextElement') ?? 'Mod+Enter') })}
      </p>
    </div>
  );
}

/** A condition has the colors of its branch. */
function useTheme(id: string): string {
  const { project } = openProjectStore.getState();
  const itemId = editedItemId(project, { id, field: 'content' });
  const [element, note, connection, branch] = [
    useRecord('element', itemId),
    useRecord('note', itemId),
    useRecord('connection', itemId),
    useRecord('branch', itemId),
  ];
  return (element ?? note ?? connection ?? branch)?.theme ?? 'default';
}

/** While the window itself is in the background, the caret keeps its place. */
function stopWhenLeft({ currentTarget }: FocusEvent<HTMLElement>): void {
  const { target } = cardEditing.getState();
  // The focus arrives at its new place after this event.
  setTimeout(() => {
    const isLeft = document.hasFocus() && !currentTarget.contains(document.activeElement);
    if (isLeft && cardEditing.getState().target === target) stopCardEditing();
  });
}
