/**
 * One target: reports to target-state.ts what happens, and performs the effects. Everything it does to its folder is one job after the other; changes
 * of the story and of the files only request a job.
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
import { type Exporter, mainStoryPath } from '../exporters/exporter.ts';
import { getExporter } from '../exporters/exporters.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { journalKey } from './apply-plan.ts';
import { readFileChunks } from './byte-stream.ts';
import { Debounce, waitAtMost } from './debounce.ts';
import { isMissingProjectProblem } from './delivery-messages.ts';
import { type CompletedDelivery, type DeliveryOutcome, runDelivery, toDelivery } from './delivery-run.ts';
import {
  type IntegrationContext,
  integrationKey,
  listIntegrationOffers,
  removeIntegration,
  type StorySource,
  storySourceFrom,
  switchIntegration,
} from './editor-integration.ts';
import { ExportHistory } from './export-history.ts';
import { FolderWatcher } from './folder-watcher.ts';
import { IncrementalFileWriter } from './incremental-file-writer.ts';
import { Manifest } from './manifest.ts';
import type { TargetDeps } from './target-deps.ts';
import type { RenderedStory, TargetFile } from './target-file.ts';
import {
  allowOverwrite,
  compareFile,
  deliveryRunOptionsFor,
  hasFolderChanged,
  integrationContextFor,
  recoverBeforeRemoval,
  type TargetFolder,
  targetFolderOf,
  updateIntegration,
} from './target-folder.ts';
import { presentTarget } from './target-presenter.ts';
import { mergeSettings, type TargetRow, targetKeyPrefix, type WithUndefined } from './target-row.ts';
import {
  acceptsInspection,
  acceptsQueuedRun,
  foreignFilesOf,
  hasPendingChange,
  initialTargetState,
  lastDeliveryOf,
  repeatableDelivery,
  type TargetEffect,
  type TargetEvent,
  type TargetState,
  transition,
} from './target-state.ts';

/** How long closing waits for a folder that does not answer. */
const closeTimeout = 3000;

interface RunMode {
  readonly dryRun: boolean;
  /** An earlier export is written in place of the story. */
  readonly archivedExport?: RenderedStory;
}

export class TargetRunner {
  readonly id: string;
  readonly #deps: TargetDeps;
  readonly #exporter: Exporter;
  readonly #manifest: Manifest;
  readonly #history: ExportHistory;
  readonly #jobs = new JobQueue();
  readonly #debounce: Debounce;
  readonly #watcher: FolderWatcher;
  readonly #fileWriter: IncrementalFileWriter;
  #row: TargetRow;
  #state: TargetState;
  #publishedStatus: string;
  #cancelRetry: () => void = () => undefined;
  /** The run that is going on, unless it is a dry one. */
  #currentRun: Promise<DeliveryOutcome> | null = null;

