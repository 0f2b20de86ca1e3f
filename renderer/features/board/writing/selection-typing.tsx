/**
 * Receives what is typed while an item is selected and the canvas has the focus, also from an input method or with dead keys. Single characters go
 * into the item's text at once. What an input method composes is shown over the item until it is complete, because a change of the focus would end it.
 */
import { useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { attachTextInput, type TextInput } from '../../../platform/edit-context.ts';
import { useSelection } from '../../../state/selection.ts';
import type { BoardScene } from '../canvas/board-scene.ts';
import { editingBox } from './editing-box.ts';
import { initialTarget } from './editing-target.ts';
import { placeEditor } from './editor-placement.ts';
import { typeOnSelection } from './type-on-selection.ts';

const MIN_WIDTH = 220;

export function SelectionTyping({ board, scene }: { board: RefObject<HTMLElement | null>; scene: BoardScene }) {
  const selected = useSelection(({ ids }) => (ids.size === 1 ? [...ids][0] : undefined));
  const target = selected === undefined ? undefined : initialTarget(scene.index.project, selected, 'content');
  const isWritable = target !== undefined;
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
  const place = placeEditor({ ...box, height: 0 }, { x, y, zoom, width, height }, MIN_WIDTH);
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

interface TextReceiver {
  /** What is being composed: an empty text once that has ended. */
  readonly compose: (text: string) => void;
  readonly complete: (text: string) => void;
}

function receiveText(input: TextInput, { compose, complete }: TextReceiver): void {
  let isComposing = false;
  const finish = () => {
    const { text } = input;
    input.updateText(0, text.length, '');
    input.updateSelection(0, 0);
    complete(text);
  };
  input.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  input.addEventListener('textupdate', () => {
    if (isComposing) compose(input.text);
    else finish();
  });
  input.addEventListener('compositionend', () => {
    isComposing = false;
    compose('');
    finish();
  });
}

/** The input method shows its suggestions there. */
function placeSuggestions(input: TextInput | null, bounds: DOMRect): void {
  input?.updateControlBounds(bounds);
  input?.updateSelectionBounds(bounds);
  input?.updateCharacterBounds(
    0,
    Array.from(input.text, () => bounds),
  );
}
