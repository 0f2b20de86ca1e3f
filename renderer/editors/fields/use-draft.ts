/** A draft in a component: made anew for each field of each record, given what the project holds, saved when the component goes. */
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { createDraft, type DraftController, type DraftState, type SaveResult } from './draft.ts';

export interface DraftOptions<T> {
  /** Names the field, beginning with the id of its record; another name is another draft. */
  readonly name: string;
  readonly value: T;
  readonly save: (value: T) => Promise<SaveResult>;
  readonly same?: (one: T, two: T) => boolean;
}

/** What was typed in another life of the window, or refused, and not saved. */
export interface UnsavedDraft<T> {
  readonly value: T;
  readonly restore: () => void;
  readonly discard: () => void;
}
export type DraftHandle<T> = DraftState<T> & Pick<DraftController<T>, 'type' | 'flush'> & { readonly unsavedDraft: UnsavedDraft<T> | null };

export function useDraft<T>({ name, value, save, same = Object.is }: DraftOptions<T>): DraftHandle<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field keeps its draft while it keeps its name
  const draft = useMemo(() => createDraft<T>({ initial: value, same, save, schedule: runLater, keep: createDraftStorage(name) }), [name]);
  // Of the version that this is drawn from: by the time of the effect there may be another.
  const { version } = openProjectStore.getState();
  useEffect(() => draft.receive(value, version));
  useEffect(() => () => draft.flush(), [draft]);
  const unsavedDraft = useUnsavedDraft(name, value, draft, same);
  return { ...useStore(draft.store), type: draft.type, flush: draft.flush, unsavedDraft };
}

/** A field holds one type of value; what a former version of the program kept for it may be another. */
const hasSameType = <T>(left: unknown, value: T): left is T => typeof left === typeof value || left === null || value === null;

/** Keeps what is not saved yet beside the program, by the project that was open when the field was made. */
function createDraftStorage(name: string) {
  const { hash } = openProjectStore.getState();
  if (hash === null) return undefined;
  return {
    keep: (value: unknown, how?: 'refused') => draftStore.save(hash, name, value, how),
    forget: () => draftStore.discard(hash, name),
  };
}

function useUnsavedDraft<T>(name: string, value: T, draft: DraftController<T>, same: (one: T, two: T) => boolean): UnsavedDraft<T> | null {
  const [dropped, setDropped] = useState<string | null>(null);
  const found = useMemo(() => {
    const { hash } = openProjectStore.getState();
    const entry = hash === null ? undefined : draftStore.findRecovered(hash, name);
    return hash === null || !entry ? null : { hash, value: entry.value };
  }, [name]);
  if (!found || dropped === name) return null;
  const left = found.value;
  if (!hasSameType(left, value) || same(left, value)) return null;
  const discard = () => {
    draftStore.discard(found.hash, name);
    setDropped(name);
  };
  return {
    value: left,
    restore: () => {
      discard();
      draft.type(left);
      draft.flush();
    },
    discard,
  };
}

function runLater(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
