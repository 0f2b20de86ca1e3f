/** Sizes of files in the units that people read. */
import { expect, test } from 'vitest';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { english } from '../../../shared/messages/english.ts';
import { fileSize, sizeLimit } from '../../../shared/messages/file-size.ts';

test('[Assets] size is a display string, with the decimal separator of the language', async () => {
  const words = [0, 1, 999, 1000, 1234, 9949, 9951, 12_345, 999_499, 999_500, 1_234_567, 400e6, 10e9, 1e15].map((bytes) =>
    english.t(fileSize(bytes)),
  );
  expect(words).toEqual([
    '0 B',
    '1 B',
    '999 B',
    '1 KB',
    '1.2 KB',
    '9.9 KB',
    '10 KB',
    '12 KB',
    '999 KB',
    '1 MB',
    '1.2 MB',
    '400 MB',
    '10 GB',
    '1,000 TB',
  ]);
  const german = await loadTranslator('de');
  expect(german.t('recovery.diagnostics.done', { file: 'a', size: fileSize(1_440_000) })).toContain('(1,4 MB)');
});

test('[G35] a limit is shown in the unit in which it is set', () => {
  expect([400 * 2 ** 20, 10 * 2 ** 30, 64 * 2 ** 10, 10, 1.5 * 2 ** 30].map((bytes) => english.t(sizeLimit(bytes)))).toEqual([
    '400 MB',
    '10 GB',
    '64 KB',
    '10 B',
    '1.5 GB',
  ]);
});
