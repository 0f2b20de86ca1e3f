/** Takes the keyboard into a field when somebody has asked for this field of this record. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type FocusField, focusTaken, focusWish } from './focus.ts';

/** Whether somebody has asked for it. Who takes it says so (`focusTaken`). */
export const useWish = (id: string, field: FocusField | undefined): boolean =>
  useStore(focusWish, ({ wish }) => wish !== null && wish.id === id && wish.field === field);

/** For an input: takes the keyboard, with what is there selected. */
export function useFocusWish(id: string, field: FocusField | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const wanted = useWish(id, field);
  useEffect(() => {
    if (!wanted || !input.current) return;
    focusTaken();
    input.current.focus();
    input.current.select();
  }, [wanted]);
  return input;
}
