/**
 * One target and its states. Everything it does to its folder is one job after the other; changes of the story and of
 * the files only ask for a job.
 *   story changed → (100 ms of quiet) → round → upToDate | changedByOthers | blocked → (back-off, folder back, …) → round
 */
import { join } from 'node:path';
import type {
  Delivery,
  EditorIntegrationOffer,
  ExportHistoryEntry,
  FileComparison,
  Target,
  TargetSettings,
} from '../../shared/contracts/targets.ts';
import { formatIsoTime } from '../../shared/environment.ts';
import { targetMessages } from '../../shared/messages/en/targets.ts';
import { getExporter } from '../exporters/exporters.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { journalKey } from './apply-plan.ts';
import { readFileChunks } from './byte-stream.ts';
import { Backoff, Debounce, waitAtMost } from './debounce.ts';
import { restoredExportMessage } from './delivery-problems.ts';
import { toDelivery } from './delivery-run.ts';
import { DeliveryRunner } from './delivery-runner.ts';
import { integrationKey, listIntegrationOffers, removeIntegration, storySourceFrom, switchIntegration } from './editor-integration.ts';
import { ExportHistory } from './export-history.ts';
import { allowOverwrite } from './folder-changes.ts';
import { FolderWatcher } from './folder-watcher.ts';
import { Manifest } from './manifest.ts';
import type { TargetDeps } from './target-deps.ts';
import { compareFile, integrationContextFor, recoverBeforeRemoval, targetFolderOf } from './target-folder.ts';
import { mergeSettings, type TargetRow, targetKeyPrefix, type WithUndefined } from './target-row.ts';
import { noStatusDetails, TargetStatus } from './target-status.ts';

/** How long closing waits for a folder that does not answer. */
const closeTimeout = 3000;

export class TargetController {
  readonly id: string;
  readonly #deps: TargetDeps;
  readonly #manifest: Manifest;
  readonly #past: ExportHistory;
  readonly #standing: TargetStatus;
  readonly #jobs = new JobQueue();
  readonly #schedule: Debounce;
  readonly #lookout: FolderWatcher;
  readonly #backOff: Backoff;
  readonly #rounds: DeliveryRunner;
  #row: TargetRow;
  #asked = false;
  #closed = false;

