/** The browser's EditContext: text input, also that of input methods, for an element that is no text field. TypeScript has no types for it yet. */

export interface TextInput extends EventTarget {
  readonly text: string;
  updateText(start: number, end: number, text: string): void;
  updateSelection(start: number, end: number): void;
  updateControlBounds(bounds: DOMRect): void;
  updateSelectionBounds(bounds: DOMRect): void;
  updateCharacterBounds(start: number, bounds: readonly DOMRect[]): void;
}

declare global {
  interface Window {
    /** Missing in Firefox and Safari. */
    readonly EditContext?: new () => TextInput;
  }
  interface HTMLElement {
    editContext?: TextInput | null;
  }
}

export const hasTextInput = (): boolean => window.EditContext !== undefined;

/**
 * Lets an element receive text while it has the focus. Returns a function that ends it. Chromium deactivates the input of an element that has lost the
 * focus only after the focus events, and only if it is still attached. Without that, the input would receive what is typed into any other field.
 */
export function attachTextInput(element: HTMLElement, prepare: (input: TextInput) => void): () => void {
  const { EditContext } = window;
  if (!EditContext) return () => undefined;
  const input = new EditContext();
  prepare(input);
  element.editContext = input;
  const detach = () => {
    if (element.editContext === input) element.editContext = null;
  };
  return () => {
    if (document.activeElement === element) detach();
    else setTimeout(detach);
  };
}
