/** The browser's EditContext: text input, also that of input methods, for an element that is no text field. TypeScript has no types for it yet. */

export interface TextInput extends EventTarget {
  readonly text: string;
  updateText(start: number, end: number, text: string): void;
  updateSelection(start: number, end: number): void;
  updateControlBounds(bounds: DOMRect): void;
  updateSelectionBounds(bounds: DOMRect): void;
  updateCharacterBounds(start: number, bounds: readonly DOMRect[]): void;
}

/** Whether the browser has it: Firefox and Safari do not. */
export const hasTextInput = (): boolean => 'EditContext' in window;

/** Lets an element receive text while it has the focus. Returns a function that ends it. */
export function attachTextInput(element: HTMLElement, prepare: (input: TextInput) => void): () => void {
  if (!hasTextInput()) return () => undefined;
  // Both are described by the specification; the browser was asked for them above.
  const { EditContext } = window as unknown as { EditContext: new () => TextInput };
  const host = element as unknown as { editContext: TextInput | null };
  const input = new EditContext();
  prepare(input);
  host.editContext = input;
  return () => {
    if (host.editContext === input) host.editContext = null;
  };
}
