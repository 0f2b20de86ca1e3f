/** Says in passing what was done, to those who do not see it (announcer.tsx draws it for them). */
import { createStore } from 'zustand/vanilla';

export const announcing = createStore<{ readonly words: string; readonly turn: number }>(() => ({ words: '', turn: 0 }));

export const announce = (words: string): void => announcing.setState(({ turn }) => ({ words, turn: turn + 1 }));
