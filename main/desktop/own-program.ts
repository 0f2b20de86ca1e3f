/** This program as it is installed, and the record by which the updates of its other processes wait for this one. */
import { findOwnAppImage } from './own-app-image.ts';
import { detectPackageKind } from './updates/package-kind.ts';

/** The same for all processes of an installed program. Those of an AppImage run from a folder of their own each. */
export const ownProgramFile = (): string => findOwnAppImage(process.env, process.execPath) ?? process.execPath;

/** Returns what removes the record, which otherwise ends with the process. Packages that do not replace themselves need none. */
export async function announceOwnProgram(dataFolder: string): Promise<() => void> {
  if (detectPackageKind(process.platform, process.env, process.execPath) === 'manual') return () => undefined;
  try {
    const { announceProgram } = await import('../instance/running-programs.ts');
    return announceProgram({ program: ownProgramFile(), dataFolder });
  } catch {
    // Nothing depends on the record but updates, which then only wait for the data folder of their own process.
    return () => undefined;
  }
}
