/** A draft in a component: made anew for each field of each record, given what the project holds, saved when the component goes. */
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { drafts } from '../state/kept-drafts.ts';
import { openProject } from '../state/open-project.ts';
import { type Draft, type DraftField, draftOf, type Saved } from './draft.ts';

export interface DraftOptions<T> {
  /** Names the field, beginning with the id of its record; another name is another draft. */
  readonly name: string;
  readonly value: T;
  readonly save: (value: T) => Promise<Saved>;
  readonly same?: (one: T, two: T) => boolean;
}

/** What was typed in another life of the window, or refused, and not saved. */
export interface Left<T> {
  readonly value: T;
  readonly take: () => void;
  readonly drop: () => void;
}
export type DraftInUse<T> = Draft<T> & Pick<DraftField<T>, 'type' | 'flush'> & { readonly left: Left<T> | null };

export function useDraft<T>({ name, value, save, same = Object.is }: DraftOptions<T>): DraftInUse<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field keeps its draft while it keeps its name
  const draft = useMemo(() => draftOf<T>({ initial: value, same, save, later, keep: keeperOf(name) }), [name]);
  // Of the version that this is drawn from: by the time of the effect there may be another.
  const { version } = openProject.getState();
  useEffect(() => draft.receive(value, version));
  useEffect(() => () => draft.flush(), [draft]);
  const left = useLeft(name, value, draft, same);
  return { ...useStore(draft.store), type: draft.type, flush: draft.flush, left };
}

/** A field holds one type of value; what a former version of the program kept for it may be another. */
const isLike = <T>(left: unknown, value: T): left is T => typeof left === typeof value || left === null || value === null;

/** Keeps what is not saved yet beside the program, by the project that was open when the field was made. */
function keeperOf(name: string) {
  const { hash } = openProject.getState();
  if (hash === null) return undefined;
  return {
    keep: (value: unknown, how?: 'refused') => drafts.keep(hash, name, value, how),
    forget: () => drafts.forget(hash, name),
  };
}

function useLeft<T>(name: string, value: T, draft: DraftField<T>, same: (one: T, two: T) => boolean): Left<T> | null {
  const [dropped, setDropped] = useState<string | null>(null);
  const found = useMemo(() => {
    const { hash } = openProject.getState();
    const entry = hash === null ? undefined : drafts.left(hash, name);
    return hash === null || !entry ? null : { hash, value: entry.value };
  }, [name]);
  if (!found || dropped === name) return null;
  const left = found.value;
  if (!isLike(left, value) || same(left, value)) return null;
  const drop = () => {
    drafts.forget(found.hash, name);
    setDropped(name);
  };
  return {
    value: left,
    take: () => {
      drop();
      draft.type(left);
      draft.flush();
    },
    drop,
  };
}

function later(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
