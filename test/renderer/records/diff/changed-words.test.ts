/** A line of a history shows the first words that differ. */
import { expect, test } from 'vitest';
import { firstChange } from '../../../../renderer/records/diff/word-diff.tsx';
import { diffWords } from '../../../../shared/diff/word-diff.ts';

const shown = (before: string, after: string): string =>
  firstChange(diffWords(before, after))
    .map(({ type, text }) => ({ both: text, left: `[-${text}-]`, right: `[+${text}+]` })[type])
    .join('');

test('with some of the text before them', () => {
  expect(shown('The gate is open.', 'The gate is shut.')).toMatch(/^The gate is .*\[-open/);
  const long = 'One two three four five six seven eight nine ten ';
  expect(shown(`${long}old`, `${long}new`)).toBe('… seven eight nine ten [-old-][+new+]');
});

test('a long change is cut, and an equal text shows nothing that differs', () => {
  const added = shown('', 'word '.repeat(50));
  expect(added.length).toBeLessThan(90);
  expect(added).toMatch(/…\+\]$/);
  expect(shown('same', 'same')).toBe('');
});
