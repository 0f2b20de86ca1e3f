/** Whether an input method is composing text: what it shows until then may still become something else. */

let isActive = false;
const waiting = new Set<() => void>();

/** To be called once, for the window. */
export function watchComposition(target: EventTarget): void {
  target.addEventListener('compositionstart', () => {
    isActive = true;
  });
  target.addEventListener('compositionend', endComposition);
  // An editor that is removed while text is composed in it reports no end.
  target.addEventListener('focusin', endComposition, { capture: true });
  target.addEventListener('blur', endComposition);
  target.addEventListener(
    'keydown',
    (event: Event & PressedKey) => {
      if (!isComposing(event)) return endComposition();
      // React Aria only asks `isComposing`. An editor gets the key, and ignores it by itself.
      if (!event.isComposing && !isEditor(event.target)) event.stopPropagation();
    },
    { capture: true },
  );
}

const isEditor = (target: EventTarget | null): boolean =>
  target !== null && 'isContentEditable' in target && target.isContentEditable === true;

type PressedKey = Partial<Pick<KeyboardEvent, 'isComposing' | 'key' | 'keyCode'>>;

/** The code of every key that the input method has handled. */
const keyCodeOfInputMethod = 229;

/**
 * The keys of an input method are its own: Enter chooses a suggestion, and Escape gives it up. Safari reports the end of the composition before the Enter that
 * ends it, which only its code then tells from any other.
 */
export const isComposing = ({ isComposing, key, keyCode }: PressedKey): boolean =>
  isComposing === true || key === 'Process' || keyCode === keyCodeOfInputMethod;

/** Whether the user confirms with Enter, in an event of React. */
export const isEnter = ({ nativeEvent }: { readonly nativeEvent: KeyboardEvent }): boolean =>
  nativeEvent.key === 'Enter' && !isComposing(nativeEvent);

function endComposition(): void {
  isActive = false;
  // Work may cancel other work that waits.
  for (const work of waiting) {
    waiting.delete(work);
    work();
  }
}

/** Runs the work when the text that is being composed now is complete, and returns what cancels it. Null, and nothing runs, where none is being composed. */
export function runAfterComposition(work: () => void): (() => void) | null {
  if (!isActive) return null;
  waiting.add(work);
  return () => waiting.delete(work);
}
