/**
 * One target and its states. Everything it does to its folder is one job after the other; changes of the story and of
 * the files only ask for a job.
 *   story changed → (100 ms of quiet) → round → upToDate | changedByOthers | blocked → (back-off, folder back, …) → round
 */
import { join } from 'node:path';
import type { Comparison, Delivery, HelperOffer, PastExport, Target, TargetSettings } from '../../shared/targets.ts';
import { targetSentences } from '../../shared/words/en/targets.ts';
import { isoTime } from '../../shared/world.ts';
import { journalId } from './deliver.ts';
import { helperOffers, helperRowId, storyOf, switchHelper, withdrawHelper } from './helpers/helper.ts';
import { takeBack } from './look.ts';
import { Lookout } from './lookout.ts';
import { Manifest } from './manifest.ts';
import { Past } from './past.ts';
import { bytesOf } from './pour.ts';
import { deliveryOf } from './round.ts';
import { Rounds } from './rounds.ts';
import { atMost, BackOff, Schedule } from './schedule.ts';
import { pastSentence } from './sentences.ts';
import { Serial } from './serial.ts';
import { noRemarks, Standing } from './standing.ts';
import type { TargetDeps } from './target-deps.ts';
import { compareFile, helperOf, placeOf, settleLast } from './target-folder.ts';
import { type Loose, rowPrefix, type TargetRow, withSettings } from './target-row.ts';

/** How long closing waits for a folder that does not answer. */
const closingTime = 3000;

export class LiveTarget {
  readonly id: string;
  readonly #deps: TargetDeps;
  readonly #manifest: Manifest;
  readonly #past: Past;
  readonly #standing: Standing;
  readonly #jobs = new Serial();
  readonly #schedule: Schedule;
  readonly #lookout: Lookout;
  readonly #backOff: BackOff;
  readonly #rounds: Rounds;
  #row: TargetRow;
  #asked = false;
  #closed = false;

