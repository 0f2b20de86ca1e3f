/** A draft in a component: created for each field of each record, updated from the project, and saved when the component unmounts. */
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { runAfterComposition } from '../../platform/composition.ts';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { requireOpenProject } from '../../state/send-command.ts';
import { createDraft, type DraftController, type DraftState, type SaveResult } from './draft.ts';

interface DraftOptions<T> {
  /** Identifies the field, starting with the id of its record. Another name is another draft. */
  readonly name: string;
  readonly value: T;
  readonly save: (value: T) => Promise<SaveResult>;
  readonly same?: (one: T, two: T) => boolean;
}

/** Text of another window session, or a rejected one, that was not saved. */
export interface UnsavedDraft<T> {
  readonly value: T;
  readonly restore: () => void;
  readonly discard: () => void;
}
type DraftHandle<T> = DraftState<T> & Pick<DraftController<T>, 'type' | 'flush'> & { readonly unsavedDraft: UnsavedDraft<T> | null };

export function useDraft<T>({ name, value, save, same = Object.is }: DraftOptions<T>): DraftHandle<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field keeps its draft until its name changes
  const draft = useMemo(() => createFieldDraft({ name, value, save, same }), [name]);
  // The version of this rendering: by the time the effect runs, there may be a newer one.
  const { version } = openProjectStore.getState();
  useEffect(() => draft.receive(value, version));
  useEffect(() => () => draft.flush(), [draft]);
  const unsavedDraft = useUnsavedDraft(name, value, draft, same);
  return { ...useStore(draft.store), type: draft.type, flush: draft.flush, unsavedDraft };
}

/** A stored draft may be of another type, if an earlier version of the program stored it. */
const hasSameType = <T>(left: unknown, value: T): left is T => typeof left === typeof value || left === null || value === null;

/** The draft of a field of the open project. What cannot be saved before another project is open stays stored as an unsaved draft. */
export function createFieldDraft<T>({ name, value, save, same = Object.is }: DraftOptions<T>): DraftController<T> {
  const { hash } = openProjectStore.getState();
  return createDraft({
    initial: value,
    same,
    save: async (typed) => {
      requireOpenProject(hash);
      return save(typed);
    },
    schedule: runLater,
    keep: hash === null ? undefined : createDraftStorage(hash, name),
  });
}

const createDraftStorage = (hash: string, name: string) => ({
  keep: (value: unknown, how?: 'refused') => draftStore.save(hash, name, value, how),
  forget: () => draftStore.discard(hash, name),
});

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

/**
 * Text that an input method composes is not saved before it is complete: it would be exported, and be an undo step of its own. Then it is saved at once:
 * after another delay, the next text may be composed already, and a writer who never pauses would have nothing saved.
 */
function runLater(run: () => void, milliseconds: number): () => void {
  let cancelWaiting: (() => void) | null = null;
  const timer = setTimeout(() => {
    cancelWaiting = runAfterComposition(run);
    if (!cancelWaiting) run();
  }, milliseconds);
  return () => {
    clearTimeout(timer);
    cancelWaiting?.();
  };
}
