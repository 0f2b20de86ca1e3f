/** Deleting what stands on a board while something else speaks of it. */
import { many } from '../counts.ts';
import { catalogue } from '../words.ts';

export const removeItemsWords = catalogue({
  one: (who: string) => `Delete ${who}?`,
  several: (count: number) => many(count, { one: 'Delete # item?', other: 'Delete # items?' }),
  used: (count: number) =>
    many(count, {
      one: 'It is used once elsewhere. Mentions keep their words, a jumper leads nowhere then, a story that starts there has no start:',
      other:
        'It is used # times elsewhere. Mentions keep their words, a jumper leads nowhere then, a story that starts there has no start:',
    }),
  jumps: 'jumps to it',
  starts: 'starts there',
  mentions: 'mentions it',
  undo: 'Undo brings it back.',
});
