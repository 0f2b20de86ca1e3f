/** Takes the keyboard into an input when somebody has asked for this field of this record. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type FocusField, focusTaken, focusWish } from './focus.ts';

export function useFocusWish(id: string, field: FocusField | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const wanted = useStore(focusWish, ({ wish }) => wish !== null && wish.id === id && wish.field === field);
  useEffect(() => {
    if (!wanted || !input.current) return;
    focusTaken();
    input.current.focus();
    input.current.select();
  }, [wanted]);
  return input;
}
