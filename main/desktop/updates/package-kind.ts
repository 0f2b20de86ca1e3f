/** How this program was installed, which determines who installs its updates. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOwnAppImage } from '../own-app-image.ts';
import type { EnvironmentVariables } from './update-policy.ts';

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
