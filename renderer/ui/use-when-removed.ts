import { useEffect, useRef } from 'react';

/** Calls the latest `callBack` when the component is removed: a field that is removed does not lose the focus first, so that it would not be saved. */
export function useWhenRemoved(callBack: () => void): void {
  const latest = useRef(callBack);
  latest.current = callBack;
  useEffect(() => () => latest.current(), []);
}
