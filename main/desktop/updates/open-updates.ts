/** Sets up the updates of the running program: whether it checks for them, where, and what the window shows about them. */
import { app, net, session } from 'electron';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { describeUpdateState, type UpdateStatus, type UpdatesDisabledReason } from '../../../shared/contracts/updates.ts';
import type { DesktopSettings } from '../desktop-settings.ts';
import { ownProgramFile } from '../own-program.ts';
import type { ElectronUpdaterOptions } from './electron-updater.ts';
import { areUpdatesAllowed, detectPackageKind, policyFileFor } from './package-kind.ts';
import { readDevelopmentFeed, releaseFeed, type UpdateFeed } from './update-feed.ts';
import { createUpdateService, type Updater, type UpdateService } from './update-service.ts';

interface UpdatesDeps {
  readonly dataFolder: string;
  readonly settings: Pick<DesktopSettings, 'updates' | 'setUpdates'>;
  readonly log: (line: string) => void;
  readonly send: (events: BackendEvent[]) => void;
}

/** Milliseconds, so that the first check comes after everything else that a start has to do. */
const firstCheckDelay = 20_000;
const checkInterval = 24 * 60 * 60_000;

export function openUpdates({ dataFolder, settings, log, send }: UpdatesDeps): UpdateService {
  // Only a program that is not packed may use a file that names another feed and another key.
  const configFile = app.isPackaged ? undefined : process.env.TALEPORT_UPDATE_FEED || undefined;
  const feed = configFile === undefined ? releaseFeed : readDevelopmentFeed(configFile);
  const kind = detectPackageKind(process.platform, process.env, process.execPath);
  const service = createUpdateService({
    updater: disabledReason(feed, configFile) ?? (() => loadUpdater({ kind, feed, configFile, log })),
    canInstall: kind !== 'manual',
    downloadPage: feed.downloadPage,
    settings: { isAutomatic: settings.updates, setAutomatic: settings.setUpdates },
    now: Date.now,
    onChange: createReporter(send),
    isDataFolderInUse: () => isDataFolderInUse(dataFolder),
    findOtherDataFolder,
    log,
  });
  setTimeout(service.checkAutomatically, firstCheckDelay).unref();
  setInterval(service.checkAutomatically, checkInterval).unref();
  return service;
}

function disabledReason(feed: UpdateFeed, configFile: string | undefined): UpdatesDisabledReason | undefined {
  if (!areUpdatesAllowed(policyFileFor(process.platform, process.env), process.env)) return 'policy';
  if (!app.isPackaged && configFile === undefined) return 'development';
  return feed.publicKeys.length === 0 ? 'noFeed' : undefined;
}

/** Loads electron-updater, for the first check. */
async function loadUpdater(options: Omit<ElectronUpdaterOptions, 'openRequest'>): Promise<Updater> {
  const { createElectronUpdater } = await import('./electron-updater.ts');
  const requests = session.fromPartition('electron-updater', { cache: false });
  return createElectronUpdater({
    ...options,
    // electron-updater declares the type of its requests for both kinds of modules.
    openRequest: (options) => net.request({ ...(options as Electron.ClientRequestConstructorOptions), session: requests }),
  });
}

/**
 * Sends every state to the window. If the user did not ask for a check, an update that is available or ready is also shown as a
 * notification.
 */
function createReporter(send: (events: BackendEvent[]) => void): (status: UpdateStatus) => void {
  let last = '';
  return (status) => {
    const { state } = status;
    const isNews = state.name !== last && (state.name === 'available' || state.name === 'ready');
    last = state.name;
    const notice = { event: 'notice', message: describeUpdateState(state), section: 'updates' } as const;
    send([{ event: 'updates.changed', status }, ...(isNews ? [notice] : [])]);
  };
}

/** Called when this process has closed the folder, to which another process may still write. */
async function isDataFolderInUse(folder: string): Promise<boolean> {
  const { lockDataFolder } = await import('../../engine/storage/data-folder-lock.ts');
  const lock = lockDataFolder(folder);
  lock?.release();
  return lock === null;
}

/** The data folder of another process of this program, if one is running. */
async function findOtherDataFolder(): Promise<string | undefined> {
  const { findOtherPrograms } = await import('../../instance/running-programs.ts');
  return findOtherPrograms(ownProgramFile())[0]?.dataFolder;
}
