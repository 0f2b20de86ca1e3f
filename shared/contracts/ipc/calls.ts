/**
 * The calls of the backend, which the window (Electron IPC), the browser shell (HTTP on loopback) and the command line (the socket of the
 * instance) make. Inputs are parsed on arrival; results are `{ok: true, value}` or `{ok: false, problem}`.
 */

import { appCalls } from './app-calls.ts';
import { assetCalls } from './asset-calls.ts';
import { backupCalls } from './backup-calls.ts';
import { damageCalls } from './damage-calls.ts';
import { dataFolderCalls } from './data-folder-calls.ts';
import { desktopCalls } from './desktop-calls.ts';
import { folderCalls } from './folder-calls.ts';
import { projectCalls } from './project-calls.ts';
import { serviceCalls } from './service-calls.ts';
import { syncCalls } from './sync-calls.ts';
import { targetCalls } from './target-calls.ts';

export const calls = {
  ...appCalls,
  ...projectCalls,
  ...targetCalls,
  ...folderCalls,
  ...assetCalls,
  ...backupCalls,
  ...damageCalls,
  ...dataFolderCalls,
  ...serviceCalls,
  ...syncCalls,
  ...desktopCalls,
};
