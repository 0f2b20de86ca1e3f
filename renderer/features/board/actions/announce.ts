/** Says in passing what was done, to those who do not see it (announcer.tsx draws it for them). */
import { createStore } from 'zustand/vanilla';

export const announcements = createStore<{ readonly message: string; readonly count: number }>(() => ({ message: '', count: 0 }));

export const announce = (message: string): void => announcements.setState(({ count }) => ({ message, count: count + 1 }));
