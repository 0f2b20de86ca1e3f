/** The assets of a project with their files, as they lie here: what is there, what is not, and for which there is something to do. */
import type { StoryRecord } from '../../../../shared/kinds/all.ts';
import type { Doubts } from './doubts.ts';
import { type FileRows, noRow } from './file-rows.ts';
import { damagedFiles } from './file-vault.ts';
import type { FilesDeps } from './files-deps.ts';
import { type FileHere, stepFor } from './plan-file.ts';

export type Asset = StoryRecord<'asset'>;

export class Stock {
  readonly #deps: FilesDeps;
  readonly #rows: FileRows;
  readonly #doubts: Doubts;
  readonly #damaged = new Set<string>();
  /** By stored name, which always means the same bytes. */
  readonly #known = new Map<string, string>();
  #checking: Promise<void> | undefined;

  constructor(deps: FilesDeps, rows: FileRows, doubts: Doubts) {
    this.#deps = deps;
    this.#rows = rows;
    this.#doubts = doubts;
  }

  /** Without folders. */
  assets(): Asset[] {
    return [...this.#deps.local.project.all('asset')].filter(({ type }) => type !== 'folder');
  }

  here({ id, file }: Asset): FileHere {
    const isThere = this.#deps.rows.base.has(id);
    if (file === null || this.#damaged.has(file)) return { sha256: null, isThere };
    const sha256 = this.#known.get(file) ?? this.#deps.vault.find(this.#deps.hash, file)?.sha256 ?? null;
    if (sha256 !== null) this.#known.set(file, sha256);
    return { sha256, isThere };
  }

  /**
   * What something is to be done about, now or later: ours first; of theirs what the story shows or plays before what only lies there; then what
   * is only to be looked at. `ready`: what waits for the loop.
   */
  open(ready: ReadonlyMap<string, string>): Asset[] {
    const rows = this.#rows.all();
    const now = this.#deps.client.now();
    const isSingle = this.#deps.memory.learned.upload === 'single';
    const found = this.assets().filter((asset) => {
      const here = this.here(asset);
      if (ready.has(asset.id) && rows.get(asset.id)?.up?.sha256 === here.sha256) return false;
      if (here.isThere && this.#doubts.has(asset.id)) return true;
      const step = stepFor(rows.get(asset.id) ?? noRow, here, undefined, now);
      return step === 'look' || (step === 'upload' && !isSingle && !asset.type.startsWith('template-'));
    });
    const order = new Map(found.map((asset) => [asset, this.#orderOf(asset)]));
    return found.sort((one, two) => (order.get(one) ?? 0) - (order.get(two) ?? 0));
  }

  #orderOf({ id, file }: Asset): number {
    const { local, rows } = this.#deps;
    if (!rows.base.has(id)) return 0;
    if (file !== null) return 3;
    return local.project.holdersOf(id).size > 0 ? 1 : 2;
  }

  /** [I21] Once: what the vault says is there is there; and what is kept of assets that are nowhere any more goes. */
  checked(): Promise<void> {
    this.#checking ??= this.#check();
    return this.#checking;
  }

  async #check(): Promise<void> {
    const { local, rows, vault, hash } = this.#deps;
    for (const id of this.#rows.all().keys()) if (!local.project.has(id) && !rows.base.has(id)) this.#rows.write(id, null);
    const files = this.assets().flatMap(({ file }) => file ?? []);
    for (const file of await damagedFiles(vault, hash, files)) this.#damaged.add(file);
  }
}
