/** A word diff leads from one text to the other, in any script, and stays readable. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from '../../../shared/diff/word-diff.ts';
import { cases } from '../../rounds.ts';

const texts = fc
  .array(fc.constantFrom('the ', 'sea', ' ', '\n', 'lamp', '.', '灯台', 'は', 'Straße', '👩‍🚀', ', '), { maxLength: 14 })
  .map((parts) => parts.join(''));

test('both texts can be read from it', () => {
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const all = diffWords(left, right);
      const read = (not: string) => all.flatMap(({ type, text }) => (type === not ? [] : [text])).join('');
      expect(read('right')).toBe(left);
      expect(read('left')).toBe(right);
    }),
    { numRuns: cases(1000) },
  );
});

test('whole words are marked, and neighbouring changes as one', () => {
  expect(diffWords('The lamp is lit.', 'The lamp went out.')).toEqual([
    { type: 'both', text: 'The lamp ' },
    { type: 'left', text: 'is lit' },
    { type: 'right', text: 'went out' },
    { type: 'both', text: '.' },
  ]);
});

test('words are also found in a script without spaces', () => {
  expect(diffWords('灯台の光', '灯台の影').find(({ type }) => type === 'both')?.text).toBe('灯台の');
});

test('a rewritten text is shown as one removed and one added', () => {
  const many = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word}${at}`).join(' ');
  expect(diffWords(many('a'), many('b')).length).toBeLessThanOrEqual(2);
});
