/** An action for a button: its words, its keys, whether it can be done now. */
import { useCallback, useSyncExternalStore } from 'react';
import type { ActionName } from './action.ts';
import { actionStores, getAction, shortcutsFor } from './action-registry.ts';

export function useAction(name: ActionName) {
  const action = getAction(name);
  const label = useSyncExternalStore(subscribeToActionStores, action.label);
  const enabled = useSyncExternalStore(subscribeToActionStores, action.enabled);
  const keys = useSyncExternalStore(subscribeToActionStores, () => shortcutsFor(name)[0]);
  const run = useCallback(() => void action.run(), [action]);
  return { label, enabled, run, keys };
}

export function subscribeToActionStores(changed: () => void): () => void {
  const stops = actionStores.map((store) => store.subscribe(changed));
  return () => {
    for (const stop of stops) stop();
  };
}
