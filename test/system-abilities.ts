/**
 * What this system, and the file system of its temporary folder, can do. Tests that need something else do not run; docs/systems.md lists
 * what Wine cannot do.
 */
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'taleport-probe-'));
const file = join(folder, 'file');
writeFileSync(file, '');

function removesWhileOpen(): boolean {
  const open = join(folder, 'open');
  const descriptor = openSync(open, 'w');
  unlinkSync(open);
  const isRemoved = !readdirSync(folder).includes('open');
  closeSync(descriptor);
  return isRemoved;
}

const canLink = (target: string, kind: 'junction' | 'file'): boolean => {
  const link = join(folder, `a-${kind}`);
  try {
    symlinkSync(target, link, kind);
    return lstatSync(link).isSymbolicLink();
  } catch {
    return false;
  }
};

/** Links to folders: symbolic links, or junctions on Windows. */
export const hasFolderLinks = canLink(folder, 'junction');
/** Windows allows them to administrators and in developer mode. */
export const hasFileLinks = canLink(file, 'file');
export const isCaseSensitive = !existsSync(join(folder, 'FILE'));
/** An open file can be removed at once, as on Linux and on Windows since version 10; under Wine its folder cannot be removed until it is closed. */
export const removesOpenFiles = removesWhileOpen();
/** Permissions for user, group and others. */
export const hasModes = process.platform !== 'win32';

/** A process can be asked to end; on Windows it can only be killed. */
export const hasSignals = process.platform !== 'win32';

rmSync(folder, { recursive: true });
