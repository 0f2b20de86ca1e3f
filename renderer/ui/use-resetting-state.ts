import { useState } from 'react';

/** State that returns to `initial` whenever `resetKey` changes. The reset happens while rendering, so that no outdated state is ever shown. */
export function useResettingState<T>(initial: T, resetKey: unknown): [T, (next: T) => void] {
  const [state, setState] = useState({ value: initial, resetKey });
  const isOutdated = !Object.is(state.resetKey, resetKey);
  if (isOutdated) setState({ value: initial, resetKey });
  return [isOutdated ? initial : state.value, (value) => setState({ value, resetKey })];
}