  constructor(deps: TargetDeps, id: string, row: TargetRow) {
    this.id = id;
    this.#deps = deps;
    this.#row = row;
    this.#exporter = getExporter(row.engine);
    this.#manifest = new Manifest(deps.store, id);
    this.#history = new ExportHistory(deps, id, {
      locate: (file) => deps.locate(row.hash, file),
      readFile: (path, size) => readFileChunks(deps.disk, join(row.real, path), size),
      logError: (error) => this.#logError(error),
    });
    this.#fileWriter = new IncrementalFileWriter(deps.disk);
    this.#debounce = new Debounce(deps.timer, () => this.#dispatch({ type: 'debounceElapsed' }));
    this.#watcher = new FolderWatcher(deps, this.#exporter, {
      onChange: () => this.#dispatch({ type: 'folderChanged' }),
      onReturn: () => this.#dispatch({ type: 'folderReturned' }),
    });
    this.#state = initialTargetState(row.settings, deps.isManualOnly);
    this.#publishedStatus = JSON.stringify(this.present().status);
  }

  get row(): TargetRow {
    return this.#row;
  }

  present(): Target {
    return presentTarget(this.id, this.#row, this.#state, this.#manifest.ownedEntries());
  }

  /** The paths of our files in the folder, the story itself first. */
  ownedPaths(): string[] {
    return this.#manifest.ownedPaths(this.#exporter.story.extension);
  }

  ownsPath(path: string): boolean {
    return path.startsWith(this.#row.real) && this.#manifest.ownedEntries().some(([file]) => join(this.#row.real, file) === path);
  }

  /** Watches the folder, and compares the files with the story as soon as there is time. */
  start(): void {
    this.#dispatch({ type: 'opened' });
  }

  /** Watches the folder; the first run is over. */
  startWatching(): void {
    this.#dispatch({ type: 'added' });
  }

  onStoryChanged(): void {
    this.#dispatch({ type: 'storyChanged' });
  }

  /** Delivers now, even when paused. Throws a Problem where it cannot. */
  async run(mode: { readonly dryRun: boolean }): Promise<Delivery> {
    const before = mode.dryRun ? null : await this.#currentRun;
    return toDelivery(this.id, await this.#jobs.run(() => this.#deliver(mode)), before);
  }

  async changeSettings(settings: Partial<WithUndefined<TargetSettings>>): Promise<Target> {
    await this.#jobs.run(async () => {
      const before = this.#row.settings;
      const next = mergeSettings(before, settings);
      // An integration that cannot be applied throws here, before anything is stored.
      if (before.helper !== next.helper) await switchIntegration(this.#integrationContext(), next.helper, () => this.#renderStorySource());
      this.#storeRow({ settings: next });
      this.#dispatch({ type: 'settingsChanged', isOn: next.on, isPollingChanged: before.polling !== next.polling });
      if (next.on) await this.#deliver({ dryRun: false });
    });
    return this.present();
  }

  async resolve(choice: 'restore' | 'keep' | 'stop'): Promise<Target> {
    if (choice === 'stop') return this.changeSettings({ on: false });
    await this.#jobs.run(async () => {
      const foreign = foreignFilesOf(this.#state);
      if (choice === 'keep') this.#manifest.put(foreign.map(({ path, what }) => [path, { kept: true, deleted: what === 'deleted' }]));
      else await allowOverwrite(this.#folder(), foreign);
      await this.#deliver({ dryRun: false });
    });
    return this.present();
  }

  compare(path: string): Promise<FileComparison> {
    return this.#withRenderedFiles((files) => compareFile(this.#folder(), files, path));
  }

  async listIntegrations(): Promise<EditorIntegrationOffer[]> {
    const story = this.#exporter.integration?.usesStory ? await this.#renderStorySource() : undefined;
    return listIntegrationOffers(this.#integrationContext(), story);
  }

  history(): Promise<ExportHistoryEntry[]> {
    return this.#history.list();
  }

  /** Writes an earlier export, and pauses, so that the current story does not overwrite it at once. */
  async restoreExport(id: string): Promise<Delivery> {
    const { at, version, files } = await this.#history.read(id);
    const outcome = await this.#jobs.run(async () => {
      const done = await this.#deliver({ dryRun: false, archivedExport: { version, files, findings: [] } });
      if (done.type === 'done') {
        this.#storeRow({ settings: { ...this.#row.settings, on: false } });
        this.#dispatch({ type: 'exportRestored', exportedAt: formatIsoTime(at), version });
      }
      return done;
    });
    return toDelivery(this.id, outcome, null);
  }

  /** Writes what is pending, then ends. */
  async close(): Promise<void> {
    if (this.#state.type === 'closed') return;
    const isPending = hasPendingChange(this.#state);
    this.#dispatch({ type: 'closeRequested' });
    if (isPending) this.#enqueue(() => this.#deliver({ dryRun: false }));
    await waitAtMost(this.#deps.timer, closeTimeout, this.#jobs.whenIdle());
    this.#dispatch({ type: 'ended' });
    await this.#watcher.stop();
    await waitAtMost(this.#deps.timer, closeTimeout, this.#history.flush());
  }

  /** The exported files stay in the game project, and are the user's from now on. What the editor integration edited is reverted. */
  async remove(): Promise<void> {
    const { id } = this;
    this.#dispatch({ type: 'ended' });
    await waitAtMost(this.#deps.timer, closeTimeout, this.#jobs.whenIdle());
    await this.#watcher.stop();
    const logError = (error: unknown): void => this.#logError(error);
    await removeIntegration(this.#integrationContext()).catch(logError);
    await recoverBeforeRemoval(this.#deps, this.#row, id, this.#manifest).catch(logError);
    await this.#history.clear().catch(logError);
    this.#manifest.remove(this.#manifest.paths(), [targetKeyPrefix + id, journalKey(id), integrationKey(id)]);
  }

  #dispatch(event: TargetEvent): void {
    const [state, effects] = transition(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: TargetEffect): void {
    const { timer, emit } = this.#deps;
    switch (effect.type) {
      case 'scheduleStart':
        timer.after(0, () => this.#dispatch({ type: 'startElapsed' }));
        break;
      case 'scheduleDebounce':
        this.#debounce.trigger();
        break;
      case 'cancelDebounce':
        this.#debounce.cancel();
        break;
      case 'scheduleRetry':
        this.#cancelRetry();
        this.#cancelRetry = timer.after(effect.delay, () => this.#dispatch({ type: 'retryElapsed' }));
        break;
      case 'cancelRetry':
        this.#cancelRetry();
        break;
      case 'enqueueRun':
        this.#enqueue(() => this.#runQueued());
        break;
      case 'enqueueInspection':
        this.#enqueue(() => this.#inspectFolder());
        break;
      case 'cancelInspection':
        this.#watcher.cancelPending();
        break;
      case 'startWatching':
        this.#watcher.start(this.#row, this.#manifest.paths());
        break;
      case 'stopWatching':
        this.#watcher.stop().catch((error: unknown) => this.#logError(error));
        break;
      case 'markFolderMissing':
        this.#watcher.markMissing();
        break;
      case 'watchPaths': {
        const { exported, others } = effect;
        this.#watcher.setPaths(others ? [...new Set([...exported, ...this.#manifest.paths(), ...others])] : exported, exported);
        break;
      }
      case 'storeExport':
        this.#storeRow({ version: effect.version, lastExport: formatIsoTime(effect.exportedAt) });
        break;
      case 'recordExport': {
        const { version, texts, copies } = effect.delivery;
        this.#history.record({ at: effect.exportedAt, version, texts, assets: copies });
        break;
      }
      case 'publishStatus':
        this.#publishStatus();
        break;
      case 'announceDelivery': {
        const { written, removed } = effect;
        emit({ event: 'target.delivered', delivery: { id: this.id, written, removed }, hash: this.#row.hash });
        break;
      }
    }
  }

  #publishStatus(): void {
    const target = this.present();
    const status = JSON.stringify(target.status);
    if (status === this.#publishedStatus) return;
    this.#publishedStatus = status;
    this.#deps.emit({ event: 'target.changed', target });
  }

  async #runQueued(): Promise<void> {
    this.#dispatch({ type: 'queuedRunBegan' });
    if (acceptsQueuedRun(this.#state)) await this.#deliver({ dryRun: false });
  }

  /** Something happened in the folder: a run finds out what, where anything differs from what was written. */
  async #inspectFolder(): Promise<void> {
    if (!acceptsInspection(this.#state)) return;
    if (this.#state.type !== 'upToDate' || (await this.#hasFolderChanged())) this.#dispatch({ type: 'folderDiffers' });
  }

  async #deliver(mode: RunMode): Promise<DeliveryOutcome> {
    if (mode.dryRun) return this.#runOrRepeat(mode);
    this.#currentRun = this.#runOrRepeat(mode);
    const outcome = await this.#currentRun;
    this.#currentRun = null;
    await this.#settle(outcome, mode.archivedExport !== undefined);
    return outcome;
  }

  /** A run that finds story, settings and files as the last one left them does nothing, and does not even render the export. */
  async #runOrRepeat(mode: RunMode): Promise<DeliveryOutcome> {
    const repeated = mode.archivedExport ? null : await this.#findRepeatable();
    if (!repeated) return this.#run(mode);
    if (!mode.dryRun) this.#dispatch({ type: 'storyRead' });
    return { ...repeated, written: [], removed: [] };
  }

  async #findRepeatable(): Promise<CompletedDelivery | null> {
    const { versionOf, store } = this.#deps;
    const { hash, settings } = this.#row;
    const find = (): CompletedDelivery | null => (versionOf ? repeatableDelivery(this.#state, settings, versionOf(hash)) : null);
    if (!find() || store.get(journalKey(this.id)) != null || (await this.#hasFolderChanged())) return null;
    // The story may have changed while the files were compared.
    return find();
  }

  #run({ dryRun, archivedExport }: RunMode): Promise<DeliveryOutcome> {
    const options = deliveryRunOptionsFor(this.#deps, this.#row, this.id, this.#manifest, {
      fileWriter: this.#fileWriter,
      render: () => {
        if (archivedExport) return archivedExport;
        if (!dryRun) this.#dispatch({ type: 'storyRead' });
        return this.#render();
      },
      onWriting: () => this.#dispatch({ type: 'writingBegan' }),
    });
    return runDelivery(options, { dryRun });
  }

  async #settle(outcome: DeliveryOutcome, isRestoredExport: boolean): Promise<void> {
    if (this.#state.type === 'closed') return;
    if (outcome.type === 'foreign') {
      const { foreign, findings } = outcome;
      this.#dispatch({ type: 'foreignFilesFound', foreign, findings });
    } else if (outcome.type === 'blocked') {
      const { problem, findings } = outcome;
      if (problem.code === 'internal') this.#logError(problem.cause);
      this.#dispatch({ type: 'runFailed', problem, isProjectMissing: isMissingProjectProblem(problem), findings });
    } else {
      const { settings } = this.#row;
      const exportedAt = this.#deps.environment.now();
      this.#dispatch({ type: 'filesDelivered', delivery: outcome, isRestoredExport, settings, exportedAt });
      this.#fileWriter.retainOnly(new Set(outcome.paths));
      const integrationFindings = await updateIntegration(this.#deps, this.#row, this.id, this.#storyInFolder(outcome));
      const findings = [...outcome.findings, ...integrationFindings];
      this.#dispatch({ type: 'runCompleted', delivery: outcome, findings, exportedAt });
    }
  }

  #render(): RenderedStory | Promise<RenderedStory> {
    const { hash, engine, settings } = this.#row;
    return this.#deps.render(hash, engine, settings);
  }

  /** The current files of the story, for as long as they are used. */
  async #withRenderedFiles<T>(use: (files: readonly TargetFile[]) => T | Promise<T>): Promise<T> {
    const { files, release } = await this.#render();
    try {
      return await use(files);
    } finally {
      release?.();
    }
  }

  #renderStorySource(): Promise<StorySource | undefined> {
    return this.#withRenderedFiles((files) => storySourceFrom(this.#exporter, files));
  }

  #storyInFolder({ texts }: CompletedDelivery): StorySource | undefined {
    const mainPath = mainStoryPath(this.#exporter);
    const [path, fingerprint] = texts.find(([each]) => each === mainPath) ?? [];
    if (path === undefined || !fingerprint) return undefined;
    return { sha256: fingerprint.sha256, readText: () => this.#deps.disk.readText(join(this.#row.real, path)) };
  }

  async #hasFolderChanged(): Promise<boolean> {
    const { paths = [], otherStoryFiles = [] } = lastDeliveryOf(this.#state)?.delivery ?? {};
    return hasFolderChanged(this.#folder(), paths, otherStoryFiles).catch(() => true);
  }

  #folder(): TargetFolder {
    return targetFolderOf(this.#deps, this.#row, this.#manifest);
  }

  #integrationContext(): IntegrationContext {
    return integrationContextFor(this.#deps, this.#row, this.id);
  }

  /** A job that nobody waits for. */
  #enqueue(job: () => Promise<unknown>): void {
    this.#jobs.run(job).catch((error: unknown) => this.#logError(error));
  }

  #storeRow(change: Partial<TargetRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#deps.store.put([{ id: targetKeyPrefix + this.id, value: this.#row }]);
  }

  #logError(error: unknown): void {
    this.#deps.log(`Target ${this.id}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
