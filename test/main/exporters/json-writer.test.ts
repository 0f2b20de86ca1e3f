/** The writer of exports: what JSON.stringify would write, piece by piece. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CollectionTextCache, sortedPositions } from '../../../main/exporters/json/export-cache.ts';
import { JsonWriter } from '../../../main/exporters/json/write-json-story.ts';
import { toJsonFloat } from '../../../main/story-format/kind-codecs.ts';
import { cases } from '../../rounds.ts';

/** The members of an object in the order of their keys. */
function writeMembers(writer: JsonWriter, object: object): void {
  const values = new Map(Object.entries(object));
  const members = new CollectionTextCache([...values.keys()], writer.memberSeparator);
  for (const { text } of members.pieces((key) => writer.formatMember(key, values.get(key)), 'all'))
    writer.writeFormattedMembers(text ?? '');
}

describe('writer', () => {
  test('writes what JSON.stringify writes, with and without white space', () => {
    // Keys that are integers would come first in an object, in any order of insertion.
    const story = fc.dictionary(
      fc.string().map((key) => `_${key}`),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(story, story, fc.boolean(), (outer, inner, pretty) => {
        const writer = new JsonWriter(pretty);
        writer.openObject();
        for (const [key, value] of Object.entries(outer)) writer.writeMember(key, value);
        writer.openObject('inner');
        writeMembers(writer, inner);
        writer.closeObject();
        writer.writeMember('last', []);
        writer.closeObject();
        const ordered = Object.fromEntries(Object.entries(inner).sort(([one], [two]) => (one < two ? -1 : 1)));
        expect(writer.takePiece().text).toBe(JSON.stringify({ ...outer, inner: ordered, last: [] }, null, pretty ? 4 : 0));
      }),
    );
  });

  test.each([
    [90, '90.0'],
    [-3, '-3.0'],
    [0, '0.0'],
    [0.5, '0.5'],
    [1e21, '1e+21'],
    [-0, '0.0'],
  ])('[Exports] the float %d is %s', (value, text) => expect(JSON.stringify(toJsonFloat(value))).toBe(text));
});

describe('order of keys', () => {
  test('is that of their code units', () => {
    const key = fc.oneof(
      fc.string({ maxLength: 6, unit: 'binary' }),
      fc.constantFrom('abcd', 'abcde', 'abcd!', 'abc', '', 'ÿa', 'Āa', 'abcdĀ'),
      fc.uuid(),
    );
    fc.assert(
      fc.property(fc.uniqueArray(key), (keys) => {
        expect([...sortedPositions(keys)].map((at) => keys[at])).toEqual([...keys].sort());
      }),
      { numRuns: cases(500) },
    );
  });
});
