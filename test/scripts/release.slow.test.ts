/** The scripts that release.yml runs between electron-builder and the draft, on an invented release in a copy of the scripts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFeedSigned } from '../../main/desktop/updates/update-feed.ts';
import { repoPath } from '../../scripts/paths.mjs';

const copy = mkdtempSync(join(tmpdir(), 'taleport-release-'));
const inCopy = (...path: string[]): string => join(copy, ...path);
const { version } = JSON.parse(readFileSync(repoPath('package.json'), 'utf8'));
const commandsRun = new Set<string>();

/** A script of the copy, as the workflow calls it. */
function runScript(script: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  commandsRun.add(`${script} ${command}`);
  const options = { cwd: copy, encoding: 'utf8', env: { ...process.env, ...env } } as const;
  const { status, stderr } = spawnSync(process.execPath, [inCopy('scripts', script), command, ...args], options);
  return { status, stderr };
}
const release = (command: string, ...args: string[]) => runScript('release.mjs', command, args);
const succeeds = { status: 0, stderr: '' };

beforeAll(() => {
  cpSync(repoPath('scripts'), inCopy('scripts'), { recursive: true });
  const updates = ['main', 'desktop', 'updates'];
  mkdirSync(inCopy(...updates), { recursive: true });
  copyFileSync(repoPath(...updates, 'update-feed.json'), inCopy(...updates, 'update-feed.json'));
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(repoPath(name), inCopy(name));
  writeFileSync(
    inCopy('CHANGELOG.md'),
    `# Changelog\n\n## [98.0.0] - later\n\n## [${version}] - today\n- New.\n\n## [0.0.1] - before\n- Old.\n`,
  );
  mkdirSync(inCopy('dist', 'linux-unpacked'), { recursive: true });
  for (const name of ['Taleport-x86_64.AppImage', 'taleport_amd64.deb', 'Taleport.tar.xz', 'builder-debug.yml'])
    writeFileSync(inCopy('dist', name), name);
  writeFileSync(inCopy('dist', 'latest-linux.yml'), `version: ${version}\nfiles: []\n`);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the steps of a release', () => {
  test('the tag has to be the version', () => {
    expect(release('check-tag', 'v99.0.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('v99.0.0') });
  });

  test('a program without a key for updates is not released', () => {
    const file = inCopy('main', 'desktop', 'updates', 'update-feed.json');
    const feed = readFileSync(file, 'utf8');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(feed), publicKeys: [] }));
    expect(release('check-tag', `v${version}`)).toMatchObject({ status: 1, stderr: expect.stringContaining('update-feed.mjs new-key') });
    writeFileSync(file, feed);
  });

  test('a package that is too large stops it, and is named', () => {
    const large = inCopy('dist', 'large.dmg');
    writeFileSync(large, '');
    truncateSync(large, 111e6);
    expect(release('collect', 'dist', 'release')).toMatchObject({ status: 1, stderr: expect.stringContaining('large.dmg (111.0 MB)') });
    rmSync(large);
  });

  test('packages and feeds are collected, and nothing else', () => {
    expect(release('collect', 'dist', 'release')).toEqual(succeeds);
    expect(readdirSync(inCopy('release')).sort()).toEqual([
      'Taleport-x86_64.AppImage',
      'Taleport.tar.xz',
      'latest-linux.yml',
      'taleport_amd64.deb',
    ]);
    expect(readdirSync(inCopy('dist')).sort()).toEqual(['builder-debug.yml', 'linux-unpacked']);
    expect(release('collect', 'dist', 'release').status).toBe(1);
  });

  test('the notes are the section of the version', () => {
    expect(release('notes', `v${version}`, 'release-notes.md')).toEqual(succeeds);
    expect(readFileSync(inCopy('release-notes.md'), 'utf8')).toBe(`## [${version}] - today\n- New.\n\n`);
    expect(release('notes', 'v99.0.0', 'other.md').status).toBe(1);
  });

  test('the feeds are signed with a new key, which the program then accepts', () => {
    const key = inCopy('key.pem');
    const signing = ['release', '--notes', 'release-notes.md', '--rollout', '25'];
    expect(runScript('update-feed.mjs', 'new-key', [key])).toEqual(succeeds);
    expect(runScript('update-feed.mjs', 'sign', signing, { UPDATE_SIGNING_KEY: readFileSync(key, 'utf8') })).toEqual(succeeds);
    const feed = readFileSync(inCopy('release', 'latest-linux.yml'), 'utf8');
    expect(feed).toContain('\nstagingPercentage: 25\n');
    const { publicKeys } = JSON.parse(readFileSync(inCopy('main', 'desktop', 'updates', 'update-feed.json'), 'utf8'));
    expect(isFeedSigned(feed, publicKeys)).toBe(true);
    expect(release('check-tag', `v${version}`)).toEqual(succeeds);
    expect(runScript('update-feed.mjs', 'sign', signing, { UPDATE_SIGNING_KEY: '' }).status).toBe(1);
  });

  test('the list of components is made of the lock file', () => {
    const [, command = ''] = /run: npm (sbom .+) >/.exec(readFileSync(repoPath('.github', 'workflows', 'release.yml'), 'utf8')) ?? [];
    const list = JSON.parse(
      execFileSync('npm', command.split(' '), { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 26, shell: process.platform === 'win32' }),
    );
    expect(list).toMatchObject({ bomFormat: 'CycloneDX' });
    expect(list.components.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['electron', 'better-sqlite3']));
  });

  test('the checksums are those of all files but the feeds', () => {
    expect(release('checksums', 'release', 'SHA256SUMS')).toEqual(succeeds);
    const lines = readFileSync(inCopy('SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => line.slice(66))).toEqual(['Taleport-x86_64.AppImage', 'Taleport.tar.xz', 'taleport_amd64.deb']);
    expect(lines[2]).toBe(`${createHash('sha256').update('taleport_amd64.deb').digest('hex')}  taleport_amd64.deb`);
  });

  test('the workflow runs no script that is not run here', () => {
    const workflow = readFileSync(repoPath('.github', 'workflows', 'release.yml'), 'utf8');
    const called = [...workflow.matchAll(/node scripts\/([\w-]+\.mjs [\w-]+)/g)].map(([, command]) => command);
    expect(called.length).toBe(5);
    expect(called.filter((command) => !commandsRun.has(command ?? ''))).toEqual([]);
  });
});
