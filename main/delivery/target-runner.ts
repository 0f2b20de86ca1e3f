/**
 * Runs one target: reports events to target-state.ts and performs its effects. Everything that changes its folder is a job, one after
 * another; changes of the story and of the files only request a job.
 */

import { relative, sep } from 'node:path';
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type {
  AppliedEdits,
  Delivery,
  EditorIntegrationOffer,
  ExportHistoryEntry,
  FileComparison,
  FileVersion,
  ForeignEdits,
  StoryComparison,
  Target,
  TargetSettings,
  TargetVersion,
} from '../../shared/contracts/targets.ts';
import { formatIsoTime } from '../../shared/environment.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import { Problem } from '../../shared/problem.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { readFileChunks } from './byte-stream.ts';
import { compareVersions } from './compare-versions.ts';
import { toDelivery } from './delivery-run.ts';
import { listIntegrationOffers, removeIntegration, switchIntegration } from './editor-integration.ts';
import { ExportHistory } from './export-history.ts';
import { ForeignFileResolver } from './foreign-file-resolver.ts';
import { isOwned } from './manifest.ts';
import { createRevocableStore, type RevocableStore } from './revocable-store.ts';
import { StoredTarget } from './stored-target.ts';
import { TargetDeliveries } from './target-deliveries.ts';
import type { TargetDeps } from './target-deps.ts';
import { TargetEffects } from './target-effects.ts';
import { compareFile, recoverTargetFolder } from './target-folder.ts';
import { presentTarget } from './target-presenter.ts';
import { assertScriptProfileExists, mergeSettings, type TargetRow, type WithUndefined } from './target-row.ts';
import {
  acceptsInspection,
  acceptsQueuedRun,
  foreignFilesOf,
  hasPendingChange,
  initialTargetState,
  type TargetEvent,
  type TargetState,
  transitionTarget,
} from './target-state.ts';
import { renderStorySource, withRenderedFiles } from './target-story.ts';

/** Milliseconds for which closing waits for a folder that does not respond. */
const closeTimeout = 3000;

export class TargetRunner {
  readonly id: string;
  readonly #deps: TargetDeps;
  readonly #store: RevocableStore;
  readonly #target: StoredTarget;
  readonly #history: ExportHistory;
  readonly #deliveries: TargetDeliveries;
  readonly #foreignFiles: ForeignFileResolver;
  readonly #effects: TargetEffects;
  readonly #jobs = new JobQueue();
  #state: TargetState;

