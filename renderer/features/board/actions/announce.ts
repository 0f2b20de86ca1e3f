/** Announces the result of an action to screen readers (rendered by announcer.tsx). */
import { createStore } from 'zustand/vanilla';

export const announcements = createStore<{ readonly message: string; readonly count: number }>(() => ({ message: '', count: 0 }));

export const announce = (message: string): void => announcements.setState(({ count }) => ({ message, count: count + 1 }));
