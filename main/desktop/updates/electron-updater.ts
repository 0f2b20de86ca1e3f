/** Implements Updater with electron-updater, which can replace each kind of package. */
import { CancellationToken, type UpdateInfo } from 'builder-util-runtime';
import { AppImageUpdater, type AppUpdater, BaseUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import { Provider, type ProviderRuntimeOptions, parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import type { AvailableUpdate } from '../../../shared/contracts/updates.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { errorCodeOf, errorMessageOf } from '../../platform/errors.ts';
import { BoundedHttpExecutor } from './bounded-http-executor.ts';
import type { PackageKind } from './package-kind.ts';
import { isFeedSigned, type UpdateFeed } from './update-feed.ts';
import type { Updater } from './update-service.ts';

export interface ElectronUpdaterOptions {
  readonly kind: PackageKind;
  readonly feed: UpdateFeed;
  /** Creates the requests. Those of Electron follow the proxy settings of the system. */
  readonly openRequest: ConstructorParameters<typeof BoundedHttpExecutor>[0];
  readonly log: (line: string) => void;
  /** By default, Electron's app. */
  readonly app?: AppAdapter;
  /** Replaces the `app-update.yml` next to the program, in a program that is not packed. */
  readonly configFile?: string | undefined;
  /** Milliseconds without a byte after which a request fails. */
  readonly idleLimit?: number;
}

/** Far more than a feed needs, which has a few KB. */
const maxFeedBytes = 2 ** 20;
const maxNotes = 20_000;
/** Milliseconds in which Squirrel must begin, because the program waits to be quit by it. */
const squirrelLimit = 60_000;

export function createElectronUpdater(options: ElectronUpdaterOptions): Updater {
  const { kind, feed, log, idleLimit = 60_000 } = options;
  const updater = createAppUpdater(kind, options.app);
  let maxBytes = maxFeedBytes;
  // Set before the feed, because electron-updater passes it to the provider. It is not among its public types.
  Object.assign(updater, { httpExecutor: new BoundedHttpExecutor(options.openRequest, { maxBytes: () => maxBytes, idle: idleLimit }) });
  if (options.configFile !== undefined) {
    updater.forceDevUpdateConfig = true;
    updater.updateConfigPath = options.configFile;
  }
  const feedOptions: SignedFeedOptions = {
    ...feed,
    onRead(largestFile) {
      maxBytes = Math.max(largestFile, maxFeedBytes);
    },
  };
  updater.setFeedURL({
    provider: 'custom',
    updateProvider: class extends SignedFeedProvider {
      constructor(_options: unknown, _updater: unknown, runtimeOptions: ProviderRuntimeOptions) {
        super(feedOptions, runtimeOptions);
      }
    },
  });
  updater.logger = { info: () => undefined, warn: (text) => log(String(text)), error: (text) => log(String(text)) };
  updater.autoDownload = false;
  // Otherwise, on a Mac, a downloaded file would immediately be passed to Squirrel, which installs it however the process ends.
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  // The lists of the parts of a file (block maps) are not signed, and they are unpacked and parsed without a limit.
  updater.disableDifferentialDownload = true;

  return {
    async check() {
      maxBytes = maxFeedBytes;
      const result = await updater.checkForUpdates().catch((error: unknown) => {
        throw toProblem(error, 'check');
      });
      return result?.isUpdateAvailable ? describeUpdate(result.updateInfo) : null;
    },
    async download(onProgress, signal) {
      const cancellation = new CancellationToken();
      const cancel = () => cancellation.cancel();
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const report = ({ transferred, total }: { transferred: number; total: number }) => onProgress(transferred, total);
      updater.on('download-progress', report);
      try {
        await updater.downloadUpdate(cancellation);
      } catch (error) {
        throw toProblem(error, 'download');
      } finally {
        updater.off('download-progress', report);
        signal.removeEventListener('abort', cancel);
      }
    },
    async install(restart) {
      if (updater instanceof BaseUpdater) updater.install(true, restart);
      else await installBySquirrel(updater, restart);
    },
  };
}

/** Squirrel reads the file and then quits the program itself, so this only settles if it fails, or does not begin within the limit. */
function installBySquirrel(updater: AppUpdater, restart: boolean): Promise<never> {
  updater.autoRunAppAfterInstall = restart;
  return new Promise((_, reject) => {
    const limit = setTimeout(() => reject(new Error('Squirrel has not installed the update in time')), squirrelLimit);
    updater.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    updater.quitAndInstall();
  });
}

function createAppUpdater(kind: PackageKind, app: AppAdapter | undefined): AppUpdater {
  switch (kind) {
    case 'appImage':
      return new AppImageUpdater(null, app);
    case 'windowsInstaller':
      return new NsisUpdater(null, app);
    case 'macApp':
      return new MacUpdater(undefined, app);
    case 'manual':
      // Only used to check for updates.
      return new DebUpdater(null, app);
  }
}

const describeUpdate = ({ version, releaseNotes }: UpdateInfo): AvailableUpdate => ({
  version,
  notes: typeof releaseNotes === 'string' ? releaseNotes.trim().slice(0, maxNotes) : '',
});

function toProblem(error: unknown, step: 'check' | 'download'): Problem {
  if (error instanceof Problem) return error;
  const code = errorCodeOf(error);
  if (code === 'ERR_CHECKSUM_MISMATCH') return new Problem('invalid', message('updates.problem.checksum'), { cause: error });
  if (code === 'HTTP_ERROR_404') return new Problem('notFound', message('updates.problem.noFeed'), { cause: error });
  const reason = errorMessageOf(error).split('\n', 1)[0];
  return new Problem('internal', message(`updates.problem.${step}`, { reason: reason ?? '' }), { cause: error });
}

/** The fields that this program uses; the others are for electron-updater. */
const feedSchema = z.looseObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  files: z.array(z.looseObject({ url: z.string().min(1), sha512: z.string().min(1), size: z.int().positive() })).min(1),
  releaseNotes: z.string().nullish(),
  stagingPercentage: z.int().min(0).max(100).optional(),
});

interface SignedFeedOptions {
  readonly url: string;
  readonly publicKeys: readonly string[];
  /** Called with the size of the largest file of the release. */
  readonly onRead: (largestFile: number) => void;
}

/** Reads the release feed for electron-updater. Only accepts it if it is signed with a key of this program. */
class SignedFeedProvider extends Provider<UpdateInfo> {
  readonly #options: SignedFeedOptions;
  readonly #baseUrl: URL;

  constructor(options: SignedFeedOptions, runtimeOptions: ProviderRuntimeOptions) {
    super(runtimeOptions);
    this.#options = options;
    this.#baseUrl = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
  }

  /** Sends no id: electron-updater would send the one with which it takes part in staged releases, which the server does not need. */
  override setRequestHeaders(): void {
    super.setRequestHeaders(null);
  }

  async getLatestVersion(): Promise<UpdateInfo> {
    const name = `${this.getDefaultChannelName()}.yml`;
    const address = new URL(name, this.#baseUrl);
    const text = (await this.httpRequest(address)) ?? '';
    if (!isFeedSigned(text, this.#options.publicKeys)) throw new Problem('invalid', message('updates.problem.notSigned'));
    const info = parseUpdateInfo(text, name, address);
    const { success, data } = feedSchema.safeParse(info);
    if (!success) throw new Problem('invalid', message('updates.problem.invalidFeed'));
    this.#options.onRead(Math.max(...data.files.map(({ size }) => size)));
    return info;
  }

  resolveFiles(info: UpdateInfo) {
    return resolveFiles(info, this.#baseUrl);
  }
}
