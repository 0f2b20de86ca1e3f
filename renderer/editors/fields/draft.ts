/**
 * A field that is saved while the user types. The draft is what the user sees, `stored` is what the project contains. Saving waits for a pause, one
 * request at a time; only leaving the field does not wait, because an undo or the end of the project may follow. A rejected save keeps the text and shows the error at the field. Changes by others appear at once unless the user has
 * typed meanwhile. Each value of the project belongs to a version and may arrive late: a value that is older than our last save, or is that save,
 * changes nothing.
 */

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { runAfterComposition } from '../../platform/composition.ts';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { requireOpenProject } from '../../state/send-command.ts';

/** The length of a pause, in milliseconds. */
const saveDelayMs = 250;
/** While the user types without pausing, the draft is saved after this many milliseconds. */
const maxSaveDelayMs = 2000;

interface DraftState<T> {
  readonly value: T;
  /** Why the last save was rejected; null if it was not. */
  readonly error: string | null;
  readonly isSaving: boolean;
}
/** The project version that contains the saved value; undefined if nothing had to be sent. */
export type SaveResult = { readonly newVersion: number } | undefined;

interface DraftDeps<T> {
  readonly initial: T;
  readonly same: (one: T, two: T) => boolean;
  readonly save: (value: T) => Promise<SaveResult>;
  /** Calls back after a number of milliseconds. Returns a function that cancels it. */
  readonly schedule: (run: () => void, milliseconds: number) => () => void;
  /** Stores what is typed outside the window until it is saved. */
  readonly keep?: { keep(value: T, how?: 'refused'): void; forget(): void } | undefined;
}
export interface DraftController<T> {
  readonly store: StoreApi<DraftState<T>>;
  type(value: T): void;
  /** Saves unsaved input immediately: on blur and when the field is closed. */
  flush(): void;
  /** The value in a version of the project. */
  receive(value: T, version: number): void;
}

export function createDraft<T>({ initial, same, save, schedule, keep }: DraftDeps<T>): DraftController<T> {
  const store = createStore<DraftState<T>>(() => ({ value: initial, error: null, isSaving: false }));
  let stored = initial;
  /** The version of `stored`, as far as this field has saved it. */
  let savedVersion = 0;
  /** Saves are numbered; the backend executes them in this order. */
  let lastSave = 0;
  let lastAnswered = 0;
  let lastSent = initial;
  /** Whether there is input that no save includes yet. */
  let isTyped = false;
  /** While a save is running: the latest value from the project, and whether to save again. Only the response shows which change is ours. */
  let latestReceived: { readonly value: T; readonly version: number } | null = null;
  let saveAgain = false;
  let cancelPause = () => {};
  let cancelLatestSave: (() => void) | null = null;
  const cancelTimers = () => {
    cancelPause();
    cancelLatestSave?.();
    cancelLatestSave = null;
  };

  async function flush(when: 'now' | 'afterSave' = 'now'): Promise<void> {
    cancelTimers();
    const { value, isSaving } = store.getState();
    if (isSaving && when === 'afterSave') saveAgain = true;
    else if (!same(value, isSaving ? lastSent : stored)) await sendValue(value);
    else if (isTyped) {
      isTyped = false;
      if (!isSaving) keep?.forget();
    }
  }

  async function sendValue(value: T): Promise<void> {
    const number = ++lastSave;
    [isTyped, saveAgain] = [false, false];
    lastSent = value;
    store.setState({ isSaving: true });
    try {
      const saved = await save(value);
      if (number > lastAnswered) {
        stored = value;
        savedVersion = saved?.newVersion ?? savedVersion;
      }
      if (!noteAnswer(number)) return;
      store.setState({ isSaving: false, error: null });
      if (!isTyped) keep?.forget();
    } catch (error) {
      if (!noteAnswer(number)) return;
      keep?.keep(store.getState().value, 'refused');
      store.setState({ isSaving: false, error: saveErrorText(error) });
    }
    const received = latestReceived;
    latestReceived = null;
    if (received) applyReceived(received.value, received.version);
    if (saveAgain && isTyped) await flush();
  }

  /** Returns whether it was the last save. A later one contains the whole field, so that its answer decides. */
  function noteAnswer(number: number): boolean {
    lastAnswered = Math.max(lastAnswered, number);
    return number === lastSave;
  }

  function applyReceived(value: T, version: number): void {
    if (version < savedVersion || Object.is(value, stored)) return;
    const shown = store.getState().value;
    const isUntouched = !isTyped && same(shown, stored);
    stored = value;
    // An equal value in another form would only move the caret.
    if (isUntouched && !same(shown, value)) store.setState({ value, error: null });
  }

  return {
    store,
    type(value) {
      cancelPause();
      isTyped = true;
      const { error, isSaving } = store.getState();
      const isStored = !isSaving && Object.is(value, stored);
      store.setState({ value, error: isStored ? null : error });
      if (isStored) keep?.forget();
      else keep?.keep(value);
      cancelPause = schedule(() => void flush('afterSave'), saveDelayMs);
      cancelLatestSave ??= schedule(() => void flush('afterSave'), maxSaveDelayMs);
    },
    flush: () => void flush(),
    receive(value, version) {
      if (store.getState().isSaving) latestReceived = { value, version };
      else applyReceived(value, version);
    },
  };
}

/** The error message: that of the field if there is one. */
function saveErrorText(error: unknown): string {
  const problem = Problem.from(error);
  return t(problem.faults[0] ?? problem.text);
}

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

/** A draft in a component: created for each field of each record, updated from the project, and saved when the component unmounts. */
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
