/** Text from the keyboard or an input method for an element that is no text field. */
import type { TextInput } from '../platform/edit-context.ts';

interface TextReceiver {
  /** What is being composed: an empty text once that has ended. */
  readonly compose: (text: string) => void;
  readonly complete: (text: string) => void;
}

/** Passes on single characters at once, and what an input method composes when it is complete: a change of the focus would end it. */
export function receiveText(input: TextInput, { compose, complete }: TextReceiver): void {
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
export function placeSuggestions(input: TextInput | null, bounds: DOMRect): void {
  input?.updateControlBounds(bounds);
  input?.updateSelectionBounds(bounds);
  input?.updateCharacterBounds(
    0,
    Array.from(input.text, () => bounds),
  );
}
