/** Names in the overview. Letters are one wide here, and `…` too. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitting } from '../../../renderer/board/paint.ts';

const context = { measureText: (text: string) => ({ width: [...text].length }) as TextMetrics };

test('a name is cut between its letters, and says so', () => {
  expect(fitting(context, 'The gate', 8)).toBe('The gate');
  expect(fitting(context, 'The gate', 7)).toBe('The ga…');
  expect(fitting(context, 'The gate', 5)).toBe('The…');
  expect(fitting(context, '🏰🏰🏰', 2)).toBe('🏰…');
  expect(fitting(context, 'The gate', 0)).toBe('');
});

test('what is drawn never needs more room than there is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0, max: 70 }), (name, room) => {
      expect(context.measureText(fitting(context, name, room)).width).toBeLessThanOrEqual(room);
    }),
  );
});
