/** Takes the keyboard into a field when somebody has asked for this field of this record. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { clearFocusRequest, type FocusField, focusRequest } from '../../state/focus-request.ts';

/** Whether somebody has asked for it. Who takes it says so (`focusTaken`). */
export const useFocusRequested = (id: string, field: FocusField | undefined): boolean =>
  useStore(focusRequest, ({ request }) => request !== null && request.id === id && request.field === field);

/** For an input: takes the keyboard, with what is there selected. */
export function useFocusOnRequest(id: string, field: FocusField | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const wanted = useFocusRequested(id, field);
  useEffect(() => {
    if (!wanted || !input.current) return;
    clearFocusRequest();
    input.current.focus();
    input.current.select();
  }, [wanted]);
  return input;
}
