/** Records as objects of their own: the lines of project files, and the story in a page. */
import { describe, expect, test } from 'vitest';
import { decodeRecordObject, encodePartialRecord, encodeRecordObject, isPartialRecord } from '../../../main/story-format/record-codec.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { everything } from '../exporters/everything.ts';

/** The record in an object, and the paths of its faults. */
function decode(value: unknown): { record: AnyRecord | undefined; paths: string[] } {
  const paths: string[] = [];
  const addInvalidValue = (path: string) => void paths.push(path);
  return { record: decodeRecordObject(value, 'records:1', { addInvalidValue, addInvalidText: addInvalidValue }), paths };
}

const parse = (record: object): unknown => JSON.parse(JSON.stringify(record));
const records = [...everything().project().records()];
const connection = records.find(({ kind }) => kind === 'connection');

describe('a record as an object of its own', () => {
  test('is the same record again, of every kind, with what is local to this computer', () => {
    const local = { translatedFrom: { 'title.de': 'Start' }, localComments: {}, extra: { unknown: ['calm'] } };
    for (const record of records.map((each) => ({ ...each, ...local }))) {
      const written = encodeRecordObject(record);
      expect(Object.keys(written).slice(0, 3)).toEqual(['kind', 'id', 'rank']);
      expect(decode(parse(written))).toEqual({ record, paths: [] });
    }
  });

  test.each([
    ['rank', ''],
    ['rank', 'no rank'],
    ['outputRank', 1],
    ['extra', []],
    ['translatedFrom', 'en'],
    ['translatedFrom', { 'label.de': 1 }],
    ['theme', 7],
  ])('is rejected with the path of its invalid %s %j', (field, value) => {
    expect(decode({ ...connection, [field]: value })).toEqual({ record: undefined, paths: [`connections.${connection?.id}.${field}`] });
  });

  test('with some of its fields is recognized by what all records have', () => {
    for (const record of records) expect(isPartialRecord(parse(encodePartialRecord(record, {})))).toBe(true);
    for (const value of [null, [], {}, { kind: 'element' }, { kind: 'nothing', id: 'e' }, { kind: 'project', id: 'e' }])
      expect(isPartialRecord(value), JSON.stringify(value)).toBe(false);
  });
});
