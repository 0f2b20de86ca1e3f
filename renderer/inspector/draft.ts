/**
 * A field that is saved while it is typed: what the writer sees is the draft, what the project holds is `known`.
 * Saving waits for a pause, one saving at a time; a refusal keeps the text and is told at the field; what comes from
 * elsewhere shows at once unless the writer has typed something else meanwhile.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { Problem } from '../../shared/problem.ts';

/** How long a pause is, in milliseconds. */
export const PAUSE = 250;
/** Who writes on and on is saved all the same, after so many milliseconds. */
export const PATIENCE = 2000;

export interface Draft<T> {
  readonly value: T;
  /** Why the last saving was refused; null when it was not. */
  readonly fault: string | null;
  readonly saving: boolean;
}
export interface DraftDeps<T> {
  readonly initial: T;
  readonly same: (one: T, two: T) => boolean;
  readonly save: (value: T) => Promise<unknown>;
  /** Runs something after so many milliseconds; answers how to forget it. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  /** Holds what is typed where it survives the window, until it is saved. */
  readonly keep?: { keep(value: T, how?: 'refused'): void; forget(): void } | undefined;
}
export interface DraftField<T> {
  readonly store: StoreApi<Draft<T>>;
  type(value: T): void;
  /** Saves what is not saved yet, now: on blur, on close. */
  flush(): void;
  receive(value: T): void;
}

export function draftOf<T>({ initial, same, save, later, keep }: DraftDeps<T>): DraftField<T> {
  const store = createStore<Draft<T>>(() => ({ value: initial, fault: null, saving: false }));
  let known = initial;
  let forgetPause = () => {};
  let forgetPatience: (() => void) | null = null;
  const forget = () => {
    forgetPause();
    forgetPatience?.();
    forgetPatience = null;
  };

  async function flush(): Promise<void> {
    forget();
    const { value, saving } = store.getState();
    if (saving || same(value, known)) return;
    store.setState({ saving: true });
    try {
      await save(value);
      known = value;
      store.setState({ saving: false, fault: null });
      if (same(store.getState().value, value)) keep?.forget();
      else await flush();
    } catch (error) {
      keep?.keep(store.getState().value, 'refused');
      store.setState({ saving: false, fault: sentenceOf(error) });
    }
  }

  return {
    store,
    type(value) {
      forgetPause();
      const isKnown = same(value, known);
      store.setState({ value, ...(isKnown ? { fault: null } : {}) });
      if (isKnown) keep?.forget();
      else keep?.keep(value);
      forgetPause = later(() => void flush(), PAUSE);
      forgetPatience ??= later(() => void flush(), PATIENCE);
    },
    flush: () => void flush(),
    receive(value) {
      const untouched = same(store.getState().value, known);
      known = value;
      if (untouched && store.getState().value !== value) store.setState({ value, fault: null });
    },
  };
}

/** What is wrong, in words: the fault of the field when there is one. */
function sentenceOf(error: unknown): string {
  const { json, message } = Problem.from(error);
  const [first] = Array.isArray(json.errors) ? [] : Object.values(json.errors);
  return first ?? json.detail ?? message;
}
