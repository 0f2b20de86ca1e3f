/** How this program was installed, which determines who installs its updates, and whether the administrator of this computer allows them. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin, withoutLinks } from '../../platform/data-folder.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { readJsonFileSync } from '../../platform/untrusted-file.ts';

/** `manual`: the user or the package manager of the system installs updates (ADR 0176). */
export type PackageKind = 'appImage' | 'windowsInstaller' | 'macApp' | 'manual';

export function detectPackageKind(platform: NodeJS.Platform, variables: EnvironmentVariables, executable: string): PackageKind {
  if (platform === 'darwin') return isReplaceableApp(executable) ? 'macApp' : 'manual';
  if (platform === 'linux') {
    const appImage = findOwnAppImage(variables, executable);
    return appImage !== undefined && isWritable(dirname(appImage)) ? 'appImage' : 'manual';
  }
  // The installer places it next to the program; the .zip does not contain it.
  return existsSync(join(dirname(executable), 'Uninstall Taleport.exe')) ? 'windowsInstaller' : 'manual';
}

/**
 * False for a downloaded app of which macOS runs a copy (“translocation”), on the read-only disk of a .dmg, and where only an administrator
 * can write: Squirrel would fail, or ask for a password while the program quits.
 */
function isReplaceableApp(executable: string): boolean {
  const bundle = dirname(dirname(dirname(executable)));
  return !executable.includes('/AppTranslocation/') && [bundle, dirname(bundle)].every(isWritable);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of the AppImage that this program runs from; undefined unless `executable` is in the folder where it is mounted. The mount is removed when the program ends.
 */
export function findOwnAppImage({ APPIMAGE, APPDIR }: EnvironmentVariables, executable: string): string | undefined {
  if (!APPIMAGE || !APPDIR) return undefined;
  return isWithin(APPDIR, withoutLinks(executable)) ? APPIMAGE : undefined;
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * The path of the file on this system in which `{"updates": "off"}` disables updates, and which only administrators can write.
 * TALEPORT_UPDATES=off does the same (docs/releasing.md).
 */
export function policyFileFor(platform: NodeJS.Platform, variables: EnvironmentVariables): string {
  if (platform === 'win32') return join(variables.ProgramData || 'C:\\ProgramData', 'Taleport', 'policy.json');
  return platform === 'darwin' ? '/Library/Application Support/Taleport/policy.json' : '/etc/taleport/policy.json';
}

/** A file that cannot be parsed counts as `off`, because an administrator intended to restrict something. */
export function areUpdatesAllowed(file: string, variables: EnvironmentVariables): boolean {
  if (variables.TALEPORT_UPDATES === 'off') return false;
  try {
    const policy = readJsonFileSync(file);
    return typeof policy === 'object' && policy !== null && !('updates' in policy && policy.updates !== 'on');
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT';
  }
}
