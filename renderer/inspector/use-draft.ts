/** A draft in a component: made anew for each field of each record, given what the project holds, saved when the component goes. */
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { type Draft, type DraftField, draftOf } from './draft.ts';

export interface DraftOptions<T> {
  /** Names the field; another name is another draft. */
  readonly name: string;
  readonly value: T;
  readonly save: (value: T) => Promise<unknown>;
  readonly same?: (one: T, two: T) => boolean;
}

export function useDraft<T>({ name, value, save, same = Object.is }: DraftOptions<T>): Draft<T> & Pick<DraftField<T>, 'type' | 'flush'> {
  const told = useRef(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field keeps its draft while it keeps its name
  const draft = useMemo(() => draftOf<T>({ initial: value, same, save, later }), [name]);
  useEffect(() => {
    if (told.current === value) return;
    told.current = value;
    draft.receive(value);
  }, [draft, value]);
  useEffect(() => () => draft.flush(), [draft]);
  return { ...useStore(draft.store), type: draft.type, flush: draft.flush };
}

function later(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
