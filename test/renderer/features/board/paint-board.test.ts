/** Names in the overview. In these tests every letter is one unit wide, and `…` too. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncateToWidth, wrapName } from '../../../../renderer/features/board/canvas/paint-board.ts';

const context = { measureText: (text: string) => ({ width: [...text].length }) as TextMetrics };

test('a name is cut between its letters, and ends with …', () => {
  expect(truncateToWidth(context, 'The gate', 8)).toBe('The gate');
  expect(truncateToWidth(context, 'The gate', 7)).toBe('The ga…');
  expect(truncateToWidth(context, 'The gate', 5)).toBe('The…');
  expect(truncateToWidth(context, '🏰🏰🏰', 2)).toBe('🏰…');
  expect(truncateToWidth(context, 'The gate', 0)).toBe('');
});

test('a name is broken between its words, into the lines that fit', () => {
  expect(wrapName(context, 'The old gate of oak', 8, 3)).toEqual(['The old', 'gate of', 'oak']);
  expect(wrapName(context, 'The old gate of oak', 8, 2)).toEqual(['The old', 'gate of…']);
  expect(wrapName(context, 'The old gate of oak', 8, 1)).toEqual(['The old…']);
  expect(wrapName(context, 'The gate', 8, 3)).toEqual(['The gate']);
  expect(wrapName(context, 'Donaudampfschifffahrt on the Danube', 8, 3)).toEqual(['Donauda…']);
});

test('no line is wider than the available room, and there are never too many', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 8 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4 }), (name, room, count) => {
      const lines = wrapName(context, name, room, count);
      expect(lines.length).toBeLessThanOrEqual(count);
      for (const line of lines) expect(context.measureText(line).width).toBeLessThanOrEqual(room);
    }),
  );
});

test('what is drawn is never wider than the available room', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0, max: 70 }), (name, room) => {
      expect(context.measureText(truncateToWidth(context, name, room)).width).toBeLessThanOrEqual(room);
    }),
  );
});
