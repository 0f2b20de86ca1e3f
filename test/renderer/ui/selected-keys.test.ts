import { expect, test } from 'vitest';
import { selectedKeys } from '../../../renderer/ui/selected-keys.ts';

test('all of a list are those that it shows and lets select, not what a search leaves out', () => {
  expect(selectedKeys('all', ['castle', 'harbour'])).toEqual(['castle', 'harbour']);
  expect(selectedKeys(new Set(['mill']), ['castle', 'harbour'])).toEqual(['mill']);
});
