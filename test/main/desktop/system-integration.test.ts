import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCommandLineTool, formatToolScript } from '../../../main/desktop/command-line-tool.ts';
import { createAutostartFile, formatAutostartEntry } from '../../../main/desktop/login-item.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-system-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command-line tool', () => {
  test.runIf(process.platform === 'linux')('starts the program with its arguments, wherever it is', async () => {
    const place = join(folder, `it's "here" $HOME`);
    mkdirSync(place);
    const program = join(place, 'Taleport.AppImage');
    writeFileSync(program, '#!/bin/sh\nprintf "%s|" "$@"\n');
    chmodSync(program, 0o755);
    const tool = createCommandLineTool('linux', program, folder);
    expect(tool).toMatchObject({ path: join(folder, '.local', 'bin', 'taleport') });
    expect(await tool.isInstalled()).toBe(false);
    await tool.install();
    expect(await tool.isInstalled()).toBe(true);
    expect(execFileSync(tool.path, ['import', 'a b.json', '$HOME'], { encoding: 'utf8' })).toBe('--log-level=3|import|a b.json|$HOME|');
  });

  test('counts as installed only while it starts this program', async () => {
    await createCommandLineTool('linux', '/opt/old', folder).install();
    expect(await createCommandLineTool('linux', '/opt/new', folder).isInstalled()).toBe(false);
  });

  test('is a batch file on Windows', () => {
    expect(formatToolScript('win32', 'C:\\100% Tale\\Taleport.exe')).toBe('@"C:\\100%% Tale\\Taleport.exe" -- %*\r\n');
  });
});

describe('opening at login on Linux', () => {
  test('is a file that the desktop reads, and that is removed again', async () => {
    const item = createAutostartFile('/opt/Taleport/taleport', folder);
    expect(await item.isOn()).toBe(false);
    await item.set(true);
    expect(await item.isOn()).toBe(true);
    expect(readFileSync(join(folder, 'autostart', 'taleport.desktop'), 'utf8')).toContain('\nExec="/opt/Taleport/taleport"\n');
    await item.set(false);
    await item.set(false);
    expect(await item.isOn()).toBe(false);
  });

  test('is ignored by the desktop once the program has been removed', () => {
    expect(formatAutostartEntry('/home/a b/Taleport.AppImage')).toContain('\nTryExec=/home/a b/Taleport.AppImage\n');
  });

  test('quotes the program as the specification of desktop entries asks for', () => {
    expect(formatAutostartEntry('/a b/$c/`d`/50%/e"f')).toContain('\nExec="/a b/\\\\$c/\\\\`d\\\\`/50%%/e\\\\"f"\n');
  });
});
