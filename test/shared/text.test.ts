/** What two texts have in common for a person who compares them. */
import { expect, test } from 'vitest';
import { toVisibleText } from '../../shared/text.ts';

test.each([
  ['two spaces', 'The  lamp', 'The lamp'],
  ['a no-break space', 'The\u00a0lamp', 'The lamp'],
  ['a line break', 'The\r\nlamp', 'The lamp'],
  ['a decomposed letter', 'Cafe\u0301', 'Café'],
  ['isolates around a copied name', '\u2068The lamp\u2069', 'The lamp'],
  ['an invisible character between spaces', ' The \u200b lamp\u0007', 'The lamp'],
])('%s does not tell names apart', (_, one, other) => {
  expect(toVisibleText(one)).toBe(other);
  expect(toVisibleText(other)).toBe(other);
});

test('case and letters do', () => {
  expect(toVisibleText('the lamp')).not.toBe(toVisibleText('The lamp'));
});
