/**
 * A field that is saved while it is typed: what the writer sees is the draft, what the project holds is `known`. Saving waits for a pause, one
 * saving at a time; a refusal keeps the text and is told at the field. What others write shows at once unless the writer has typed meanwhile.
 * What comes in was true at a version of the project, and may come late: what is older than our last saving, or is that saving, changes nothing.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { Problem } from '../../../shared/problem.ts';

/** How long a pause is, in milliseconds. */
export const SAVE_DELAY_MS = 250;
/** Who writes on and on is saved all the same, after so many milliseconds. */
export const MAX_SAVE_DELAY_MS = 2000;

export interface DraftState<T> {
  readonly value: T;
  /** Why the last saving was refused; null when it was not. */
  readonly error: string | null;
  readonly isSaving: boolean;
}
/** The version of the project that holds what was saved; undefined where nothing had to be sent. */
export type SaveResult = { readonly newVersion: number } | undefined;

export interface DraftDependencies<T> {
  readonly initial: T;
  readonly same: (one: T, two: T) => boolean;
  readonly save: (value: T) => Promise<SaveResult>;
  /** Runs something after so many milliseconds; answers how to forget it. */
  readonly schedule: (run: () => void, milliseconds: number) => () => void;
  /** Holds what is typed where it survives the window, until it is saved. */
  readonly keep?: { keep(value: T, how?: 'refused'): void; forget(): void } | undefined;
}
export interface DraftController<T> {
  readonly store: StoreApi<DraftState<T>>;
  type(value: T): void;
  /** Saves what is not saved yet, now: on blur, on close. */
  flush(): void;
  /** What the project holds at a version. */
  receive(value: T, version: number): void;
}

export function createDraft<T>({ initial, same, save, schedule, keep }: DraftDependencies<T>): DraftController<T> {
  const store = createStore<DraftState<T>>(() => ({ value: initial, error: null, isSaving: false }));
  let known = initial;
  /** The version of `known`, as far as we have made it. */
  let ours = 0;
  /** Typed, and no saving has begun since. */
  let isTyped = false;
  /** While a saving is under way: what came in last, and whether another saving is wanted. Only its answer tells what is ours. */
  let came: { readonly value: T; readonly version: number } | null = null;
  let again = false;
  let forgetPause = () => {};
  let cancelLatestSave: (() => void) | null = null;
  const forget = () => {
    forgetPause();
    cancelLatestSave?.();
    cancelLatestSave = null;
  };

  async function flush(): Promise<void> {
    forget();
    const { value, isSaving } = store.getState();
    if (isSaving) again = true;
    else if (!same(value, known)) await sendOff(value);
    else if (isTyped) {
      isTyped = false;
      keep?.forget();
    }
  }

  async function sendOff(value: T): Promise<void> {
    [isTyped, again] = [false, false];
    store.setState({ isSaving: true });
    try {
      const saved = await save(value);
      known = value;
      ours = saved?.newVersion ?? ours;
      store.setState({ isSaving: false, error: null });
      if (!isTyped) keep?.forget();
    } catch (error) {
      keep?.keep(store.getState().value, 'refused');
      store.setState({ isSaving: false, error: errorMessageOf(error) });
    }
    const last = came;
    came = null;
    if (last) take(last.value, last.version);
    if (again && isTyped) await flush();
  }

  function take(value: T, version: number): void {
    if (version < ours || Object.is(value, known)) return;
    const seen = store.getState().value;
    const untouched = !isTyped && same(seen, known);
    known = value;
    // The same in other words would only move the caret.
    if (untouched && !same(seen, value)) store.setState({ value, error: null });
  }

  return {
    store,
    type(value) {
      forgetPause();
      isTyped = true;
      const { error: fault, isSaving } = store.getState();
      const isKnown = !isSaving && Object.is(value, known);
      store.setState({ value, error: isKnown ? null : fault });
      if (isKnown) keep?.forget();
      else keep?.keep(value);
      forgetPause = schedule(() => void flush(), SAVE_DELAY_MS);
      cancelLatestSave ??= schedule(() => void flush(), MAX_SAVE_DELAY_MS);
    },
    flush: () => void flush(),
    receive(value, version) {
      if (store.getState().isSaving) came = { value, version };
      else take(value, version);
    },
  };
}

/** What is wrong, in words: the fault of the field when there is one. */
function errorMessageOf(error: unknown): string {
  const { json, message } = Problem.from(error);
  const [first] = Array.isArray(json.errors) ? [] : Object.values(json.errors);
  return first ?? json.detail ?? message;
}
