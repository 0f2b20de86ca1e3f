/** An action for a button: its words, its keys, whether it can be done now. */
import { useCallback, useSyncExternalStore } from 'react';
import type { ActionName } from './action.ts';
import { actionNamed, keysOf, watched } from './actions.ts';

export function useAction(name: ActionName) {
  const action = actionNamed(name);
  const label = useSyncExternalStore(subscribe, action.label);
  const enabled = useSyncExternalStore(subscribe, action.enabled);
  const keys = useSyncExternalStore(subscribe, () => keysOf(name)[0]);
  const run = useCallback(() => void action.run(), [action]);
  return { label, enabled, run, keys };
}

export function subscribe(changed: () => void): () => void {
  const stops = watched.map((store) => store.subscribe(changed));
  return () => {
    for (const stop of stops) stop();
  };
}
