/** Which questions are shown, and the one that somebody wants to see of them. */
import { createStore } from 'zustand/vanilla';

export const askedFor = createStore<{
  /** The project whose questions are open. */
  readonly shown: string | null;
  /** The id of a question. */
  readonly at: string | null;
}>(() => ({ shown: null, at: null }));
