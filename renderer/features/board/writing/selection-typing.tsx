/**
 * Receives what is typed while an item is selected and the canvas has the focus, also from an input method or with dead keys. It goes into the item's
 * text. What an input method composes is shown over the item until it is complete.
 */
import { useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { attachTextInput, type TextInput } from '../../../platform/edit-context.ts';
import { useSelection } from '../../../state/selection.ts';
import { placeSuggestions, receiveText } from '../../../ui/receive-text.ts';
import type { BoardScene } from '../canvas/board-scene.ts';
import { cardEditing, initialTarget } from './card-editing.ts';
import { editingBox, placeEditor } from './editor-placement.ts';
import { typeOnSelection } from './type-on-selection.ts';
import '../../../ui/composed-text.css';

const minWidth = 220;

export function SelectionTyping({ board, scene }: { board: RefObject<HTMLElement | null>; scene: BoardScene }) {
  const selected = useSelection(({ ids }) => (ids.size === 1 ? [...ids][0] : undefined));
  const target = selected === undefined ? undefined : initialTarget(scene.index.project, selected, 'content');
  // In an editor within an element that has the text input, Chromium moves the caret out of the editor: Ctrl+End would leave the card.
  const isEditing = useStore(cardEditing, (state) => state.target !== null);
  const isWritable = target !== undefined && !isEditing;
  const [composed, setComposed] = useState('');
  const input = useRef<TextInput | null>(null);
  const shown = useRef<HTMLParagraphElement>(null);
  const flow = useStoreApi();
  useEffect(() => {
    if (!board.current || !isWritable) return;
    const detach = attachTextInput(board.current, (attached) => {
      input.current = attached;
      receiveText(attached, { compose: setComposed, complete: typeOnSelection });
    });
    return () => {
      detach();
      setComposed('');
    };
  }, [board, isWritable]);
  useLayoutEffect(() => {
    if (composed !== '' && shown.current) placeSuggestions(input.current, shown.current.getBoundingClientRect());
  }, [composed]);
  const box = composed !== '' && target ? editingBox(scene, target) : undefined;
  if (!box) return null;
  const { width, height, transform } = flow.getState();
  const [x, y, zoom] = transform;
  const place = placeEditor({ ...box, height: 0 }, { x, y, zoom, width, height }, minWidth);
  return (
    <p
      ref={shown}
      className="composed-text"
      style={{ left: place.left, [place.anchor]: place.offset, width: place.width * place.scale }}
      aria-hidden
    >
      {composed}
    </p>
  );
}
