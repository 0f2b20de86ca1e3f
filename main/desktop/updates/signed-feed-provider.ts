/** Reads the release feed for electron-updater. Only accepts it if it is signed with a key of this program. */
import type { UpdateInfo } from 'builder-util-runtime';
import { Provider, type ProviderRuntimeOptions, parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { isFeedSigned } from './feed-signature.ts';

/** The fields that this program uses; the others are for electron-updater. */
const feedSchema = z.looseObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  files: z.array(z.looseObject({ url: z.string().min(1), sha512: z.string().min(1), size: z.int().positive() })).min(1),
  releaseNotes: z.string().nullish(),
  stagingPercentage: z.int().min(0).max(100).optional(),
});

export interface SignedFeedOptions {
  readonly url: string;
  readonly publicKeys: readonly string[];
  /** Called with the size of the largest file of the release. */
  readonly onRead: (largestFile: number) => void;
}

export class SignedFeedProvider extends Provider<UpdateInfo> {
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
