/** Errors of the disk become sentences that name the path and say what to do. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeDiskError, diskErrorReason, diskFaultOf, isDiskFull, isNotPermitted } from '../../../main/platform/disk-error.ts';
import { writeFailureReason } from '../../../main/platform/user-file.ts';
import { english } from '../../../shared/messages/english.ts';
import { root } from '../../root.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-disk-error-'));
afterAll(() => rmSync(folder, { recursive: true }));

const errorOf = (code: string) => Object.assign(new Error('disk'), { code });
const path = join(folder, 'missing', 'taleport.sqlite');

test.each([
  ['ENOSPC', 'is full. Free up some space'],
  ['SQLITE_FULL', 'is full. Free up some space'],
  ['EDQUOT', 'is used up. Free up some space'],
  ['EROFS', 'is on a read-only disk. Make the disk writable'],
  ['EACCES', 'Change its permissions'],
  ['EPERM', 'Change its permissions'],
  ['ENOENT', 'is no longer there. Connect its disk'],
  ['SQLITE_READONLY_DBMOVED', 'is no longer there. Connect its disk'],
  ['ENAMETOOLONG', 'Choose a shorter one'],
  ['EBUSY', 'in use by another program'],
  ['EIO', 'reported an error'],
  ['SQLITE_IOERR_WRITE', 'reported an error'],
])('%s names the path and the remedy', (code, remedy) => {
  const text = describeDiskError(errorOf(code), path);
  expect(text).not.toBeNull();
  const sentence = text === null ? '' : english.t(text);
  expect(sentence).toContain(path);
  expect(sentence).toContain(remedy);
});

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s is a full disk for everything that writes', (code) => {
  expect([isDiskFull(errorOf(code)), diskErrorReason(errorOf(code), path)]).toEqual([true, 'diskFull']);
  expect(writeFailureReason(errorOf(code))).not.toBe('disk');
});

test('no other file judges errors by the codes of a full or read-only disk', () => {
  // One file makes such an error itself.
  const judges = (file: string): boolean => /'(?:EDQUOT|ENOSPC|EROFS)'/.test(readFileSync(file, 'utf8').replaceAll("code: 'ENOSPC'", ''));
  const files = readdirSync(join(root, 'main'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const judging = files.filter((file) => judges(join(root, 'main', file))).map((file) => file.replaceAll('\\', '/'));
  expect(judging).toEqual(['platform/disk-error.ts']);
});

test('an error that is not one of the disk has no fault', () => {
  for (const error of [errorOf('ECONNRESET'), errorOf('constructor'), new Error('disk'), null])
    expect([diskFaultOf(error), isDiskFull(error), isNotPermitted(error)]).toEqual([null, false, false]);
});

test('the entry of a data folder that failed is named, not the folder', () => {
  const file = join(folder, 'vault', 'incoming');
  const sentenceOf = (at: string) => {
    const text = describeDiskError(Object.assign(errorOf('EACCES'), { path: at }), folder);
    return text === null ? '' : english.t(text);
  };
  expect(sentenceOf(file)).toContain(` ${file}.`);
  for (const elsewhere of [`${folder}-2`, folder, join(folder, '..', 'other')]) expect(sentenceOf(elsewhere)).toContain(` ${folder}.`);
});

test.each(['SQLITE_CONSTRAINT_FOREIGNKEY', 'SQLITE_CORRUPT', 'EMFILE', 'ECONNRESET'])('%s is not an error of the disk', (code) => {
  expect(describeDiskError(errorOf(code), path)).toBeNull();
  expect(describeDiskError(new Error('bug'), path)).toBeNull();
});
