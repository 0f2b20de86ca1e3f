/** The progress of downloads and builds: a bar, sizes and the time left in a terminal, and one line elsewhere. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobsLine, progressLine, reportWrittenBytes, showProgress } from '../../scripts/progress.mjs';

const megabyte = 1_000_000;

function createTerminal(isTTY: boolean) {
  let text = '';
  const write = (part: string | Uint8Array) => {
    text += part;
    return true;
  };
  return { terminal: { isTTY, columns: 80, write }, text: () => text };
}

test('a download shows its size and, from its speed, the time left', () => {
  const line = (done: number, elapsed: number) => progressLine('Downloading', { bytes: 100 * megabyte, done, elapsed });
  expect(line(0, 0)).toBe('Downloading [░░░░░░░░░░░░░░░░] 0 %, 0 of 100 MB, estimating the time left');
  expect(line(25 * megabyte, 10)).toBe('Downloading [████░░░░░░░░░░░░] 25 %, 25 of 100 MB, 30 s left');
  expect(line(10 * megabyte, 60)).toBe('Downloading [██░░░░░░░░░░░░░░] 10 %, 10 of 100 MB, 9 min left');
  expect(line(120 * megabyte, 60)).toBe('Downloading [████████████████] 100 %, 120 of 100 MB, finishing');
});

test('a compilation shows the time that is usually left, and is never complete before it ends', () => {
  const line = (elapsed: number) => progressLine('Compiling', { seconds: 60, done: 0, elapsed });
  expect(line(30)).toBe('Compiling [████████░░░░░░░░] 50 %, about 30 s left');
  expect(line(90)).toBe('Compiling [████████████████] 97 %, longer than usual');
});

test('work at the same time has one bar, with the time that is left until all of it has ended', () => {
  const line = (elapsed: number, done: number) =>
    jobsLine([
      { label: 'Building', seconds: 15, done: 0, elapsed },
      { label: 'Downloading', bytes: 100 * megabyte, done, elapsed },
    ]);
  expect(line(0, 0)).toBe('Building · Downloading [░░░░░░░░░░░░░░░░] estimating the time left');
  expect(line(10, 25 * megabyte)).toBe('Building · Downloading [████░░░░░░░░░░░░] 25 %, about 30 s left');
  expect(line(10, 80 * megabyte)).toBe('Building · Downloading [███████████░░░░░] 66 %, about 5 s left');
  expect(line(20, 100 * megabyte)).toBe('Building · Downloading [████████████████] 97 %, longer than usual');
});

test('work that begins while other work is done joins its line, and the line goes on when one of them has ended', async () => {
  const seen = createTerminal(true);
  const built = Promise.withResolvers<void>();
  const building = showProgress('Building', { seconds: 15 }, () => built.promise, seen.terminal);
  await showProgress('Compiling', { seconds: 60 }, async () => undefined, seen.terminal);
  built.resolve();
  await building;
  expect(
    seen
      .text()
      .replaceAll('\x1b[K', '|')
      .replaceAll(/[\r\n]/g, '')
      .split('|'),
  ).toEqual([
    expect.stringMatching(/^Building \[/),
    expect.stringMatching(/^Building · Compiling \[/),
    expect.stringMatching(/^Compiling … \d+ s$/),
    expect.stringMatching(/^Building \[.*about 15 s left$/),
    expect.stringMatching(/^Building … \d+ s$/),
    '',
  ]);
});

test('a terminal has one line, which stays with the time that the work took; other outputs only say what begins', async () => {
  const seen = createTerminal(true);
  expect(await showProgress('Building', { seconds: 15 }, async () => 'built', seen.terminal)).toBe('built');
  expect(seen.text().replaceAll('\x1b[K', '|')).toMatch(/^\rBuilding \[░+\] 0 %, about 15 s left\|\rBuilding … \d+ s\|\n$/);
  const logged = createTerminal(false);
  await showProgress('Building', { seconds: 15 }, async () => undefined, logged.terminal);
  expect(logged.text()).toBe('Building …\n');
});

test('what another program writes to a folder is counted, without what was there before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-progress-'));
  writeFileSync(join(folder, 'old'), Buffer.alloc(500));
  const reported = Promise.withResolvers<number>();
  const report = (bytes: number) => bytes > 0 && reported.resolve(bytes);
  const written = await reportWrittenBytes(folder, report, async () => {
    writeFileSync(join(folder, 'new'), Buffer.alloc(70));
    return reported.promise;
  });
  rmSync(folder, { recursive: true });
  expect(written).toBe(70);
});
