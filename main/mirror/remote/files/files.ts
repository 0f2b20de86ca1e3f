/**
 * The files of a mirrored project's assets, both ways, beside the loop: theirs come into the vault, ours go up, and the loop lets their assets
 * have them. Each step is one file; several may run at once. A file that is not ours is never replaced without a look or a question (I22).
 */
import type { AnyRecord } from '../../../../shared/kinds/all.ts';
import { Problem } from '../../../../shared/problem.ts';
import type { FollowedFiles } from '../../loop/followed-files.ts';
import { Lost, type Next } from '../../loop/loop-deps.ts';
import type { Entry } from '../../loop/rows.ts';
import { type Question, questionOf } from '../../plan/question.ts';
import type { FileThere } from '../../requests/files-there.ts';
import type { Sending } from '../../requests/sending.ts';
import { Doubts } from './doubts.ts';
import { type FileRow, FileRows, fileEntry, noRow } from './file-rows.ts';
import type { FilesDeps } from './files-deps.ts';
import { type FileStep, isFresh, stepFor } from './plan-file.ts';
import { type Asset, Stock } from './stock.ts';
import { Transfers } from './transfers.ts';
import { Tries } from './tries.ts';

/** Milliseconds. */
const halfAnHour = 30 * 60_000;
const patience = 5000;

