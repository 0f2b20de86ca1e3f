/** The checksum of a row, which is stored: what it is of never changes, however it is computed. */
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { rowChecksum } from '../../../../main/engine/storage/stored-rows.ts';
import { cases } from '../../../rounds.ts';

const column = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null), fc.constantFrom('\ud800', 'äé😀', '\0', ''));

test('[Damage] it is the CRC of all columns, joined, also of a long one', () => {
  fc.assert(
    fc.property(fc.array(column, { maxLength: 8 }), column, fc.constantFrom(0, 1000, 5000), (columns, part, times) => {
      const row = times === 0 ? columns : [...columns, `${part}`.repeat(times)];
      expect(rowChecksum(...row)).toBe(crc32(row.join('\0')));
    }),
    { numRuns: cases(200) },
  );
});

test('of a long column, it is the same wherever the column is cut, also beside characters of two code units', () => {
  for (const start of [65_534, 65_535, 65_536, 131_070]) {
    const text = `${'x'.repeat(start)}${'😀\ud800é'.repeat(30_000)}`;
    expect(rowChecksum('id', text)).toBe(crc32(`id\0${text}`));
  }
});

test('of a long column, it is computed without a copy of it', () => {
  const copied: number[] = [];
  const { join } = Array.prototype;
  const spy = vi.spyOn(Array.prototype, 'join').mockImplementation(function (this: unknown[], ...values: Parameters<typeof join>) {
    const text = join.apply(this, values);
    copied.push(text.length);
    return text;
  });
  rowChecksum(1, 'id', 'element', null, 'a0', 'x'.repeat(100_000));
  spy.mockRestore();
  expect(Math.max(...copied)).toBeLessThan(100);
});
