/** Records that were stored: what is none is rejected, and new fields receive their defaults. */
import { expect, test } from 'vitest';
import { isRecord, parseRecord } from '../../../shared/model/complete-fields.ts';

const note = { kind: 'note', id: 'n1', rank: 'a0' };

test('a record has an id, a rank and a known kind', () => {
  expect(isRecord(note)).toBe(true);
  for (const value of [null, 5, [], 'note', {}, { ...note, id: 1 }, { ...note, rank: null }, { ...note, kind: 'poem' }])
    expect(parseRecord(value), JSON.stringify(value)).toBeUndefined();
});

test('what records of every kind may have has its type', () => {
  for (const field of ['outputRank', 'extra', 'translatedFrom', 'localComments']) {
    expect(isRecord({ ...note, [field]: 5 }), field).toBe(false);
    expect(isRecord({ ...note, [field]: field === 'outputRank' ? 'a0' : {} }), field).toBe(true);
  }
});

test('a record without a field that its kind has gained receives its default, or the valid unknown value of this name', () => {
  const { extra: _, ...record } = parseRecord({ ...note, boardId: 'b1', extra: { isFrame: true, mood: 'dark' } }) ?? {};
  expect(record).toMatchObject({ kind: 'note', id: 'n1', boardId: 'b1', isFrame: true });
  expect(parseRecord({ ...note, extra: { isFrame: 'yes' } })).toMatchObject({ isFrame: false });
  expect(parseRecord({ ...note, extra: { mood: 'dark' } })?.extra).toEqual({ mood: 'dark' });
});
