/** An action for a button: its words, its keys, whether it can be done now. */
import { useCallback, useSyncExternalStore } from 'react';
import { type ActionName, actionNamed, watched } from './actions.ts';

export function useAction(name: ActionName) {
  const action = actionNamed(name);
  const label = useSyncExternalStore(subscribe, action.label);
  const enabled = useSyncExternalStore(subscribe, action.enabled);
  const run = useCallback(() => void action.run(), [action]);
  return { label, enabled, run, keys: action.keys[0] };
}

function subscribe(changed: () => void): () => void {
  const stops = watched.map((store) => store.subscribe(changed));
  return () => {
    for (const stop of stops) stop();
  };
}
