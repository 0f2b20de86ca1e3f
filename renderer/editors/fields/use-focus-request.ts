/** Focuses a field when the focus has been requested for it. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { clearFocusRequest, type FocusField, focusRequest } from '../../state/focus-request.ts';

/** Whether the focus is requested for this field. The field that takes it calls `clearFocusRequest`. */
export const useFocusRequested = (id: string, field: FocusField | undefined): boolean =>
  useStore(focusRequest, ({ request }) => request !== null && request.id === id && request.field === field);

/** For an input: focuses it and selects its content. */
export function useFocusOnRequest(id: string, field: FocusField | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const isRequested = useFocusRequested(id, field);
  useEffect(() => {
    if (!isRequested || !input.current) return;
    clearFocusRequest();
    input.current.focus();
    input.current.select();
  }, [isRequested]);
  return input;
}
