/** The local assets of a project: whether their files are on the disk, and which of them need a transfer. */
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { type FileStateStore, initialFileSyncState } from '../../store/file-state-store.ts';
import type { FileRecheckQueue } from './file-recheck-queue.ts';
import type { FileSyncDeps } from './file-sync-deps.ts';
import { type LocalFileState, planFileAction } from './plan-file-action.ts';
import { findDamagedFiles } from './sync-file-store.ts';

export type AssetRecord = StoryRecord<'asset'>;

export class LocalAssets {
  readonly #deps: FileSyncDeps;
  readonly #rows: FileStateStore;
  readonly #recheckQueue: FileRecheckQueue;
  readonly #damaged = new Set<string>();
  /** SHA-256 by stored filename, which always refers to the same bytes. */
  readonly #known = new Map<string, string>();
  #checking: Promise<void> | undefined;

  constructor(deps: FileSyncDeps, rows: FileStateStore, recheckQueue: FileRecheckQueue) {
    this.#deps = deps;
    this.#rows = rows;
    this.#recheckQueue = recheckQueue;
  }

  /** All assets except folders. */
  list(): AssetRecord[] {
    return [...this.#deps.local.project.recordsOfKind('asset')].filter(({ type }) => type !== 'folder');
  }

  fileStateOf({ id, file }: AssetRecord): LocalFileState {
    const existsRemotely = this.#deps.store.base.has(id);
    if (file === null || this.#damaged.has(file)) return { sha256: null, existsRemotely };
    const sha256 = this.#known.get(file) ?? this.#deps.fileStore.find(this.#deps.hash, file)?.sha256 ?? null;
    if (sha256 !== null) this.#known.set(file, sha256);
    return { sha256, existsRemotely };
  }

  /**
   * The assets whose files need a transfer or lookup, now or later: uploads first; then downloads, those that the story uses first; then
   * lookups. `ready` contains uploaded files that wait for the runner.
   */
  pending(ready: ReadonlyMap<string, string>): AssetRecord[] {
    const rows = this.#rows.all();
    const now = this.#deps.client.now();
    const isSingle = this.#deps.capabilityStore.capabilities.upload === 'single';
    const found = this.list().filter((asset) => {
      const local = this.fileStateOf(asset);
      if (ready.has(asset.id) && rows.get(asset.id)?.upload?.sha256 === local.sha256) return false;
      if (local.existsRemotely && this.#recheckQueue.has(asset.id)) return true;
      const action = planFileAction(rows.get(asset.id) ?? initialFileSyncState, local, undefined, now);
      return action === 'lookUp' || (action === 'upload' && !isSingle && !asset.type.startsWith('template-'));
    });
    const order = new Map(found.map((asset) => [asset, this.#orderOf(asset)]));
    return found.sort((one, two) => (order.get(one) ?? 0) - (order.get(two) ?? 0));
  }

  #orderOf({ id, file }: AssetRecord): number {
    const { local, store } = this.#deps;
    if (!store.base.has(id)) return 0;
    if (file !== null) return 3;
    return local.project.referrerCount(id) > 0 ? 1 : 2;
  }

  /** [I21] called once: checks that the stored files are on the disk, and removes the rows of assets that do not exist. */
  verifyFiles(): Promise<void> {
    this.#checking ??= this.#check();
    return this.#checking;
  }

  async #check(): Promise<void> {
    const { local, store, fileStore, hash } = this.#deps;
    for (const id of this.#rows.all().keys()) if (!local.project.has(id) && !store.base.has(id)) this.#rows.write(id, null);
    const files = this.list().flatMap(({ file }) => file ?? []);
    for (const file of await findDamagedFiles(fileStore, hash, files)) this.#damaged.add(file);
  }
}
