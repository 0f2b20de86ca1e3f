// A folder in memory for the temporary files of tests. They store thousands of small stories, each of which waits for the disk, and it is the
// disk that makes them slow, above all where other programs use it too.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const place = '/dev/shm';
const wantedBytes = 6 * 2 ** 30;

/** @returns {string | undefined} a folder that is removed when this process ends; undefined where TMPDIR is set, or there is too little memory */
export function makeMemoryFolder() {
  if (process.env.TMPDIR || process.platform !== 'linux' || freemem() < wantedBytes) return undefined;
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < wantedBytes) return undefined;
    const folder = mkdtempSync(join(place, 'taleport-'));
    // As the temporary folder of the system: tests that run as another user enter it.
    chmodSync(folder, 0o711);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return isExecutable(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Containers often mount it so that programs in it cannot be started.
 * @param {string} folder
 */
function isExecutable(folder) {
  const program = join(folder, 'program');
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}
