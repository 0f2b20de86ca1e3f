import { useEffect } from 'react';

/** Closes a dialog whose subject does not exist any more, such as a record that was deleted elsewhere. An open dialog that shows nothing would take all keys. */
export function useCloseWhenGone(subject: unknown, close: () => void): void {
  const isGone = subject === undefined || subject === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another function at each rendering that does the same
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
}
