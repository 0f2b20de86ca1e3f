/** What the state of the window says by itself: times, and what was deleted elsewhere. */
import { defineMessages } from '../catalogue.ts';

export const stateMessages = defineMessages({
  justNow: 'just now',
  on: (day: string) => `on ${day}`,
  wasDeleted: (name: string) => `“${name}” was deleted.`,
});
