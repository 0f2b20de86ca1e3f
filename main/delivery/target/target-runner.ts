/**
 * Runs one target: reports events to target-state.ts, and performs the effects that it decides on. Everything that changes the folder is a
 * job, one after another; changes of the story and of the files only request a job.
 */

import { relative, sep } from 'node:path';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import type {
  AppliedEdits,
  Delivery,
  EditorIntegrationOffer,
  ExportHistoryEntry,
  FileComparison,
  FileVersion,
  ForeignEdits,
  ReleaseComparison,
  StoryComparison,
  Target,
  TargetSettings,
  TargetVersion,
} from '../../../shared/contracts/targets.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import { JobQueue } from '../../platform/job-queue.ts';
import { createRevocableStore, type RevocableStore } from '../../platform/revocable-store.ts';
import { LeadingThrottle, waitWithTimeout } from '../../platform/timer.ts';
import { isMissingProjectProblem, noHardLinksFinding } from '../delivery-messages.ts';
import { type CompletedDelivery, type DeliveryOutcome, runDelivery, toDelivery } from '../folder/delivery-run.ts';
import { isProjectPresent } from '../folder/detect-projects.ts';
import { listIntegrationOffers, removeIntegration, switchIntegration } from '../folder/editor-integration.ts';
import { FolderWatcher } from '../folder/folder-watcher.ts';
import { IncrementalFileWriter, readFileChunks } from '../folder/incremental-file-writer.ts';
import { isOwned } from '../folder/manifest.ts';
import type { RenderedStory } from '../folder/target-file.ts';
import { ForeignFileResolver } from '../foreign/foreign-file-resolver.ts';
import { compareVersions } from '../history/compare-versions.ts';
import { compareWithRelease } from '../history/compare-with-release.ts';
import { ExportHistory } from '../history/export-history.ts';
import { KeptLayoutReader } from '../history/kept-layout.ts';
import { OwnExports } from '../history/own-exports.ts';
import {
  areUnchanged,
  assertProjectPresent,
  compareFile,
  deliveredStorySource,
  deliveryRunOptionsFor,
  hasFolderChanged,
  haveReportedFilesChanged,
  recoverTargetFolder,
  renderStorySource,
  renderTargetStory,
  StoredTarget,
  updateIntegration,
  withRenderedFiles,
} from './stored-target.ts';
import type { TargetDeps } from './target-deps.ts';
import { presentTarget } from './target-presenter.ts';
import { assertLayoutCanBeKept, assertPluginVersionExists, mergeSettings, type TargetRow, type WithUndefined } from './target-row.ts';
import {
  foreignFilesOf,
  initialTargetState,
  lastDeliveryOf,
  repeatableDelivery,
  type TargetEffect,
  type TargetEvent,
  type TargetState,
  transitionTarget,
} from './target-state.ts';

/** Milliseconds for which closing waits for a folder that does not respond. */
const closeTimeout = 3000;

interface RunMode {
  readonly dryRun: boolean;
  /** An earlier export to write instead of the current story. */
  readonly archivedExport?: RenderedStory;
  /** Whether the run follows a choice of the user about files, which a run that compares the folder with the manifest would not find. */
  readonly followsChoice?: boolean;
}

export class TargetRunner {
  readonly id: string;
  readonly #deps: TargetDeps;
  readonly #store: RevocableStore;
  readonly #target: StoredTarget;
  readonly #history: ExportHistory;
  readonly #keptLayout: KeptLayoutReader;
  readonly #ownExports: OwnExports;
  readonly #foreignFiles: ForeignFileResolver;
  readonly #jobs = new JobQueue();
  readonly #throttle: LeadingThrottle;
  readonly #watcher: FolderWatcher;
  readonly #fileWriter: IncrementalFileWriter;
  #state: TargetState;
  #cancelRetry: () => void = () => undefined;
  /** The state that was last announced, as JSON; empty if none was. */
  #published = '';
  /** The run in progress, unless it is a dry run. */
  #currentRun: Promise<DeliveryOutcome> | null = null;
  #swapsFiles = true;
  /** Stamps of reported files whose hash was that of the report, by path. */
  readonly #reportedStamps = new Map<string, string>();

