/** `OtherFields` finds the fields of a kind from its first record: the serializers have to set the same keys for every other one. */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { OtherFields } from '../../../main/story-format/encoding.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { randomStory } from './random-story.ts';

afterEach(() => vi.restoreAllMocks());

test.each(
  exportFormats.flatMap((format) => [
    { format, allLocales: false },
    { format, allLocales: true },
  ]),
)(
  '[Exports] the serializers of $format set the same keys for all records of a kind, all languages: $allLocales',
  ({ format, allLocales }) => {
    fc.assert(
      fc.property(randomStory, (story) => {
        const keys = new Map<string, string>();
        const find = OtherFields.prototype.of;
        vi.spyOn(OtherFields.prototype, 'of').mockImplementation(function (this: OtherFields, record, out) {
          const name = `${record.kind} ${record.type === 'folder' ? 'folder' : ''}`;
          const expected = keys.get(name) ?? Object.keys(out).join();
          keys.set(name, expected);
          expect(Object.keys(out).join(), name).toBe(expected);
          return find.call(this, record, out);
        });
        exportStory(story.project(), { format, destination: 'file', allLocales });
        vi.restoreAllMocks();
        expect(keys.size).toBeGreaterThan(5);
      }),
    );
  },
);
