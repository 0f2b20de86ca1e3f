/** What a write-ahead log contains, without any record of what was written. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLog } from '../../../../main/engine/storage/log-position.ts';
import { type Database, openDatabase } from '../../../../main/engine/storage/sqlite.ts';
import { flipBit } from './crashed-folder.ts';

const frameBytes = 24 + 4096;
const frame = (number: number): number => 32 + number * frameBytes;

let folder: string;
let live: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-log-position-'));
  live = join(folder, 'live');
  database = openDatabase(live);
  database.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** A transaction of at least this many pages. */
const insertPages = (pages: number): void => {
  database.transaction(() => {
    for (let page = 0; page < pages; page += 1) database.prepare('INSERT INTO t (text) VALUES (?)').run('x'.repeat(4000));
  })();
};

/** The log as a kill leaves it at this moment; returns its path. */
function copyLog(): string {
  const copy = join(folder, 'copy-wal');
  copyFileSync(`${live}-wal`, copy);
  return copy;
}
const framesIn = (log: string): number => (statSync(log).size - 32) / frameBytes;

test('all pages of an intact log are used', () => {
  insertPages(3);
  insertPages(3);
  const log = copyLog();
  const salts = readFileSync(log).toString('hex', 16, 24);
  expect(readLog(log)).toEqual({ position: { salts, frames: framesIn(log) }, hasLostTransactions: false });
});

test.each([
  ['its magic number', 3],
  ['its page size', 9],
  ['its salts', 17],
  ['its checksum', 30],
])('damage of the header in %s loses all transactions', (_what, at) => {
  for (let made = 0; made < 3; made += 1) insertPages(2);
  const log = copyLog();
  flipBit(log, at);
  expect(readLog(log)).toEqual({ position: null, hasLostTransactions: true });
});

test.each([
  ['the page number', 0],
  ['the mark of its end', 5],
  ['the salts', 9],
  ['the checksum', 20],
  ['the page', 3000],
])('damage of %s in any frame before the last two transactions loses them', (_what, at) => {
  for (let made = 0; made < 4; made += 1) insertPages(2);
  const complete = readLog(copyLog()).position?.frames ?? 0;
  insertPages(2);
  insertPages(2);
  for (let number = 0; number < complete; number += 1) {
    const log = copyLog();
    flipBit(log, frame(number) + at);
    expect(readLog(log)).toMatchObject({ position: { frames: number }, hasLostTransactions: true });
  }
});

test('a last transaction that a power failure interrupted is not lost', () => {
  insertPages(2);
  const complete = framesIn(copyLog());
  insertPages(5);
  const whole = framesIn(copyLog());
  for (let number = complete; number < whole; number += 1) {
    const log = copyLog();
    flipBit(log, frame(number) + 100);
    expect(readLog(log)).toMatchObject({ position: { frames: number }, hasLostTransactions: false });
    truncateSync(log, frame(number) + 100);
    expect(readLog(log)).toMatchObject({ position: { frames: number }, hasLostTransactions: false });
  }
});

test('pages of an earlier run of the log are not lost', () => {
  for (let made = 0; made < 6; made += 1) insertPages(4);
  database.pragma('wal_checkpoint(RESTART)');
  const earlier = framesIn(copyLog());
  insertPages(3);
  const log = copyLog();
  const { position, hasLostTransactions } = readLog(log);
  expect(framesIn(log)).toBe(earlier);
  expect(position?.frames).toBeLessThan(earlier);
  expect(hasLostTransactions).toBe(false);
  flipBit(log, frame(earlier - 3) + 100);
  expect(readLog(log)).toEqual({ position, hasLostTransactions: false });
});

test('pages of a transaction that was rolled back, or whose process was killed, are not lost when later ones overwrite some of them', () => {
  insertPages(2);
  database.pragma('cache_size = 10');
  const beforeIt = framesIn(copyLog());
  expect(() =>
    database.transaction(() => {
      insertPages(100);
      throw new Error('rolled back');
    })(),
  ).toThrow('rolled back');
  // Pages that didn't fit in the cache are in the log.
  expect(framesIn(copyLog())).toBeGreaterThan(beforeIt + 50);
  for (let made = 0; made < 8; made += 1) {
    const { position, hasLostTransactions } = readLog(copyLog());
    expect(position?.frames).toBeGreaterThanOrEqual(beforeIt);
    expect(hasLostTransactions).toBe(false);
    insertPages(1);
  }
});

test('there may be no log, or an empty one', () => {
  expect(readLog(join(folder, 'missing-wal'))).toEqual({ position: null, hasLostTransactions: false });
  const log = copyLog();
  truncateSync(log, 0);
  expect(readLog(log)).toEqual({ position: null, hasLostTransactions: false });
});
