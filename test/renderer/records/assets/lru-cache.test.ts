import { expect, test } from 'vitest';
import { createLruCache } from '../../../../renderer/records/assets/thumbnail-loader.ts';

test('a full cache evicts the least recently used value; null is a value', () => {
  const values = createLruCache<string | null>(2);
  values.set('a', null);
  values.set('b', 'b');
  expect(values.get('a')).toBeNull();
  values.set('c', 'c');
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual([null, undefined, 'c']);
});
