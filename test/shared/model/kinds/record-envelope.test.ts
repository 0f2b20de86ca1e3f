/** The properties that records of every kind have, beside the fields of their kind. */
import { describe, expect, test } from 'vitest';
import { allKinds } from '../../../../shared/model/kinds/kinds.ts';
import { envelope, fieldsOfRecord, findEnvelopeFacets, hasSamePosition } from '../../../../shared/model/kinds/record-envelope.ts';

describe('the envelope of a record', () => {
  test.each(allKinds.map(({ kind, fields }) => [kind, Object.keys(fields)] as const))(
    'has no name that a field of %s has',
    (_kind, fields) => {
      expect(fields.filter(findEnvelopeFacets)).toEqual([]);
    },
  );

  test('is what is left of a record without the fields of its kind', () => {
    const fields = { name: 'gold', type: 'integer', constructor: 1 };
    const record = { ...Object.fromEntries(Object.keys(envelope).map((name) => [name, name])), ...fields };
    expect(fieldsOfRecord(record)).toEqual(fields);
    expect(Object.keys(fields).map(findEnvelopeFacets)).toEqual([undefined, undefined, undefined]);
  });

  test('contains both positions of a connection', () => {
    const connection = { kind: 'connection', id: 'c', rank: 'a0', outputRank: 'a0' };
    expect(hasSamePosition(connection, { ...connection, localComments: {} })).toBe(true);
    expect(hasSamePosition(connection, { ...connection, rank: 'a1' })).toBe(false);
    expect(hasSamePosition(connection, { ...connection, outputRank: 'a1' })).toBe(false);
  });
});
