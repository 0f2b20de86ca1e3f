import { expect, test } from 'vitest';
import { findBestMatches } from '../../../../renderer/records/search/match-options.ts';

test('a search lists names that begin with the typed text first, with or without accents', () => {
  const options = ['The gate', 'Gâteau', 'Investigate', 'Door'].map((name) => ({ id: name, name, where: '' }));
  expect(findBestMatches(options, 'gat').map(({ name }) => name)).toEqual(['Gâteau', 'The gate', 'Investigate']);
});
