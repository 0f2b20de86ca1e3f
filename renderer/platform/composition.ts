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
  target.addEventListener('keydown', (event: KeyOfComposition) => !isComposing(event) && endComposition(), { capture: true });
}

type KeyOfComposition = Event & Partial<Pick<KeyboardEvent, 'isComposing' | 'key'>>;

/** The keys of an input method are its own: Enter chooses a suggestion, and Escape gives it up. */
export const isComposing = (event: KeyOfComposition): boolean => event.isComposing === true || event.key === 'Process';

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
