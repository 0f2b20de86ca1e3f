/** Files whose rows are not stored yet are found by project and name, however many there are. */
import { expect, test } from 'vitest';
import { PendingFiles } from '../../../main/assets/pending-files.ts';
import type { StoredFileRow } from '../../../main/assets/stored-file-index.ts';
import { countOperations } from '../../count-operations.ts';

const row = (file: string): StoredFileRow => ({
  file,
  name: file,
  type: 'image',
  mime: 'image/png',
  bytes: 1,
  size: '1 B',
  width: null,
  height: null,
  duration: null,
  sha256: '0'.repeat(64),
  storedAt: 1,
});

test('finding all files takes the same work for each', () => {
  const operationsFor = (count: number): number => {
    const pending = new PendingFiles();
    const names = Array.from({ length: count }, (_, at) => `${at}.png`);
    for (const name of names) pending.add('castle', row(name));
    return countOperations(() => {
      for (const name of names) expect(pending.find('castle', name)?.file === name).toBe(true);
    });
  };
  expect(operationsFor(400)).toBeLessThan(6 * operationsFor(100));
});

test('a file is found in its project only, and until it is taken', () => {
  const pending = new PendingFiles();
  pending.add(null, row('a.png'));
  const file = pending.add('castle', row('b.png'));
  expect([pending.find('castle', 'a.png'), pending.find('forest', 'b.png')]).toEqual([undefined, undefined]);
  expect(pending.find('castle', 'b.png')).toEqual(row('b.png'));
  pending.takeEach([file], () => undefined);
  expect(pending.find('castle', 'b.png')).toBeUndefined();
});