export class Files implements FollowedFiles {
  readonly #deps: FilesDeps;
  readonly #rows: FileRows;
  readonly #doubts: Doubts;
  readonly #transfers: Transfers;
  readonly #busy = new Set<string>();
  readonly #ready = new Map<string, string>();
  readonly #stock: Stock;
  readonly #tries = new Tries();
  #openAt = 0;
  #revision = 0;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
    this.#rows = new FileRows(deps.shelf, deps.hash);
    this.#doubts = new Doubts(deps.shelf, deps.hash, deps.lookEvery ?? halfAnHour);
    this.#transfers = new Transfers(deps);
    this.#stock = new Stock(deps, this.#rows, this.#doubts);
  }

  get revision(): number {
    return this.#revision;
  }

  get replaced(): ReadonlyMap<string, string> {
    return this.#ready;
  }

  /** Files that are still to come or to go, as far as that is known; and what one side would not take, by asset. */
  get left(): { readonly files: number; readonly refused: ReadonlyMap<string, string> } {
    return { files: this.#stock.open(this.#ready).length, refused: this.refused };
  }

  /** Asked for more often: it opens the project only where there is something. */
  get refused(): ReadonlyMap<string, string> {
    const refused = [...this.#rows.all()].flatMap(([id, row]) => (row.refused ? [[id, row.refused.why] as const] : []));
    return new Map(refused.filter(([id]) => this.#deps.local.project.has(id)));
  }

  /** Both replaced the file of an asset: told until it is answered, or ours is another one again. */
  get questions(): readonly Question[] {
    return [...this.#rows.all()].flatMap(([id, { crossed }]) => {
      const asset = this.#deps.local.project.find('asset', id);
      if (!crossed || !asset || this.#stock.here(asset).sha256 !== crossed.sha256) return [];
      return [questionOf({ ...asset }, 'file', 'both changed', { base: null, mine: asset.file, theirs: crossed.file ?? crossed.there })];
    });
  }

  answer({ record }: Pick<Question, 'record'>, choice: 'mine' | 'theirs'): undefined {
    const row = this.#rows.get(record);
    if (!row.crossed) return undefined;
    const { there, sha256 } = row.crossed;
    // What counts as agreed is the other side: so the chosen one is the change.
    const agreed = choice === 'mine' ? { there, sha256: null } : { there: null, sha256 };
    this.#write(record, { ...row, agreed, crossed: null });
    if (choice === 'theirs') this.#doubts.add(record);
    return undefined;
  }

  /** The waits after silence are over: the network is back, or the user asks for it. */
  wake(): void {
    this.#openAt = 0;
    this.#tries.forget();
  }

  theyWrote(): void {
    this.#doubts.theyWrote();
  }

  doubt(id: string, how: 'lost' | 'gone'): void {
    this.#ready.delete(id);
    this.#doubts.add(id);
    if (how === 'gone') this.#tries.failed(id, this.#deps.client.now());
    this.#write(id, { ...this.#rows.get(id), ...(how === 'gone' && { up: null }) });
  }

  /** An asset of ours waits for its file, or has it there and not its name. */
  get isOpen(): boolean {
    return (
      this.#ready.size > 0 || this.#stock.assets().some((asset) => !this.#deps.rows.base.has(asset.id) && this.of(asset).is !== 'none')
    );
  }

  of(asset: Pick<AnyRecord, 'id'>): FileThere {
    const found = this.#deps.local.project.find('asset', asset.id);
    const here = found && this.#stock.here(found);
    // [Assets] those of templates are read-only: they never go up.
    if (!found?.file || !here?.sha256 || found.type.startsWith('template-')) return { is: 'none' };
    const row = this.#rows.get(asset.id);
    if (row.refused?.what === here.sha256) return { is: 'none' };
    if (this.#deps.memory.learned.upload === 'single') return { is: 'along', file: found.file };
    return row.up && row.up.sha256 === here.sha256 && isFresh(row.up, this.#deps.client.now())
      ? { is: 'stored', as: row.up.as }
      : { is: 'coming' };
  }

  named({ op, body, upload }: Sending, id: string): readonly Entry[] {
    const row = this.#rows.get(op.id);
    const there = typeof body?.file === 'string' ? body.file : undefined;
    if (op.kind !== 'asset') return [];
    if (there === undefined && upload === undefined) return id === op.id ? [] : [fileEntry(op.id, null), fileEntry(id, row)];
    // Ours may have been replaced since: what counts is which bytes have gone.
    const isUp = row.up !== null && row.up.as === there;
    const sha256 = isUp ? row.up?.sha256 : upload === undefined ? undefined : this.#deps.vault.find(this.#deps.hash, upload)?.sha256;
    this.#ready.delete(op.id);
    const agreed = { ...(there !== undefined && { there }), sha256: sha256 ?? null };
    return [...(id === op.id ? [] : [fileEntry(op.id, null)]), fileEntry(id, { ...noRow, agreed, up: isUp ? null : row.up })];
  }

  /** One file, or what is next to be known of it. Never two at a time of one asset, whoever calls. */
  async step(): Promise<Next> {
    const now = this.#deps.client.now();
    if (now < this.#openAt) return { is: 'until', at: this.#openAt, why: 'offline' };
    await this.#stock.checked();
    const round = this.#roundAt(now);
    const asset = this.#stock.open(this.#ready).find(({ id }) => !this.#busy.has(id) && this.#tries.mayTry(id, now));
    if (!asset) return { is: 'until', at: Math.min(now + halfAnHour, round, this.#tries.nextAt(now) ?? Infinity), why: 'in step' };
    this.#busy.add(asset.id);
    try {
      const did = await this.#attend(asset);
      this.#tries.succeeded(asset.id);
      return { is: 'busy', did };
    } catch (error) {
      return this.#failed(asset.id, error);
    } finally {
      this.#busy.delete(asset.id);
    }
  }

  /** When it is looked again whether files were replaced there; where it is time, that begins. What was never looked at will be anyway. */
  #roundAt(now: number): number {
    const at = this.#doubts.dueAt(now) ?? Infinity;
    if (now < at) return at;
    const rows = this.#rows.all();
    this.#doubts.fill(
      this.#stock.assets().flatMap(({ id }) => (rows.get(id)?.agreed ? [id] : [])),
      now,
    );
    return Infinity;
  }

  #failed(id: string, error: unknown): Next {
    if (!(error instanceof Lost)) throw error;
    // A file that is not there, or an asset that has gone, stops nothing else.
    if (error.isFinal && error.status !== 404) return { is: 'stopped', why: error.message };
    this.#tries.failed(id, this.#deps.client.now());
    if (error.status === 404) return { is: 'busy', did: 'not there' };
    this.#openAt = Math.max(this.#openAt, error.until ?? this.#deps.client.now() + patience);
    return { is: 'until', at: this.#openAt, why: error.until === undefined ? 'offline' : 'waiting for the limit' };
  }

  /** What the asset's file needs now; what it comes to, in a word. */
  async #attend(asset: Asset): Promise<string> {
    const { id } = asset;
    if (!this.#stock.here(asset).isThere) return await this.#upload(asset, this.#rows.get(id));
    const { file: there, bytes } = await this.#transfers.look(id);
    let row = this.#rows.get(id);
    if (row.up && row.up.as === there) row = { ...row, agreed: { there, sha256: row.up.sha256 }, up: null };
    row = await this.#named(id, row, there);
    const here = this.#stock.here(asset);
    const step = stepFor(row, here, there, this.#deps.client.now());
    this.#doubts.settle(id);
    if (step === 'upload') return await this.#upload(asset, row);
    if (step === 'name it' && row.up) return this.#makeReady(id, row.up.as);
    if ((step === 'download' || step === 'ask') && there !== null) return await this.#download(asset, row, { there, bytes }, step);
    const isSettled = here.sha256 === null ? there === null : row.agreed?.sha256 === here.sha256;
    if (isSettled) row = { ...row, agreed: { there, sha256: here.sha256 } };
    this.#write(id, row);
    return 'looked';
  }

  /** What went along with its asset has a name there that nobody has told: the one that is shown, unless other bytes lie there by now. */
  async #named(id: string, row: FileRow, there: string | null): Promise<FileRow> {
    const { agreed } = row;
    if (!agreed || agreed.there !== undefined || agreed.sha256 === null || there === null) return row;
    const isIt = await this.#transfers.isStill(id, agreed.sha256);
    return { ...row, agreed: { ...agreed, there: isIt ? there : null } };
  }

  async #upload(asset: Asset, row: FileRow): Promise<string> {
    const { id, file } = asset;
    const stored = file === null ? undefined : this.#deps.vault.find(this.#deps.hash, file);
    if (!stored) return 'gone';
    const came = await this.#transfers.up(id, stored);
    if (came.is === 'no route') {
      this.#deps.memory.learn({ upload: 'single' });
      this.#revision++;
      if (!this.#stock.here(asset).isThere) return 'learned';
    } else if (this.#deps.memory.learned.upload === undefined) this.#deps.memory.learn({ upload: 'two-step' });
    if (came.is !== 'stored') {
      const why =
        came.is === 'refused'
          ? came.why
          : 'It takes files only together with new assets, so that it keeps the old one. To have yours there, too, add it as a new asset and use that one; or put the old one back.';
      this.#write(id, { ...row, refused: { what: stored.sha256, why } });
      return 'refused';
    }
    this.#write(id, { ...row, up: { as: came.as, sha256: stored.sha256, at: this.#deps.client.now() }, refused: null });
    return this.#stock.here(asset).isThere ? this.#makeReady(id, came.as) : 'sent';
  }

  /** From now on the loop may let the asset there have it. */
  #makeReady(id: string, as: string): string {
    this.#ready.set(id, as);
    this.#revision++;
    return 'ready';
  }

  /** The bytes, their row and the asset that has them, in one transaction; unless the user has given it another file meanwhile. */
  async #download(
    asset: Asset,
    row: FileRow,
    { there, bytes: told }: { there: string; bytes: number | null },
    step: FileStep,
  ): Promise<string> {
    const { vault, hash, local } = this.#deps;
    const { id } = asset;
    const before = this.#stock.here(asset).sha256;
    const held = await this.#transfers.down(asset, told).catch((error: unknown) => {
      const isMissing = error instanceof Lost && error.status === 404;
      if (!isMissing && !(error instanceof Problem)) throw error;
      const why = isMissing ? null : { what: there, why: `The file of the workspace cannot be kept: ${error.message}` };
      this.#write(id, { ...row, agreed: { there, sha256: before }, refused: why });
      return undefined;
    });
    if (!held) return 'not to be had';
    const { stored } = held;
    const now = local.project.find('asset', id);
    const isSame = now !== undefined && this.#stock.here(now).sha256 === stored.sha256;
    const agreed: FileRow = { ...noRow, agreed: { there, sha256: stored.sha256 } };
    if (!now || isSame || step === 'ask' || this.#stock.here(now).sha256 !== before) {
      const isAsked = now !== undefined && !isSame && step === 'ask' && before !== null;
      if (isAsked) vault.put(hash, [held]);
      else vault.letGo([held]);
      if (now && isSame) this.#write(id, agreed);
      else if (isAsked) this.#write(id, { ...row, crossed: { there, sha256: before, file: stored.file } });
      return isSame ? 'same' : 'asked';
    }
    const { file, size, bytes, mime, width, height, duration } = stored;
    const record: AnyRecord = { ...now, file, size, bytes, mime, width, height, duration };
    const beside = [this.#rows.beside(id, agreed), vault.rows(hash, [held])];
    local.take({ do: 'take', renamed: [], put: [record], gone: [] }, beside);
    vault.keep(hash, [held]);
    return 'received';
  }

  #write(id: string, row: FileRow): void {
    this.#rows.write(id, row);
    this.#revision++;
  }
}
