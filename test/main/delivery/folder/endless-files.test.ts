/**
 * Game folders from elsewhere: a name that belongs to a device or a pipe, also through a link (Git stores links), does not block a process.
 */
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { detectProjects } from '../../../../main/delivery/folder/detect-projects.ts';
import { nodeDisk } from '../../../../main/platform/disk.ts';
import { fingerprintFile } from '../../../../main/platform/fingerprint.ts';
import { newFolder } from '../../../new-folder.ts';

const kinds = ['device', 'pipe', 'link to a pipe'] as const;

function createEndless(kind: (typeof kinds)[number], path: string): void {
  if (kind === 'device') {
    symlinkSync('/dev/zero', path);
    return;
  }
  const pipe = kind === 'pipe' ? path : `${path}.pipe`;
  execFileSync('mkfifo', [pipe]);
  if (pipe !== path) symlinkSync(pipe, path);
}

test.each(kinds)('the settings of a game project that are a %s are not read', async (kind) => {
  const folder = newFolder();
  createEndless(kind, join(folder, 'project.godot'));
  expect(await detectProjects(nodeDisk, folder)).toEqual([{ engine: 'godot', folder, name: basename(folder) }]);
});

test.each(kinds)('a %s is neither read nor hashed, and counts as changed', async (kind) => {
  const folder = newFolder();
  const path = join(folder, 'story.json');
  createEndless(kind, path);
  for (const read of [nodeDisk.readText, nodeDisk.readBytes, nodeDisk.statAndHash, fingerprintFile])
    await expect(read(path)).rejects.toMatchObject({ code: 'EINVAL' });
  writeFileSync(join(folder, 'new'), 'new');
  expect(await nodeDisk.removeIfUnchanged(path, 'x', null)).toBe(false);
  expect(await nodeDisk.replaceIfUnchanged(join(folder, 'new'), path, 'x', null)).toBeNull();
});
