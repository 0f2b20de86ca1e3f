/** What the state of the window says by itself: times, and what was deleted elsewhere. */
import { catalogue } from '../words.ts';

export const stateWords = catalogue({
  justNow: 'just now',
  on: (day: string) => `on ${day}`,
  wasDeleted: (name: string) => `“${name}” was deleted.`,
});
