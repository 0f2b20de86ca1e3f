/** Folders that are refused as a game folder or a story folder, or only used if the user confirms it. Their paths must contain no links. */
import { dirname, posix, win32 } from 'node:path';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { fileIdentityOf, isWithin, withoutLinks } from '../../platform/data-folder.ts';

/** With everything in them, but for the exceptions. */
const systemFolders = [
  ...['/proc', '/sys', '/dev', '/run', '/etc', '/usr', '/bin', '/sbin', '/lib', '/lib32', '/libx32', '/lib64', '/boot', '/lost+found'],
  ...['/snap', '/nix/store', '/var/log', '/var/spool', '/var/cache', '/var/db', '/System', '/Library', '/Applications'],
  // macOS has /etc and /var there.
  ...['/private/etc', '/private/var/db', '/private/var/log', '/private/var/root', '/private/var/spool'],
];
/** Disks in memory, disks and network folders that a desktop connects, software that the user installs, and the disks of macOS. */
const exceptions = ['/dev/shm', '/run/media', '/run/user', '/usr/local', '/usr/src', '/System/Volumes'];
const windowsSystemFolder =
  /^[a-z]:\\(?:windows|program files|program files \(x86\)|windowsapps|recovery|system volume information|\$recycle\.bin)(?:\\|$)/i;
/** Other names of a drive: those without limits of length, and the share of it that Windows makes for administrators. */
const windowsDrive = /^\\\\(?:[?.]\\(?=[a-z]:)|[^\\]+\\(?=[a-z]\$(?:\\|$)))/i;

/** Throws a Problem `folder` if no story may be written to this folder. */
function assertNoSystemFolder(real: string): void {
  const onDrive = real.replace(windowsDrive, '').replace(/^([a-z])\$/i, '$1:');
  const isRoot = dirname(real) === real || win32.parse(real).root === real || /^[a-z]:\\?$/i.test(onDrive);
  if (isRoot) throw new Problem('folder', message('problem.target.rootFolder', { folder: real }));
  const isIn = (folder: string): boolean => real === folder || real.startsWith(folder + posix.sep);
  if (windowsSystemFolder.test(onDrive) || (systemFolders.some(isIn) && !exceptions.some(isIn)))
    throw new Problem('folder', message('problem.target.systemFolder', { folder: real }));
}

/** Why a folder is unusual: it is or contains the user's home folder, or contains the data folder. */
export type UnusualFolder = 'home' | 'dataFolder';

/** Null for a folder that need not be confirmed. */
export function findUnusualFolder(
  real: string,
  { dataFolder, home }: { readonly dataFolder: string | null; readonly home: string },
): UnusualFolder | null {
  const identity = fileIdentityOf(real);
  if (identity !== undefined && identity === fileIdentityOf(home)) return 'home';
  if (isWithin(real, withoutLinks(home))) return 'home';
  return dataFolder !== null && isWithin(real, withoutLinks(dataFolder)) ? 'dataFolder' : null;
}

interface ChosenFolder {
  /** As the user named it. */
  readonly folder: string;
  readonly isConfirmed: boolean;
  readonly findUnusual: (real: string) => UnusualFolder | null;
}

/**
 * Must be called before a game folder or a story folder is added, opened or moved. Throws a Problem `folder` if no story may be written there, or if the user has
 * not confirmed an unusual folder. Then its context has `confirm`: a client asks, and calls again with `force`.
 */
export function assertSuitableFolder(real: string, { folder, isConfirmed, findUnusual }: ChosenFolder): void {
  assertNoSystemFolder(real);
  const unusual = isConfirmed ? null : findUnusual(real);
  if (unusual !== null)
    throw new Problem('folder', message('problem.target.unusualFolder', { folder, unusual }), { context: { confirm: unusual } });
}
