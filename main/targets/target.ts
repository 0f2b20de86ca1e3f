/**
 * One target and its states. Everything it does to its folder is one job after the other; changes of the story and of
 * the files only ask for a job.
 *   story changed → (100 ms of quiet) → round → upToDate | changedByOthers | blocked → (back-off, folder back, …) → round
 */
import { join } from 'node:path';
import type { Delivery, Target, TargetSettings, TargetState } from '../../shared/targets.ts';
import { isoTime } from '../../shared/world.ts';
import { journalId, settle } from './deliver.ts';
import { isThere } from './detect.ts';
import { differs, type Place, takeBack } from './look.ts';
import { Manifest } from './manifest.ts';
import { isRival } from './rivals.ts';
import { type Outcome, type RoundOf, runRound } from './round.ts';
import { atMost, BackOff, Schedule } from './schedule.ts';
import { doneSentence, foreignProblem, foreignSentence, isGone } from './sentences.ts';
import { Serial } from './serial.ts';
import { noRemarks, type Remarks, stateOf } from './state.ts';
import type { TargetDeps } from './target-deps.ts';
import { type Loose, rowPrefix, type TargetRow, withSettings } from './target-row.ts';
import { Watch } from './watch.ts';

/** How long closing waits for a folder that does not answer. */
const closingTime = 3000;

const firstSentence = (on: boolean, still: boolean): string =>
  on ? (still ? 'Targets are not kept up to date for now.' : 'Looking at the folder.') : 'Switched off.';

type Done = Extract<Outcome, { is: 'done' }>;

export class LiveTarget {
  readonly id: string;
  readonly #deps: TargetDeps;
  readonly #manifest: Manifest;
  readonly #jobs = new Serial();
  readonly #schedule: Schedule;
  readonly #looks: Schedule;
  readonly #backOff: BackOff;
  #row: TargetRow;
  #status: TargetState;
  #watch: Watch | null = null;
  #asked = false;
  #closed = false;
  #current: Promise<Outcome> | null = null;
  #paths: readonly string[] = [];
  #rivals: readonly string[] = [];

  constructor(deps: TargetDeps, id: string, row: TargetRow) {
    this.id = id;
    this.#deps = deps;
    this.#row = row;
    this.#manifest = new Manifest(deps.shelf, id);
    this.#schedule = new Schedule(deps.timer, () => this.#ask());
    this.#looks = new Schedule(deps.timer, () => this.#later(() => this.#look()));
    this.#backOff = new BackOff(deps.timer, () => this.#ask());
    this.#status = this.#state(row.settings.on ? 'waiting' : 'off', firstSentence(row.settings.on, deps.still), noRemarks);
  }

  get row(): TargetRow {
    return this.#row;
  }