  constructor(targetDeps: TargetDeps, id: string, row: TargetRow) {
    const store = createRevocableStore(targetDeps.store);
    const deps = { ...targetDeps, store };
    const target = new StoredTarget(deps, id, row);
    const dispatch = (event: TargetEvent): void => this.#dispatch(event);
    this.id = id;
    this.#deps = deps;
    this.#store = store;
    this.#target = target;
    this.#state = initialTargetState(row.settings, deps.isManualOnly);
    this.#history = new ExportHistory(deps, id, {
      locate: (file) => deps.locate(row.hash, file),
      readFile: (path, size) => readFileChunks(deps.disk, target.pathTo(path), size),
      logError: (error) => target.logError(error),
    });
    this.#deliveries = new TargetDeliveries(deps, target, this.#history, () => this.#state, dispatch);
    this.#foreignFiles = new ForeignFileResolver(deps, target, this.#history, this.#deliveries, this.#jobs, () =>
      foreignFilesOf(this.#state),
    );
    this.#effects = new TargetEffects(deps, {
      target,
      history: this.#history,
      dispatch,
      present: () => this.present(),
      enqueueRun: () => this.#enqueue(() => this.#runQueued()),
      enqueueInspection: () => this.#enqueue(() => this.#inspectFolder()),
    });
  }

  get row(): TargetRow {
    return this.#target.row;
  }

  present(): Target {
    const { row, manifest } = this.#target;
    return presentTarget(this.id, row, this.#state, manifest.ownedEntries());
  }

  /** The paths of the exported files in the folder, the story file first. */
  ownedPaths(): string[] {
    const { manifest, exporter } = this.#target;
    return manifest.ownedPaths(exporter.story.extension);
  }

  /** `path`: absolute. */
  ownsPath(path: string): boolean {
    const { row, manifest } = this.#target;
    return isOwned(manifest.get(relative(row.real, path).split(sep).join('/')));
  }

  /** Watches the folder, and schedules a comparison of the files with the story. */
  start(): void {
    this.#enqueue(() => this.#recoverFolder());
    this.#dispatch({ type: 'opened' });
  }

  /** Watches the folder, after a first run. */
  startWatching(): void {
    this.#dispatch({ type: 'added' });
  }

  onStoryChanged(): void {
    this.#dispatch({ type: 'storyChanged' });
  }

  /** Delivers immediately, even if the target is paused. Throws a Problem if it cannot. */
  async run(mode: { readonly dryRun: boolean }): Promise<Delivery> {
    const before = mode.dryRun ? null : await this.#deliveries.currentRun;
    return toDelivery(this.id, await this.#jobs.run(() => this.#deliveries.deliver(mode)), before);
  }

  /** Throws if the exporter rejects the settings. A story that cannot be exported for another reason may be exportable later. */
  async assertSettingsWork(settings: TargetSettings): Promise<void> {
    const { hash, engine } = this.row;
    try {
      const { release } = await this.#deps.render(hash, engine, settings);
      release?.();
    } catch (error) {
      if (error instanceof Problem && error.code === 'invalid') throw error;
    }
  }

  async changeSettings(settings: Partial<WithUndefined<TargetSettings>>): Promise<Target> {
    await this.#jobs.run(async () => {
      const target = this.#target;
      const before = target.row.settings;
      const next = mergeSettings(before, settings);
      assertScriptProfileExists(target.exporter, next, before);
      if (hasOtherStoryFiles(before, next)) await this.assertSettingsWork(next);
      // An integration that cannot be applied throws here, before anything is stored.
      if (before.integrationFile !== next.integrationFile) {
        await this.#recoverFolder();
        await switchIntegration(target.integrationContext, next.integrationFile, () => renderStorySource(this.#deps, target));
      }
      target.update({ settings: next });
      this.#dispatch({ type: 'settingsChanged', isOn: next.on, isPollingChanged: before.polling !== next.polling });
      if (next.on) await this.#deliveries.deliver({ dryRun: false });
    });
    return this.present();
  }

  /**
   * With `seen`, the choice only applies to these versions of the changed files; without it, to those that were reported last. Throws if
   * another program has changed one of them since; the state then contains its new version.
   */
  async resolve(choice: 'restore' | 'keep' | 'stop', seen?: readonly FileVersion[]): Promise<Target> {
    if (choice === 'stop') return this.changeSettings({ on: false });
    await this.#foreignFiles.resolve(choice, seen);
    return this.present();
  }

  listForeignEdits(): Promise<ForeignEdits> {
    return this.#foreignFiles.listEdits();
  }

  applyForeignEdits(chosen: Omit<CallInput<'target.applyEdits'>, 'id'>): Promise<AppliedEdits> {
    return this.#foreignFiles.applyEdits(chosen);
  }

  compare(path: string): Promise<FileComparison> {
    return withRenderedFiles(this.#deps, this.#target, (files) => compareFile(this.#target.folder, files, path));
  }

  compareVersions(versions: { readonly from: TargetVersion; readonly to: TargetVersion }): Promise<StoryComparison> {
    return compareVersions(this.#deps, this.#target, this.#history, versions);
  }

  async listIntegrations(): Promise<EditorIntegrationOffer[]> {
    const { exporter, integrationContext } = this.#target;
    const story = exporter.integration?.usesStory ? await renderStorySource(this.#deps, this.#target) : undefined;
    return listIntegrationOffers(integrationContext, story);
  }

  history(): Promise<ExportHistoryEntry[]> {
    return this.#history.list();
  }

  /** Writes an earlier export, and pauses the target, so that the current story does not overwrite it at once. */
  async restoreExport(id: string): Promise<Delivery> {
    const { at, version, files } = await this.#history.read(id);
    const outcome = await this.#jobs.run(async () => {
      const done = await this.#deliveries.deliver({ dryRun: false, archivedExport: { version, files, findings: [] } });
      if (done.type === 'done') {
        this.#target.update({ settings: { ...this.row.settings, on: false } });
        this.#dispatch({ type: 'exportRestored', exportedAt: formatIsoTime(at), version });
      }
      return done;
    });
    return toDelivery(this.id, outcome, null);
  }

  /** Writes a pending change, then ends. A job that is still running afterwards, on a disk that does not respond, stores nothing. */
  async close(): Promise<void> {
    if (this.#state.type === 'closed') return;
    const isPending = hasPendingChange(this.#state);
    this.#dispatch({ type: 'closeRequested' });
    if (isPending) this.#enqueue(() => this.#deliveries.deliver({ dryRun: false }));
    await this.#end();
    await waitWithTimeout(
      closeTimeout,
      this.#history.flush().catch((error: unknown) => this.#target.logError(error)),
      this.#deps.timer,
    );
    this.#store.revoke();
  }

  /**
   * Removes the target. The exported files stay in the game project, and the edit of the editor integration is reverted. Jobs that are
   * still running afterwards store nothing.
   */
  async remove(): Promise<void> {
    this.#dispatch({ type: 'ended' });
    await this.#end();
    const target = this.#target;
    const logError = (error: unknown): void => target.logError(error);
    await this.#recoverFolder().catch(logError);
    await removeIntegration(target.integrationContext).catch(logError);
    await this.#history.clear().catch(logError);
    target.remove();
    this.#store.revoke();
  }

  /** Waits for the jobs, and stops watching. */
  async #end(): Promise<void> {
    await waitWithTimeout(closeTimeout, this.#jobs.whenIdle(), this.#deps.timer);
    this.#dispatch({ type: 'ended' });
    await this.#effects.stopWatching();
  }

  #dispatch(event: TargetEvent): void {
    const [state, effects] = transitionTarget(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#effects.perform(effect);
  }

  /** Must come before anything else is written to the folder, because writing discards what an interrupted delivery had staged. */
  #recoverFolder(): Promise<void> {
    return recoverTargetFolder(this.#deps, this.row, this.id, this.#target.manifest);
  }

  async #runQueued(): Promise<void> {
    this.#dispatch({ type: 'queuedRunBegan' });
    if (acceptsQueuedRun(this.#state)) await this.#deliveries.deliver({ dryRun: false });
  }

  /** Requests a run if anything in the folder differs from what was written. */
  async #inspectFolder(): Promise<void> {
    if (!acceptsInspection(this.#state)) return;
    if (this.#state.type !== 'upToDate' || (await this.#deliveries.hasFolderChanged())) this.#dispatch({ type: 'folderDiffers' });
  }

  /** Adds a job without waiting for it. */
  #enqueue(job: () => Promise<unknown>): void {
    this.#jobs.run(job).catch((error: unknown) => this.#target.logError(error));
  }
}

/** Whether the settings select other languages, boards or file formats, which an export may reject. */
const hasOtherStoryFiles = (before: TargetSettings, after: TargetSettings): boolean =>
  !jsonEquals([before.locales, before.fileEach, before.boardIds], [after.locales, after.fileEach, after.boardIds]);
