/** Which text fields of a form contain something else than when it opened. */
import { type RefObject, useEffect, useRef } from 'react';

/** A search for something that is chosen then is no content of the form, and a box that is ticked is no text. */
const textFields = 'textarea, input:not([type=checkbox], [type=radio], [type=search], [role=combobox])';

const fieldsIn = (form: HTMLElement | null): (HTMLInputElement | HTMLTextAreaElement)[] => [
  ...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields) ?? []),
];

/**
 * Returns a handler of the form's `input` event, and a function that returns whether the user has typed a text that is still there. A field
 * that the form fills itself, such as a script ID made from a name, does not count.
 */
export function useUnsavedText(form: RefObject<HTMLElement | null>): {
  onInput: (event: { target: EventTarget }) => void;
  hasUnsavedText: () => boolean;
} {
  const initialTexts = useRef(new Map<EventTarget, string>());
  const typed = useRef(new Set<EventTarget>());
  useEffect(() => {
    for (const field of fieldsIn(form.current)) initialTexts.current.set(field, field.value);
  }, [form]);
  return {
    onInput: ({ target }) => typed.current.add(target),
    hasUnsavedText: () =>
      fieldsIn(form.current).some((field) => typed.current.has(field) && field.value !== (initialTexts.current.get(field) ?? '')),
  };
}