  get target(): Target {
    const { hash, engine, folder, settings } = this.#row;
    return { id: this.id, hash, engine, folder, ...settings, status: this.#status };
  }

  /** The paths of our files in the folder. */
  files(): string[] {
    return this.#manifest.ours().map(([path]) => path);
  }

  owns(path: string): boolean {
    return this.#manifest.ours().some(([file]) => join(this.#row.real, file) === path);
  }

  /** Watches, and checks the files against the story as soon as there is time. */
  start(): void {
    this.watchNow();
    if (this.#row.settings.on && !this.#deps.still) this.#deps.timer.after(0, () => this.#ask());
  }

  storyChanged(): void {
    if (this.#closed || !this.#row.settings.on) return;
    if (this.#status.state === 'upToDate') this.#set('waiting', 'The story has changed.', this.#status);
    if (!this.#deps.still) this.#schedule.touch();
  }

  /** Delivers now, also when switched off. Throws a Problem where it cannot. */
  async run(how: { readonly dryRun: boolean }): Promise<Delivery> {
    const before = how.dryRun ? null : await this.#current;
    const outcome = await this.#jobs.run(() => this.#round(how));
    if (outcome.is === 'blocked') throw outcome.problem;
    if (outcome.is === 'foreign') throw foreignProblem(outcome.foreign);
    const both = (pick: (done: Done) => readonly string[]): string[] => [
      ...new Set([...(before?.is === 'done' ? pick(before) : []), ...pick(outcome)]),
    ];
    return { id: this.id, written: both(({ written }) => written), removed: both(({ removed }) => removed) };
  }

  async change(settings: Partial<Loose<TargetSettings>>): Promise<Target> {
    await this.#jobs.run(async () => {
      this.#store({ settings: withSettings(this.#row.settings, settings) });
      this.#schedule.cancel();
      this.#backOff.reset();
      if (this.#row.settings.on) {
        this.watchNow();
        await this.#round({ dryRun: false });
        return;
      }
      await this.#watch?.close();
      this.#watch = null;
      this.#looks.cancel();
      this.#set('off', 'Switched off.', noRemarks);
    });
    return this.target;
  }

  async resolve(choice: 'restore' | 'keep' | 'stop'): Promise<Target> {
    if (choice === 'stop') return this.change({ on: false });
    await this.#jobs.run(async () => {
      if (choice === 'keep')
        this.#manifest.put(this.#status.foreign.map(({ path, what }) => [path, { kept: true, deleted: what === 'deleted' }]));
      else await takeBack(this.#place(), this.#status.foreign);
      await this.#round({ dryRun: false });
    });
    return this.target;
  }

  /** Writes what is still waiting, then ends. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const waiting = this.#schedule.pending;
    this.#schedule.cancel();
    this.#looks.cancel();
    this.#backOff.reset();
    if (waiting && this.#row.settings.on) this.#later(() => this.#round({ dryRun: false }));
    await atMost(this.#deps.timer, closingTime, this.#jobs.idle());
    this.#end();
    await this.#watch?.close();
  }

  /** The files stay in the game project: from now on they are the user's. */
  async remove(): Promise<void> {
    this.#end();
    await atMost(this.#deps.timer, closingTime, this.#jobs.idle());
    await this.#watch?.close();
    await this.#clean().catch((error: unknown) => this.#log(error));
    this.#manifest.drop(this.#known(), [rowPrefix + this.id, journalId(this.id)]);
  }

  /** Nobody would settle what was cut short once the target is gone. */
  async #clean(): Promise<void> {
    const { shelf, timer, claimed } = this.#deps;
    const place = this.#place();
    if (shelf.get(journalId(this.id)) === undefined || (await place.disk.identity(place.root)) === null) return;
    await settle({ ...place, id: this.id, shelf, timer, claimed: (path) => claimed(this.id, path) });
  }

  #end(): void {
    this.#closed = true;
    this.#schedule.cancel();
    this.#looks.cancel();
    this.#backOff.reset();
  }

  /** Asks for a round; one that has not begun yet serves all who asked. */
  #ask(): void {
    if (this.#asked || this.#closed || !this.#row.settings.on || this.#deps.still) return;
    this.#asked = true;
    this.#later(async () => {
      this.#asked = false;
      if (!this.#closed && this.#row.settings.on) await this.#round({ dryRun: false });
    });
  }

