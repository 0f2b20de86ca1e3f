import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { maskSecrets } from '../../../main/platform/log.ts';
import { hasModes } from '../../system-abilities.ts';

const key = 'tp_EvzuZcPHZwDxFLWwTw6dfL2znwM2KD0Nu-XHCdjaUmA';

test.each([
  `Authorization: Bearer ${key}`,
  `bearer ${key}`,
  `GET /api/v1/${key}/board`,
  `{"key":"${key}"}`,
  `There is no key ${key}.`,
  `${key}${key}`,
])('the value of a key is masked in %j', (line) => {
  expect(maskSecrets(line)).not.toContain(key.slice(3, 20));
});

test('text without secrets is not changed', () => {
  const line = 'Taleport 0.1.0 opens the projects (process 12, Node 24.0.0)';
  expect(maskSecrets(line)).toBe(line);
});

test('the log is written whatever the working directory is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-log-'));
  const script = `const { openLog } = await import(${JSON.stringify(pathToFileURL(resolve('main/platform/log.ts')).href)});
    openLog(${JSON.stringify(join(folder, 'data'))}, 'taleport')('It started.');`;
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script], { cwd: folder });
  const file = join(folder, 'data', 'logs', 'taleport.log');
  expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\d\d-\d\d .* It started\.\r?\n$/);
  // For this user only.
  if (hasModes) expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
  rmSync(folder, { recursive: true });
});

test.runIf(hasModes)('lines are dropped while a deleted log folder cannot be created again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-log-'));
  writeFileSync(join(folder, 'taleport.sqlite'), '');
  mkdirSync(join(folder, 'logs'));
  const ordinaryUser = 65_534;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, ordinaryUser, ordinaryUser);
  const script = `const { chmodSync, rmSync } = await import('node:fs');
    const { openLog } = await import(${JSON.stringify(pathToFileURL(resolve('main/platform/log.ts')).href)});
    const log = openLog(${JSON.stringify(folder)}, 'taleport');
    log('It started.');
    rmSync(${JSON.stringify(join(folder, 'logs'))}, { recursive: true });
    chmodSync(${JSON.stringify(folder)}, 0o500);
    // Root may write everywhere.
    if (${isRoot}) process.setuid(${ordinaryUser});
    log('It continued.');
    console.log('It ended.');`;
  const options = { encoding: 'utf8', cwd: folder } as const;
  const output = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script],
    options,
  );
  expect(output).toBe('It ended.\n');
  expect(existsSync(join(folder, 'logs'))).toBe(false);
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});
