/** What `.ci/install-packages` installs. The commands of the system are scripts of the tests, which write down how they were called. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repoPath } from '../../scripts/paths.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'taleport-packages-'));
  mkdirSync(join(root, 'bin'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const writeCommand = (name: string, script: string): void =>
  writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

interface Release {
  /** The versions of packages that are not 1.0; empty: there is no such package. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Commands that are installed already. */
  readonly installed?: readonly string[];
}

/** Returns the packages of each call of `apt-get install`, and what the user reads. */
function installPackages({ versions = {}, installed = [] }: Release): { installs: string[][]; output: string } {
  const log = join(root, 'calls');
  const cases = Object.entries(versions).map(([name, version]) => `${name}) version='${version}';;`);
  writeCommand(
    'apt-cache',
    `version=1.0; case "$2" in ${cases.join(' ')} *t64) version=;; esac; [ -z "$version" ] || echo "  $2 | $version | x"`,
  );
  writeCommand('apt-get', `echo "$*" >> '${log}'`);
  writeCommand('id', 'echo 0');
  for (const name of installed) writeCommand(name, 'exit 0');
  // No other command of this computer can be found.
  for (const name of ['bash', 'sh', 'dirname', 'awk']) {
    const found = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync);
    if (found) symlinkSync(found, join(root, 'bin', name));
  }
  symlinkSync(process.execPath, join(root, 'bin', 'node'));
  const { status, stderr, stdout } = spawnSync(repoPath('.ci', 'install-packages'), {
    env: { PATH: join(root, 'bin'), HOME: root },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const calls = readFileSync(log, 'utf8').trimEnd().split('\n');
  expect(calls[0]).toMatch(/ update$/);
  const installs = calls.slice(1).map((call) => {
    const [before = '', packages = ''] = call.split(' --no-install-recommends ');
    expect(before).toMatch(/ install -y$/);
    return packages.split(' ');
  });
  return { installs, output: stdout };
}

const snap = '2:1snap1-0ubuntu2';

describe.runIf(process.platform === 'linux')('the packages that the tests need', () => {
  test('on a new Debian are all installed, then npm, then Chromium', () => {
    const { installs, output } = installPackages({});
    expect(installs.slice(1)).toEqual([['nodejs', 'npm'], ['chromium']]);
    expect(installs[0]).toEqual(expect.arrayContaining(['xvfb', 'wine', 'wine64', 'nsis', 'rpm', 'libgtk-3-0', 'libasound2', 'xdg-utils']));
    expect(output).toBe('');
  });

  test('have the new names of libraries where there are no others, and those that a release lacks are left out and named', () => {
    const versions = { 'libgtk-3-0': '', 'libgtk-3-0t64': '3', libasound2: '', libasound2t64: '1', wine64: '' };
    const { installs, output } = installPackages({ versions });
    expect(installs[0]).toEqual(expect.arrayContaining(['libgtk-3-0t64', 'libasound2t64', 'wine']));
    for (const name of ['libgtk-3-0', 'libasound2', 'wine64']) expect(installs[0]).not.toContain(name);
    expect(output).toBe('This release has no package wine64\n');
  });

  test('are no browser where there is one, and no npm', () => {
    const { installs } = installPackages({ installed: ['google-chrome', 'npm'] });
    expect(installs).toHaveLength(1);
    expect(installs[0]?.filter((name) => /chrom/.test(name))).toEqual([]);
  });

  test('are not the snap of Ubuntu', () => {
    const { installs, output } = installPackages({ versions: { chromium: '', 'chromium-browser': snap }, installed: ['npm'] });
    expect(installs).toHaveLength(1);
    expect(output).toContain('no Chromium but as a snap');
  });

  test('are the Chromium that a release has under another name', () => {
    const { installs } = installPackages({ versions: { chromium: snap }, installed: ['npm'] });
    expect(installs[1]).toEqual(['chromium-browser']);
  });
});
