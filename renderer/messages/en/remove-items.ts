/** Deleting what stands on a board while something else speaks of it. */
import { formatPlural } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const removeItemsMessages = defineMessages({
  one: (who: string) => `Delete ${who}?`,
  several: (count: number) => formatPlural(count, { one: 'Delete # item?', other: 'Delete # items?' }),
  used: (count: number, areSeveral: boolean) =>
    `${areSeveral ? 'They are' : 'It is'} ${formatPlural(count, { one: 'used once', other: 'used # times' })} elsewhere. Mentions keep their words, a jumper leads nowhere then, a story that starts there has no start:`,
  jumps: 'jumps to it',
  starts: 'starts there',
  mentions: 'mentions it',
  undo: (areSeveral: boolean) => (areSeveral ? 'Undo brings them back.' : 'Undo brings it back.'),
});
