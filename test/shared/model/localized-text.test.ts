import { expect, test } from 'vitest';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';

test('the texts of a field are those that are stored as such: a record of another version may have something else there', () => {
  const title = { en: { text: '<p>Gate</p>' } };
  expect(localizedTextOf({ title }, 'title')).toBe(title);
  for (const stored of ['Gate', ['Gate'], null, undefined, 1]) expect(localizedTextOf({ title: stored }, 'title')).toEqual({});
  expect(localizedTextOf({}, 'title')).toEqual({});
  expect(localizedTextOf(undefined, 'title')).toEqual({});
});
