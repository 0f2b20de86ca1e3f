/** Names in the overview. Letters are one wide here, and `…` too. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncateToWidth } from '../../../../renderer/features/board/canvas/paint-board.ts';

const context = { measureText: (text: string) => ({ width: [...text].length }) as TextMetrics };

test('a name is cut between its letters, and says so', () => {
  expect(truncateToWidth(context, 'The gate', 8)).toBe('The gate');
  expect(truncateToWidth(context, 'The gate', 7)).toBe('The ga…');
  expect(truncateToWidth(context, 'The gate', 5)).toBe('The…');
  expect(truncateToWidth(context, '🏰🏰🏰', 2)).toBe('🏰…');
  expect(truncateToWidth(context, 'The gate', 0)).toBe('');
});

test('what is drawn never needs more room than there is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0, max: 70 }), (name, room) => {
      expect(context.measureText(truncateToWidth(context, name, room)).width).toBeLessThanOrEqual(room);
    }),
  );
});
