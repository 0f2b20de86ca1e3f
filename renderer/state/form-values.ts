/**
 * What was typed into a form that is part of a view: kept when the view closes, until the form is submitted. Forms in dialogs ask before they discard
 * something (ui/dialog.tsx), and the fields of records are saved as they are typed.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openProjectStore } from './open-project.ts';

interface FormValues<T> {
  /** The values of the open project, in a component. */
  readonly use: () => T;
  readonly change: (change: (before: T) => T) => void;
}

/** `initial` are the values of an empty form. `window`: the form does not depend on the open project. */
export function createFormValues<T>(initial: T, scope: 'project' | 'window' = 'project'): FormValues<T> {
  const store = createStore<ReadonlyMap<string | null, T>>(() => new Map());
  const keyOf = ({ hash }: { readonly hash: string | null }): string | null => (scope === 'project' ? hash : null);
  return {
    use: () => {
      const key = useStore(openProjectStore, keyOf);
      return useStore(store, (values) => values.get(key) ?? initial);
    },
    change: (change) => {
      const key = keyOf(openProjectStore.getState());
      store.setState((values) => new Map(values).set(key, change(values.get(key) ?? initial)), true);
    },
  };
}