  constructor(deps: TargetDeps, id: string, row: TargetRow) {
    this.id = id;
    this.#deps = deps;
    this.#row = row;
    this.#manifest = new Manifest(deps.shelf, id);
    this.#past = new Past(deps, id, {
      locate: (file) => deps.locate(row.hash, file),
      bytesOf: (path, size) => bytesOf(deps.disk, join(this.#row.real, path), size),
      log: (error) => this.#log(error),
    });
    this.#schedule = new Schedule(deps.timer, () => this.#ask());
    this.#lookout = new Lookout(deps, {
      row: () => this.#row,
      paths: () => this.#rounds.paths,
      known: () => this.#manifest.paths(),
      look: () => this.#later(() => this.#look()),
      back: () => {
        this.#backOff.reset();
        this.#ask();
      },
    });
    this.#backOff = new BackOff(deps.timer, () => this.#ask());
    this.#standing = new Standing({ id, deps, manifest: this.#manifest, row: () => this.#row });
    this.#rounds = new Rounds({
      ...{ id, deps, manifest: this.#manifest, past: this.#past, standing: this.#standing },
      ...{ schedule: this.#schedule, lookout: this.#lookout, backOff: this.#backOff },
      row: () => this.#row,
      store: (change) => this.#store(change),
      isClosed: () => this.#closed,
      log: (error) => this.#log(error),
    });
  }

  get row(): TargetRow {
    return this.#row;
  }

  get target(): Target {
    return this.#standing.target;
  }

  /** The paths of our files in the folder, the story itself first. */
  files(): string[] {
    return this.#manifest.ourPaths();
  }

  owns(path: string): boolean {
    return path.startsWith(this.#row.real) && this.#manifest.ours().some(([file]) => join(this.#row.real, file) === path);
  }

  /** Watches, and checks the files against the story as soon as there is time. */
  start(): void {
    this.watchNow();
    if (this.#row.settings.on && !this.#deps.still) this.#deps.timer.after(0, () => this.#ask());
  }

  storyChanged(): void {
    if (this.#closed || !this.#row.settings.on) return;
    if (this.#standing.status.state === 'upToDate') this.#standing.set('waiting', 'The story has changed.', this.#standing.status);
    if (!this.#deps.still) this.#schedule.touch();
  }

  /** Delivers now, also when switched off. Throws a Problem where it cannot. */
  async run(how: { readonly dryRun: boolean }): Promise<Delivery> {
    const before = how.dryRun ? null : await this.#rounds.current;
    return deliveryOf(this.id, await this.#jobs.run(() => this.#rounds.run(how)), before);
  }

  async change(settings: Partial<Loose<TargetSettings>>): Promise<Target> {
    await this.#jobs.run(async () => {
      const before = this.#row.settings;
      const next = withSettings(before, settings);
      // Nothing is stored of a helper that cannot be had.
      if (before.helper !== next.helper) await switchHelper(this.#helper(), next.helper, () => this.#rounds.withFiles(storyOf));
      this.#store({ settings: next });
      this.#schedule.cancel();
      this.#backOff.reset();
      if (!next.on || before.polling !== next.polling) await this.#lookout.stop();
      if (next.on) {
        this.watchNow();
        await this.#rounds.run({ dryRun: false });
      } else this.#standing.set('off', targetSentences.paused, noRemarks);
    });
    return this.target;
  }

  async resolve(choice: 'restore' | 'keep' | 'stop'): Promise<Target> {
    if (choice === 'stop') return this.change({ on: false });
    await this.#jobs.run(async () => {
      if (choice === 'keep')
        this.#manifest.put(this.#standing.status.foreign.map(({ path, what }) => [path, { kept: true, deleted: what === 'deleted' }]));
      else await takeBack(placeOf(this.#deps, this.#row, this.#manifest), this.#standing.status.foreign);
      await this.#rounds.run({ dryRun: false });
    });
    return this.target;
  }

  async compare(path: string): Promise<Comparison> {
    const place = placeOf(this.#deps, this.#row, this.#manifest);
    return this.#rounds.withFiles((files) => compareFile(place, files, path));
  }

  async helpers(): Promise<HelperOffer[]> {
    const story = this.#row.engine === 'godot' ? await this.#rounds.withFiles(storyOf) : undefined;
    return helperOffers(this.#helper(), story);
  }

  history(): Promise<PastExport[]> {
    return this.#past.list();
  }

  /** Writes an export of the past, and pauses, so that the story of now does not come right after it. */
  async rewrite(id: string): Promise<Delivery> {
    const { at, version, files } = await this.#past.read(id);
    const outcome = await this.#jobs.run(async () => {
      const done = await this.#rounds.run({ dryRun: false, again: { version, files, findings: [] } });
      if (done.is === 'done') {
        this.#store({ settings: { ...this.#row.settings, on: false } });
        this.#schedule.cancel();
        await this.#lookout.stop();
        this.#standing.set('off', pastSentence(isoTime(at), version), noRemarks);
      }
      return done;
    });
    return deliveryOf(this.id, outcome, null);
  }

  /** Writes what is still waiting, then ends. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const waiting = this.#schedule.pending;
    this.#rest();
    if (waiting && this.#row.settings.on) this.#later(() => this.#rounds.run({ dryRun: false }));
    await atMost(this.#deps.timer, closingTime, this.#jobs.idle());
    this.#end();
    await this.#lookout.stop();
    await atMost(this.#deps.timer, closingTime, this.#past.settled());
  }

  /** The files stay in the game project: from now on they are the user's. What a helper put into theirs is taken out. */
  async remove(): Promise<void> {
    this.#end();
    await atMost(this.#deps.timer, closingTime, this.#jobs.idle());
    await this.#lookout.stop();
    await withdrawHelper(this.#helper()).catch((error: unknown) => this.#log(error));
    await settleLast(this.#deps, this.#row, this.id, this.#manifest).catch((error: unknown) => this.#log(error));
    await this.#past.forget().catch((error: unknown) => this.#log(error));
    this.#manifest.drop(this.#manifest.paths(), [rowPrefix + this.id, journalId(this.id), helperRowId(this.id)]);
  }

  /** Watches the folder from now on, while the target is switched on. */
  watchNow(): void {
    if (!this.#closed) this.#lookout.start();
  }

  #end(): void {
    this.#closed = true;
    this.#standing.silence();
    this.#rest();
  }

  #rest(): void {
    this.#schedule.cancel();
    this.#lookout.rest();
    this.#backOff.reset();
  }

  /** Asks for a round; one that has not begun yet serves all who asked. */
  #ask(): void {
    if (this.#asked || this.#closed || !this.#row.settings.on || this.#deps.still) return;
    this.#asked = true;
    this.#later(async () => {
      this.#asked = false;
      if (!this.#closed && this.#row.settings.on) await this.#rounds.run({ dryRun: false });
    });
  }

  /** A job that nobody waits for. */
  #later(job: () => Promise<unknown>): void {
    this.#jobs.run(job).catch((error: unknown) => this.#log(error));
  }

  #log(error: unknown): void {
    this.#deps.log(`Target ${this.id}: ${error instanceof Error ? error.stack : String(error)}`);
  }

  /** Something happened in the folder: is anything other than we left it? Then a round finds out what. */
  async #look(): Promise<void> {
    // A round that is due anyway looks too; asking for it now would turn typing into a storm of writes.
    if (this.#closed || this.#schedule.pending) return;
    const isLeft = this.#standing.status.state === 'upToDate' && !(await this.#rounds.differs());
    if (!isLeft) this.#ask();
  }

  readonly #helper = () => helperOf(this.#deps, this.#row, this.id);

  #store(change: Partial<TargetRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#deps.shelf.put([{ id: rowPrefix + this.id, value: this.#row }]);
  }
}
