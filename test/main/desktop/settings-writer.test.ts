/** Settings of the desktop whose file cannot be written. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSettingsWriter } from '../../../main/desktop/settings-writer.ts';
import { t } from '../../../shared/messages/english.ts';

function openWriter() {
  const root = mkdtempSync(join(tmpdir(), 'taleport-settings-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'disk');
  mkdirSync(folder);
  const file = join(folder, 'window.json');
  const notices: string[] = [];
  const retries = new Set<() => void>();
  const writer = createSettingsWriter<{ background: boolean; language: string }>({
    file,
    log: () => undefined,
    report: (notice) => notices.push(t(notice)),
    timer: {
      after(_, run) {
        retries.add(run);
        return () => void retries.delete(run);
      },
    },
  });
  const state = { failsWith: '' };
  const start = () =>
    writer.start((changed) => {
      if (state.failsWith !== '') throw Object.assign(new Error(`${state.failsWith}: no`), { code: state.failsWith });
      const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
      writeFileSync(file, JSON.stringify({ ...before, ...changed }));
    });
  const retry = () => {
    for (const run of [...retries]) run();
  };
  return { writer, start, retry, notices, state, folder, file, retries, stored: () => JSON.parse(readFileSync(file, 'utf8')) };
}

test.each([
  ['ENOSPC', 'is full. Free up some space'],
  ['EROFS', 'is on a read-only disk. Make the disk writable'],
  ['EACCES', 'You don’t have permission to write to'],
  ['EISDIR', 'can’t be written: EISDIR: no. Check the file and its folder.'],
])('[Store] %s is told once, with the path and what to do, and what was changed is written later', (code, remedy) => {
  const { writer, start, retry, notices, state, file, retries, stored } = openWriter();
  start();
  state.failsWith = code;
  writer.change({ background: true });
  writer.change({ language: 'de' });
  retry();
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(
    /^Settings can’t be saved\. .* Your changes apply while Taleport is open, and it keeps trying to save them\.$/,
  );
  expect(notices[0]).toContain(remedy);
  expect(notices[0]).toContain(file);

  state.failsWith = '';
  retry();
  expect(stored()).toEqual({ background: true, language: 'de' });
  expect(retries.size).toBe(0);

  state.failsWith = code;
  writer.change({ background: false });
  expect(notices).toHaveLength(2);
});

test('[Store] a folder whose disk is disconnected is not created again', () => {
  const { writer, start, retry, notices, folder, stored } = openWriter();
  start();
  renameSync(folder, `${folder}-away`);
  writer.change({ background: true });
  expect(notices).toEqual([expect.stringContaining('is no longer there. Connect its disk again')]);
  expect(existsSync(folder)).toBe(false);
  renameSync(`${folder}-away`, folder);
  retry();
  expect(stored()).toEqual({ background: true });
});

test('[Store] what is changed before the file can be written is written then', () => {
  const { writer, start, notices, stored } = openWriter();
  writer.change({ background: true });
  writer.change({ language: 'ja' });
  start();
  expect(stored()).toEqual({ background: true, language: 'ja' });
  expect(notices).toEqual([]);
});