  constructor(deps: TargetDeps, id: string, row: TargetRow) {
    this.id = id;
    this.#deps = deps;
    this.#row = row;
    this.#manifest = new Manifest(deps.store, id);
    this.#past = new ExportHistory(deps, id, {
      locate: (file) => deps.locate(row.hash, file),
      readFile: (path, size) => readFileChunks(deps.disk, join(this.#row.real, path), size),
      logError: (error) => this.#log(error),
    });
    this.#schedule = new Debounce(deps.timer, () => this.#ask());
    this.#lookout = new FolderWatcher(deps, {
      row: () => this.#row,
      paths: () => this.#rounds.paths,
      knownPaths: () => this.#manifest.paths(),
      onChange: () => this.#later(() => this.#look()),
      onReturn: () => {
        this.#backOff.reset();
        this.#ask();
      },
    });
    this.#backOff = new Backoff(deps.timer, () => this.#ask());
    this.#standing = new TargetStatus({ id, deps, manifest: this.#manifest, row: () => this.#row });
    this.#rounds = new DeliveryRunner({
      ...{ id, deps, manifest: this.#manifest, history: this.#past, status: this.#standing },
      ...{ debounce: this.#schedule, watcher: this.#lookout, backoff: this.#backOff },
      row: () => this.#row,
      updateRow: (change) => this.#store(change),
      isClosed: () => this.#closed,
      logError: (error) => this.#log(error),
    });
  }

  get row(): TargetRow {
    return this.#row;
  }

  get snapshot(): Target {
    return this.#standing.target;
  }

  /** The paths of our files in the folder, the story itself first. */
  ownedPaths(): string[] {
    return this.#manifest.ownedPaths(getExporter(this.#row.engine).story.extension);
  }

  ownsPath(path: string): boolean {
    return path.startsWith(this.#row.real) && this.#manifest.ownedEntries().some(([file]) => join(this.#row.real, file) === path);
  }

  /** Watches, and checks the files against the story as soon as there is time. */
  start(): void {
    this.startWatching();
    if (this.#row.settings.on && !this.#deps.isManualOnly) this.#deps.timer.after(0, () => this.#ask());
  }

  onStoryChanged(): void {
    if (this.#closed || !this.#row.settings.on) return;
    if (this.#standing.state.state === 'upToDate') this.#standing.set('waiting', 'The story has changed.', this.#standing.state);
    if (!this.#deps.isManualOnly) this.#schedule.trigger();
  }

  /** Delivers now, also when switched off. Throws a Problem where it cannot. */
  async run(how: { readonly dryRun: boolean }): Promise<Delivery> {
    const before = how.dryRun ? null : await this.#rounds.current;
    return toDelivery(this.id, await this.#jobs.run(() => this.#rounds.run(how)), before);
  }

  async changeSettings(settings: Partial<WithUndefined<TargetSettings>>): Promise<Target> {
    await this.#jobs.run(async () => {
      const before = this.#row.settings;
      const next = mergeSettings(before, settings);
      // Nothing is stored of a helper that cannot be had.
      if (before.helper !== next.helper)
        await switchIntegration(this.#helper(), next.helper, () =>
          this.#rounds.withRenderedFiles((files) => storySourceFrom(getExporter(this.#row.engine), files)),
        );
      this.#store({ settings: next });
      this.#schedule.cancel();
      this.#backOff.reset();
      if (!next.on || before.polling !== next.polling) await this.#lookout.stop();
      if (next.on) {
        this.startWatching();
        await this.#rounds.run({ dryRun: false });
      } else this.#standing.set('off', targetMessages.paused, noStatusDetails);
    });
    return this.snapshot;
  }

  async resolve(choice: 'restore' | 'keep' | 'stop'): Promise<Target> {
    if (choice === 'stop') return this.changeSettings({ on: false });
    await this.#jobs.run(async () => {
      if (choice === 'keep')
        this.#manifest.put(this.#standing.state.foreign.map(({ path, what }) => [path, { kept: true, deleted: what === 'deleted' }]));
      else await allowOverwrite(targetFolderOf(this.#deps, this.#row, this.#manifest), this.#standing.state.foreign);
      await this.#rounds.run({ dryRun: false });
    });
    return this.snapshot;
  }

  async compare(path: string): Promise<FileComparison> {
    const place = targetFolderOf(this.#deps, this.#row, this.#manifest);
    return this.#rounds.withRenderedFiles((files) => compareFile(place, files, path));
  }

  async listIntegrations(): Promise<EditorIntegrationOffer[]> {
    const story = getExporter(this.#row.engine).integration?.usesStory
      ? await this.#rounds.withRenderedFiles((files) => storySourceFrom(getExporter(this.#row.engine), files))
      : undefined;
    return listIntegrationOffers(this.#helper(), story);
  }

  history(): Promise<ExportHistoryEntry[]> {
    return this.#past.list();
  }

  /** Writes an export of the past, and pauses, so that the story of now does not come right after it. */
  async restoreExport(id: string): Promise<Delivery> {
    const { at, version, files } = await this.#past.read(id);
    const outcome = await this.#jobs.run(async () => {
      const done = await this.#rounds.run({ dryRun: false, archivedExport: { version, files, findings: [] } });
      if (done.is === 'done') {
        this.#store({ settings: { ...this.#row.settings, on: false } });
        this.#schedule.cancel();
        await this.#lookout.stop();
        this.#standing.set('off', restoredExportMessage(formatIsoTime(at), version), noStatusDetails);
      }
      return done;
    });
    return toDelivery(this.id, outcome, null);
  }

  /** Writes what is still waiting, then ends. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const waiting = this.#schedule.isPending;
    this.#rest();
    if (waiting && this.#row.settings.on) this.#later(() => this.#rounds.run({ dryRun: false }));
    await waitAtMost(this.#deps.timer, closeTimeout, this.#jobs.whenIdle());
    this.#end();
    await this.#lookout.stop();
    await waitAtMost(this.#deps.timer, closeTimeout, this.#past.flush());
  }

  /** The files stay in the game project: from now on they are the user's. What a helper put into theirs is taken out. */
  async remove(): Promise<void> {
    this.#end();
    await waitAtMost(this.#deps.timer, closeTimeout, this.#jobs.whenIdle());
    await this.#lookout.stop();
    await removeIntegration(this.#helper()).catch((error: unknown) => this.#log(error));
    await recoverBeforeRemoval(this.#deps, this.#row, this.id, this.#manifest).catch((error: unknown) => this.#log(error));
    await this.#past.clear().catch((error: unknown) => this.#log(error));
    this.#manifest.remove(this.#manifest.paths(), [targetKeyPrefix + this.id, journalKey(this.id), integrationKey(this.id)]);
  }

  /** Watches the folder from now on, while the target is switched on. */
  startWatching(): void {
    if (!this.#closed) this.#lookout.start();
  }

  #end(): void {
    this.#closed = true;
    this.#standing.stopEmitting();
    this.#rest();
  }

  #rest(): void {
    this.#schedule.cancel();
    this.#lookout.cancelPending();
    this.#backOff.reset();
  }

  /** Asks for a round; one that has not begun yet serves all who asked. */
  #ask(): void {
    if (this.#asked || this.#closed || !this.#row.settings.on || this.#deps.isManualOnly) return;
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
    if (this.#closed || this.#schedule.isPending) return;
    const isLeft = this.#standing.state.state === 'upToDate' && !(await this.#rounds.hasFolderChanged());
    if (!isLeft) this.#ask();
  }

  readonly #helper = () => integrationContextFor(this.#deps, this.#row, this.id);

  #store(change: Partial<TargetRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#deps.store.put([{ id: targetKeyPrefix + this.id, value: this.#row }]);
  }
}
