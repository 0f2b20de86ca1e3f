// Called by electron-builder for each packed folder, before it is signed: removes what the program never loads.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Microsoft's shader compiler, 25 MB, which Chromium only looks for where a page uses WebGPU; without it, WebGPU takes the compiler of Windows. Electron itself
 * left both out of some of its releases (electron/electron#41120). No window of Taleport uses WebGPU.
 */
export const unusedOnWindows = ['dxcompiler.dll', 'dxil.dll'];

/** @param {{ appOutDir: string, electronPlatformName: string }} context */
export function afterPack({ appOutDir, electronPlatformName }) {
  if (electronPlatformName !== 'win32') return;
  for (const name of unusedOnWindows) rmSync(join(appOutDir, name), { force: true });
}
