/** Names in the overview. In these tests every letter is one unit wide, and `…` too. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PaintSource, paintBoard, truncateToWidth, wrapName } from '../../../../renderer/features/board/canvas/paint-board.ts';
import { directLines } from '../../../../renderer/features/board/routing/connection-routes.ts';
import { BoardIndex } from '../../../../renderer/records/board/board-index.ts';
import { defaultSizeOf } from '../../../../renderer/records/board/edit-commands.ts';
import { objectFromKeys } from '../../../../shared/json.ts';
import { themes } from '../../../../shared/model/kinds/field-schemas.ts';
import { elementAt, projectOf } from '../../../story-records.ts';

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

test('the names of new cards are drawn down to 20 %, and at 15 % only where they fit, instead of as a few letters', () => {
  expect(paintedTexts('The lamp room', 0.2)).toEqual(['The lam…']);
  expect(paintedTexts('The lamp room', 0.15)).toEqual([]);
  expect(paintedTexts('Gate', 0.15)).toEqual(['Gate']);
  expect(paintedTexts('The lamp room', 0.35)).toEqual(['The lamp room']);
});

/** What is written on a board with one new element. Each letter is 0.6 times as wide as the font is high. */
function paintedTexts(name: string, zoom: number): string[] {
  const texts: string[] = [];
  const ignore = () => undefined;
  const calls = ['save', 'restore', 'translate', 'scale', 'beginPath', 'roundRect', 'fill', 'stroke', 'fillRect'];
  const canvas = {
    ...objectFromKeys(calls, () => ignore),
    font: '',
    measureText: (text: string) => ({ width: [...text].length * 0.6 * Number(/([\d.]+)px/.exec(canvas.font)?.[1]) }),
    fillText: (text: string) => texts.push(text),
  };
  const index = new BoardIndex(projectOf({ ...elementAt('lamp', 0, 0), ...defaultSizeOf('element') }), 'board');
  index.update();
  const shades = objectFromKeys(themes, () => 'gray');
  const colors = { line: 'gray', text: 'black', card: 'white', accent: 'green', strong: shades, soft: shades };
  const source: PaintSource = { index, selected: new Set(), colors, nameOf: () => name, routes: directLines(index) };
  // Only these members of the context are used for elements.
  const context = canvas as unknown as CanvasRenderingContext2D;
  for (const _ of paintBoard(context, { width: 400, height: 300 }, { x: 0, y: 0, zoom }, source));
  return texts;
}