  /** A job that nobody waits for. */
  #later(job: () => Promise<unknown>): void {
    this.#jobs.run(job).catch((error: unknown) => this.#log(error));
  }

  #log(error: unknown): void {
    this.#deps.log(`Target ${this.id}: ${error instanceof Error ? error.stack : String(error)}`);
  }

  async #round(how: { readonly dryRun: boolean }): Promise<Outcome> {
    const { hash, engine, folder, settings } = this.#row;
    const { disk, shelf, timer, claimed, render } = this.#deps;
    const of: RoundOf = {
      ...{ id: this.id, engine, folder, disk, shelf, timer, manifest: this.#manifest },
      claimed: (path) => claimed(this.id, path),
      render: () => {
        // What has changed until now is in this round; what changes from now on asks for another.
        if (!how.dryRun) this.#schedule.cancel();
        return render(hash, engine, settings);
      },
      writing: () => this.#set('writing', 'Writing.', { foreign: [], findings: this.#status.findings }),
    };
    const running = runRound(of, how);
    if (how.dryRun) return running;
    this.#current = running;
    const outcome = await running;
    this.#current = null;
    if (!this.#closed) this.#settle(outcome);
    return outcome;
  }

  #settle(outcome: Outcome): void {
    if (outcome.is === 'done') {
      this.#settleDone(outcome);
      return;
    }
    const { findings } = outcome;
    if (outcome.is === 'foreign') {
      this.#backOff.reset();
      this.#watch?.follow([...new Set([...this.#paths, ...this.#known(), ...outcome.foreign.map(({ path }) => path)])]);
      this.#set('changedByOthers', foreignSentence(outcome.foreign), { foreign: outcome.foreign, findings });
      return;
    }
    const { problem } = outcome;
    if (problem.code === 'internal') this.#log(problem.cause);
    if (isGone(problem)) this.#watch?.lost();
    // Only the writer can mend a story; the rest may pass by itself.
    if (problem.code === 'storyError') this.#backOff.reset();
    else if (this.#row.settings.on) this.#backOff.later();
    this.#set('blocked', problem.message, { foreign: [], findings });
  }

  #settleDone({ version, written, removed, skipped, rivals, findings, paths }: Done): void {
    this.#backOff.reset();
    this.#paths = paths;
    this.#rivals = rivals;
    this.#store({ version, lastExport: isoTime(this.#deps.world.now()) });
    this.#watch?.follow(paths);
    if (this.#schedule.pending) this.#set('waiting', 'The story has changed.', { foreign: [], findings });
    else this.#set('upToDate', doneSentence(skipped, rivals), { foreign: [], findings });
    if (written.length + removed.length > 0) {
      this.#deps.tell({ event: 'target.delivered', delivery: { id: this.id, written, removed }, hash: this.#row.hash });
    }
  }

  /** Watches the folder from now on, while the target is switched on. */
  watchNow(): void {
    if (this.#watch || this.#closed || !this.#row.settings.on || this.#deps.still) return;
    const { engine, folder } = this.#row;
    const { disk, timer, log } = this.#deps;
    this.#watch = new Watch({
      ...{ root: folder, timer, log },
      identity: async () => ((await isThere(disk, engine, folder)) ? disk.identity(folder) : null),
      alsoMatters: (path) => isRival(engine, this.#paths, path),
      changed: () => {
        if (!this.#closed) this.#looks.touch();
      },
      back: () => {
        this.#backOff.reset();
        this.#ask();
      },
    });
    this.#watch.follow(this.#known());
  }

  /** Something happened in the folder: is anything other than we left it? Then a round finds out what. */
  async #look(): Promise<void> {
    // A round that is due anyway looks too; asking for it now would turn typing into a storm of writes.
    if (this.#closed || this.#schedule.pending) return;
    if (this.#status.state !== 'upToDate' || (await differs(this.#place(), this.#paths, this.#rivals).catch(() => true))) this.#ask();
  }

  #known(): string[] {
    return this.#manifest.entries().map(([path]) => path);
  }

  #place(): Place {
    const { engine, folder, real } = this.#row;
    return { disk: this.#deps.disk, engine, folder, root: real, manifest: this.#manifest };
  }

  #store(change: Partial<TargetRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#deps.shelf.put([{ id: rowPrefix + this.id, value: this.#row }]);
  }

  #state(state: TargetState['state'], sentence: string, remarks: Remarks): TargetState {
    return stateOf(this.#row, this.#manifest, { state, sentence, foreign: remarks.foreign, findings: remarks.findings });
  }

  #set(state: TargetState['state'], sentence: string, remarks: Remarks): void {
    const next = this.#row.settings.on ? this.#state(state, sentence, remarks) : this.#state('off', 'Switched off.', noRemarks);
    if (JSON.stringify(next) === JSON.stringify(this.#status)) return;
    this.#status = next;
    if (!this.#closed) this.#deps.tell({ event: 'target.changed', target: this.target });
  }
}
