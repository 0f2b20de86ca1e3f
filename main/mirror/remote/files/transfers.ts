/** One file over the wire: what the remote calls it, its bytes down into the vault, ours up. */
import { z } from 'zod';
import type { StoryRecord } from '../../../../shared/kinds/all.ts';
import { type MediaType, mediaTypes, type StoredFile } from '../../../../shared/stored-file.ts';
import type { Urgency } from '../../loop/budget.ts';
import { Lost } from '../../loop/loop-deps.ts';
import type { Rows } from '../../loop/rows.ts';
import type { RemoteClient } from '../client.ts';
import { bytesOf } from './download.ts';
import type { FileVault, Held } from './file-vault.ts';
import { type Uploaded, uploadFile } from './upload.ts';

export interface FileMoved {
  readonly asset: string;
  readonly way: 'up' | 'down';
  /** So far. */
  readonly bytes: number;
  /** All of them, where that is known. */
  readonly of: number | null;
}

export interface TransfersDeps {
  readonly client: RemoteClient;
  readonly hash: string;
  readonly rows: Pick<Rows, 'standing'>;
  readonly vault: FileVault;
  readonly newId: () => string;
  readonly urgency?: () => Urgency;
  readonly progress?: (moved: FileMoved) => void;
}

const shown = z.looseObject({ file: z.string().nullish(), bytes: z.number().nullish() });
/** What the remote has taken we take too. */
const noLimits = { fileBytes: null, projectBytes: null, imagePixels: Number.MAX_SAFE_INTEGER };

export class Transfers {
  readonly #deps: TransfersDeps;

  constructor(deps: TransfersDeps) {
    this.#deps = deps;
  }

  /** The name of the stored file there, null where the asset has none; and how many bytes it has, where that is told. */
  async look(asset: string): Promise<{ file: string | null; bytes: number | null }> {
    const read = shown.safeParse(await this.#deps.client.get(this.#path(asset), this.#urgency));
    if (!read.success) throw new Lost('What the server answers is no asset.');
    const { file = null, bytes = null } = read.data;
    return { file, bytes };
  }

  async down({ id, name, type }: StoryRecord<'asset'>, told: number | null): Promise<Held> {
    const { client, vault, hash, progress } = this.#deps;
    const wanted = type.replace('template-', '');
    return await vault.hold(hash, {
      name,
      type: mediaTypes.find((each): each is MediaType => each === wanted),
      bytes: bytesOf(client, `${this.#path(id)}/file`, told, this.#urgency),
      limits: noLimits,
      progress: (bytes) => progress?.({ asset: id, way: 'down', bytes, of: told }),
    });
  }

  /** Whether the bytes there are these, where that can be told without fetching them: a tag may be their hash. */
  async isStill(asset: string, sha256: string): Promise<boolean> {
    const headers = { 'if-none-match': `"${sha256}"` };
    const answer = await this.#deps.client.exchange({ method: 'GET', path: `${this.#path(asset)}/file`, headers, urgency: this.#urgency });
    if (answer.is !== 'answer') throw new Lost(answer.why);
    answer.drop();
    if (answer.status === 304) return true;
    if (answer.status === 200) return false;
    throw this.#deps.client.lostBy(answer);
  }

  async up(asset: string, stored: StoredFile): Promise<Uploaded> {
    const { client, vault, hash, newId, progress } = this.#deps;
    const path = vault.pathOf(hash, stored.file);
    if (path === undefined) throw new Lost('The file is no longer here.', { status: 404 });
    const file = { path, name: stored.name, mime: stored.mime, type: stored.type };
    return await uploadFile(client, this.#there, file, newId(), (bytes) => progress?.({ asset, way: 'up', bytes, of: stored.bytes }));
  }

  get #urgency(): Urgency {
    return this.#deps.urgency?.() ?? 'fill';
  }

  #path(asset: string): string {
    return `/${encodeURIComponent(this.#there)}/asset/${encodeURIComponent(asset)}`;
  }

  get #there(): string {
    const { standing } = this.#deps.rows;
    if (!standing) throw new Lost('The project is not mirrored.', { status: 404 });
    return standing.there;
  }
}
