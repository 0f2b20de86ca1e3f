/** Deleting what stands on a board while something else speaks of it. */
import { many } from '../../../shared/words/counts.ts';
import { catalogue } from '../words.ts';

export const removeItemsWords = catalogue({
  one: (who: string) => `Delete ${who}?`,
  several: (count: number) => many(count, { one: 'Delete # item?', other: 'Delete # items?' }),
  used: (count: number, areSeveral: boolean) =>
    `${areSeveral ? 'They are' : 'It is'} ${many(count, { one: 'used once', other: 'used # times' })} elsewhere. Mentions keep their words, a jumper leads nowhere then, a story that starts there has no start:`,
  jumps: 'jumps to it',
  starts: 'starts there',
  mentions: 'mentions it',
  undo: (areSeveral: boolean) => (areSeveral ? 'Undo brings them back.' : 'Undo brings it back.'),
});