  constructor(targetDeps: TargetDeps, id: string, row: TargetRow) {
    const store = createRevocableStore(targetDeps.store);
    const deps: TargetDeps = {
      ...targetDeps,
      store,
      render: async (hash, engine, settings, foundPlugin) => {
        const keptLayout = settings.keepReleasedLayout ? await this.#keptLayout.read() : null;
        return targetDeps.render(hash, engine, settings, foundPlugin, keptLayout);
      },
    };
    const target = new StoredTarget(deps, id, row);
    this.id = id;
    this.#deps = deps;
    this.#store = store;
    this.#target = target;
    this.#state = initialTargetState(row.settings, deps.mode, row.restoredExport);
    this.#history = new ExportHistory(deps, id, {
      locate: (file) => deps.locate(row.hash, file),
      readFile: (path, size) => readFileChunks(deps.disk, target.pathTo(path), size),
      areInFolder: (files) => areUnchanged(target.folder, files),
      logError: (error) => target.logError(error),
    });
    this.#keptLayout = new KeptLayoutReader(target.exporter, this.#history);
    this.#ownExports = new OwnExports({
      disk: deps.disk,
      history: this.#history,
      isStoryVariant: async (content) => (await deps.isStoryVariant?.(row.hash, content)) ?? false,
    });
    const resolverDeps = {
      ...deps,
      jobs: this.#jobs,
      deliver: () => this.#deliver({ dryRun: false, followsChoice: true }),
      reportedFiles: () => foreignFilesOf(this.#state),
    };
    this.#foreignFiles = new ForeignFileResolver(resolverDeps, target, this.#history);
    this.#throttle = new LeadingThrottle(deps.timer, () => this.#dispatch({ type: 'changesDue' }));
    this.#watcher = new FolderWatcher(deps, target.exporter, {
      onChange: () => this.#dispatch({ type: 'folderChanged' }),
      onReturn: () => this.#dispatch({ type: 'folderReturned' }),
    });
    this.#fileWriter = new IncrementalFileWriter(deps.disk);
  }

  get row(): TargetRow {
    return this.#target.row;
  }

  /** Identifies the folder under all its names; null if it does not exist, or its disk does not respond. */
  folderIdentity(): Promise<string | null> {
    return this.#deps.disk.identity(this.row.real).catch(() => null);
  }

  present(): Target {
    const { row, manifest, foundPlugin } = this.#target;
    return presentTarget(this.id, row, this.#state, { manifest, foundPlugin: foundPlugin ?? null });
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
    const before = mode.dryRun ? null : await this.#currentRun;
    return toDelivery(this.id, await this.#jobs.run(() => this.#deliver(mode)), before);
  }

  /** As `run`, and makes this choice for the files that another program has changed. */
  async runWithChoice(choice: 'restore' | 'keep'): Promise<Delivery> {
    const before = await this.#currentRun;
    return toDelivery(this.id, await this.#foreignFiles.deliverWithChoice(choice), before);
  }

  /**
   * Throws if the exporter rejects the settings, or if they name a language that the project does not have and `before` does not name either: that may have
   * been deleted. A story that cannot be exported for another reason may be exportable later.
   */
  async assertSettingsWork(settings: TargetSettings, before?: TargetSettings): Promise<void> {
    const { hash, engine } = this.row;
    try {
      const { release, unknownLocales = [] } = await this.#deps.render(hash, engine, settings, await this.#target.updateFoundPlugin());
      release?.();
      const known: readonly string[] = typeof before?.locales === 'object' ? before.locales : [];
      const locale = unknownLocales.find((iso) => !known.includes(iso));
      if (locale !== undefined) throw invalidFieldProblem('locales', message('fault.query.unknownLanguage', { locale }));
    } catch (error) {
      if (error instanceof Problem && error.code === 'invalid') throw error;
    }
  }

  async changeSettings(settings: Partial<WithUndefined<TargetSettings>>): Promise<Target> {
    await this.#jobs.run(async () => {
      const target = this.#target;
      const before = target.row.settings;
      const next = mergeSettings(before, settings);
      assertPluginVersionExists(target.exporter, next, before);
      assertLayoutCanBeKept(target.exporter, next, before);
      if (hasOtherStoryFiles(before, next)) await this.assertSettingsWork(next, before);
      // An integration that cannot be applied throws here, before anything is stored.
      if (before.integrationFile !== next.integrationFile) {
        await assertProjectPresent(target.folder);
        await this.#recoverFolder();
        const context = { ...target.integrationContext, perforce: next.perforce };
        await switchIntegration(context, next.integrationFile, () => renderStorySource(this.#deps, target));
      }
      target.update({ settings: next, ...(next.on && { restoredExport: null }) });
      this.#dispatch({ type: 'settingsChanged', isOn: next.on, isPollingChanged: before.polling !== next.polling });
      if (next.on) await this.#deliver({ dryRun: false });
    });
    return this.present();
  }

  /**
   * With `seen`, the choice only applies to these versions of the changed files; without it, to those that were reported last. Throws if
   * another program has changed one of them since; the state then contains its new version. `restoreKept` applies to the files that were kept
   * earlier.
   */
  async resolve(choice: CallInput<'target.resolve'>['choice'], seen?: readonly FileVersion[]): Promise<Target> {
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
    const { exporter, folder, integrationContext } = this.#target;
    await assertProjectPresent(folder);
    const story = exporter.integration?.usesStory ? await renderStorySource(this.#deps, this.#target) : undefined;
    return listIntegrationOffers(integrationContext, story);
  }

  history(): Promise<ExportHistoryEntry[]> {
    return this.#history.list();
  }

  compareWithRelease(release: string): Promise<ReleaseComparison> {
    return compareWithRelease(this.#deps, this.#target, this.#history, release);
  }

  /** Pins an export as a release of the game, or removes the release. Returns the id of the export. */
  async setRelease(name: string, pinned: { readonly export: string | 'newest' | null }): Promise<string | null> {
    const id = await this.#history.setRelease(name, pinned);
    const { settings } = this.row;
    if (settings.keepReleasedLayout) await this.changeSettings({ ...settings });
    this.#publish();
    return id;
  }

  /** Writes an earlier export, and pauses the target, so that the current story does not overwrite it at once. */
  async restoreExport(id: string): Promise<Delivery> {
    const { at, version, files } = await this.#history.read(id);
    const restoredExport = { exportedAt: formatIsoTime(at), version };
    const outcome = await this.#jobs.run(async () => {
      const { settings, restoredExport: before } = this.row;
      // Stored before any file is written: where the process ends now, the next start must not overwrite them.
      this.#target.update({ settings: { ...settings, on: false }, restoredExport });
      let done: DeliveryOutcome | null = null;
      try {
        done = await this.#deliver({ dryRun: false, archivedExport: { version, files, findings: [] } });
        return done;
      } finally {
        if (done?.type === 'done') this.#dispatch({ type: 'exportRestored', ...restoredExport });
        else this.#target.update({ settings, restoredExport: before });
      }
    });
    return toDelivery(this.id, outcome, null);
  }

  /** Writes a pending change, then ends. A job that is still running afterwards, on a disk that does not respond, stores nothing. */
  async close(): Promise<void> {
    if (this.#state.type === 'closed') return;
    this.#dispatch({ type: 'closeRequested' });
    await this.#end();
    await waitWithTimeout(
      closeTimeout,
      this.#history.flush().catch((error: unknown) => this.#target.logError(error)),
      this.#deps.timer,
    );
    this.#store.revoke();
  }

  /**
   * Removes the target. The exported files stay in the game project, and the edit of the editor integration is reverted if the project is
   * there. Jobs that are still running afterwards store nothing.
   */
  async remove(): Promise<void> {
    this.#dispatch({ type: 'ended' });
    await this.#end();
    const target = this.#target;
    const logError = (error: unknown): void => target.logError(error);
    await this.#recoverFolder().catch(logError);
    await assertProjectPresent(target.folder)
      .then(() => removeIntegration(target.integrationContext))
      .catch(logError);
    await this.#history.clear().catch(logError);
    target.remove();
    this.#store.revoke();
  }

  /** Waits for the jobs, and stops watching. */
  async #end(): Promise<void> {
    await waitWithTimeout(closeTimeout, this.#jobs.whenIdle(), this.#deps.timer);
    this.#dispatch({ type: 'ended' });
    await this.#watcher.stop();
  }

  /** Changes the state, and performs the effects in their order. Returns the work of the one that takes time, if there is one. */
  #dispatch(event: TargetEvent): Promise<unknown> | undefined {
    const [state, effects] = transitionTarget(this.#state, event);
    this.#state = state;
    let work: Promise<unknown> | undefined;
    for (const effect of effects) work = this.#perform(effect) ?? work;
    return work;
  }

  /** Returns the work of an effect that takes time, for which its job waits. */
  #perform(effect: TargetEffect): Promise<unknown> | undefined {
    const { timer, emit } = this.#deps;
    const target = this.#target;
    switch (effect.type) {
      case 'scheduleStart':
        timer.after(0, () => this.#dispatch({ type: 'startElapsed' }));
        return undefined;
      case 'scheduleChanges':
        this.#throttle.trigger();
        return undefined;
      case 'cancelChanges':
        this.#throttle.cancel();
        return undefined;
      case 'scheduleRetry':
        this.#cancelRetry();
        this.#cancelRetry = timer.after(effect.delay, () => this.#dispatch({ type: 'retryElapsed' }));
        return undefined;
      case 'cancelRetry':
        this.#cancelRetry();
        return undefined;
      case 'cancelInspection':
        this.#watcher.cancelPending();
        return undefined;
      case 'enqueueRecovery':
        this.#enqueue(() => this.#recoverFolder());
        return undefined;
      case 'enqueueRun':
        this.#enqueue(() => this.#dispatch({ type: 'queuedRunBegan' }));
        return undefined;
      case 'enqueueInspection':
        this.#enqueue(() => this.#dispatch({ type: 'inspectionBegan' }));
        return undefined;
      case 'enqueueLastRun':
        this.#enqueue(() => this.#deliver({ dryRun: false }));
        return undefined;
      case 'run':
        return this.#deliver({ dryRun: false });
      case 'inspect':
        return this.#inspectFolder();
      case 'startWatching':
        this.#watcher.start(target.row, target.manifest.paths());
        return undefined;
      case 'stopWatching':
        this.#watcher.stop().catch((error: unknown) => target.logError(error));
        return undefined;
      case 'markFolderMissing':
        this.#watcher.markMissing();
        return undefined;
      case 'watchPaths': {
        const { exported, others } = effect;
        this.#watcher.setPaths(others ? [...new Set([...exported, ...target.manifest.paths(), ...others])] : exported, exported);
        return undefined;
      }
      case 'storeExport':
        target.update({
          version: effect.version,
          ...(!effect.isRestoredExport && { restoredExport: null }),
          ...((effect.hasWrittenFiles || target.row.lastExport === null) && { lastExport: formatIsoTime(effect.exportedAt) }),
        });
        return undefined;
      case 'recordExport': {
        const { version, texts, copies, written, removed } = effect.delivery;
        const hasWrittenFiles = written.length + removed.length > 0;
        this.#history.record({ at: effect.exportedAt, version, texts, assets: copies, hasWrittenFiles });
        return undefined;
      }
      case 'publish':
        this.#publish();
        return undefined;
      case 'announceDelivery': {
        const { written, removed } = effect;
        emit({ event: 'target.delivered', delivery: { id: target.id, written, removed }, hash: target.row.hash });
        return undefined;
      }
    }
  }

  #publish(): void {
    const target = this.present();
    const text = JSON.stringify(target);
    if (text === this.#published) return;
    this.#published = text;
    this.#deps.emit({ event: 'target.changed', target });
  }

  /** Adds a job without waiting for it. */
  #enqueue(job: () => Promise<unknown> | undefined): void {
    this.#jobs.run(async () => job()).catch((error: unknown) => this.#target.logError(error));
  }

  /** Must come before anything else is written to the folder, because writing discards what an interrupted delivery had staged. */
  #recoverFolder(): Promise<void> {
    return recoverTargetFolder(this.#deps, this.#target);
  }

  async #inspectFolder(): Promise<void> {
    const isChanged = await this.#needsRun().catch(() => true);
    if (isChanged) this.#dispatch({ type: 'folderDiffers' });
  }

  /** Whether a run would find something else than the last one did, as far as that depends on the folder. */
  async #needsRun(): Promise<boolean> {
    const { folder } = this.#target;
    if (this.#state.type === 'changedByOthers') return haveReportedFilesChanged(folder, this.#state.foreign, this.#reportedStamps);
    if (this.#state.type !== 'blocked') return this.#hasFolderChanged();
    return !(await isProjectPresent(folder.disk, folder.exporter, folder.folder)) || this.#hasPluginChanged();
  }

  /** Whether the files differ from those that the last delivery left. */
  async #hasFolderChanged(): Promise<boolean> {
    const { paths = [], otherStoryFiles = [] } = lastDeliveryOf(this.#state)?.delivery ?? {};
    return hasFolderChanged(this.#target.folder, paths, otherStoryFiles).catch(() => true);
  }

  /** Whether another version of the plug-in was installed, for which the story has to be checked again. */
  async #hasPluginChanged(): Promise<boolean> {
    return !jsonEquals(this.#target.foundPlugin ?? null, await this.#target.findPlugin());
  }

  /** Delivers, and reports the outcome to the state. Resolves to the outcome, even if the run fails. */
  async #deliver(mode: RunMode): Promise<DeliveryOutcome> {
    if (mode.dryRun) return this.#runOrRepeat(mode);
    this.#currentRun = this.#deps.crashGuard
      .run({ kind: 'target', id: this.id }, () => this.#runOrRepeat(mode))
      .finally(() => {
        this.#currentRun = null;
      });
    try {
      const outcome = await this.#currentRun;
      await this.#reportOutcome(outcome, mode.archivedExport !== undefined);
      return outcome;
    } finally {
      await this.#history.removeUnusedCopies();
    }
  }

  /** A run that finds the story, settings and files unchanged since the last one does nothing, and does not even render the export. */
  async #runOrRepeat(mode: RunMode): Promise<DeliveryOutcome> {
    const repeated = mode.archivedExport || mode.followsChoice ? null : await this.#findRepeatable();
    if (!repeated) return this.#runDelivery(mode);
    if (!mode.dryRun) this.#dispatch({ type: 'storyRead' });
    return { ...repeated, written: [], removed: [] };
  }

  async #findRepeatable(): Promise<CompletedDelivery | null> {
    const { versionOf } = this.#deps;
    const { hash, settings } = this.row;
    const find = (): CompletedDelivery | null => (versionOf ? repeatableDelivery(this.#state, settings, versionOf(hash)) : null);
    if (!find() || this.#target.hasJournal || (await this.#hasFolderChanged()) || (await this.#hasPluginChanged())) return null;
    // The story may have changed while the files were compared.
    return find();
  }

  #runDelivery({ dryRun, archivedExport }: RunMode): Promise<DeliveryOutcome> {
    const { row } = this.#target;
    const options = deliveryRunOptionsFor(this.#deps, this.#target, {
      fileWriter: this.#fileWriter,
      render: async () => {
        if (archivedExport) return archivedExport;
        if (dryRun) return renderTargetStory(this.#deps, this.#target);
        this.#dispatch({ type: 'storyRead' });
        return this.#deps.render(row.hash, row.engine, row.settings, await this.#target.updateFoundPlugin());
      },
      onWriting: () => this.#dispatch({ type: 'writingBegan' }),
      copyTexts: (texts) => this.#history.copyTexts(texts),
      isOwnExport: (file, exported) => this.#ownExports.recognizes(file, exported),
    });
    return runDelivery(options, { dryRun });
  }

  async #reportOutcome(outcome: DeliveryOutcome, isRestoredExport: boolean): Promise<void> {
    if (this.#state.type === 'closed') return;
    if (outcome.type === 'foreign') {
      const { foreign, findings } = outcome;
      this.#reportedStamps.clear();
      this.#dispatch({ type: 'foreignFilesFound', foreign, findings });
    } else if (outcome.type === 'blocked') {
      const { problem, findings } = outcome;
      if (problem.code === 'internal') this.#target.logError(problem.cause);
      this.#dispatch({ type: 'runFailed', problem, isProjectMissing: isMissingProjectProblem(problem), findings });
    } else await this.#completeDelivery(outcome, isRestoredExport);
  }

  async #completeDelivery(delivery: CompletedDelivery, isRestoredExport: boolean): Promise<void> {
    const { row } = this.#target;
    const exportedAt = this.#deps.environment.now();
    this.#dispatch({ type: 'filesDelivered', delivery, isRestoredExport, settings: row.settings, exportedAt });
    this.#fileWriter.retainOnly(new Set(delivery.paths));
    const integrationFindings = await updateIntegration(this.#deps, this.#target, deliveredStorySource(this.#deps, this.#target, delivery));
    // A run that writes nothing does not determine it.
    this.#swapsFiles = delivery.swapsFiles ?? this.#swapsFiles;
    const folderFindings = this.#swapsFiles ? [] : [noHardLinksFinding(row.folder)];
    this.#dispatch({
      type: 'runCompleted',
      delivery,
      findings: [...delivery.findings, ...integrationFindings, ...folderFindings],
      exportedAt,
    });
  }
}

/** Whether the settings select other languages, boards or file formats, which an export may reject. */
const hasOtherStoryFiles = (before: TargetSettings, after: TargetSettings): boolean =>
  !jsonEquals(
    [before.locales, before.fileEach, before.boardIds, before.pluginVersion],
    [after.locales, after.fileEach, after.boardIds, after.pluginVersion],
  );
