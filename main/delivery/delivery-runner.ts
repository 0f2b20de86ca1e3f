/**
 * The rounds of a target and what each leaves behind: its state, its past, when to try again. One that finds story, settings and files as the last one
 * left them does nothing, and does not even ask for the export.
 */
import { join } from 'node:path';
import { formatIsoTime } from '../../shared/environment.ts';
import { mainStoryPath } from '../exporters/exporter.ts';
import { getExporter } from '../exporters/exporters.ts';
import { journalKey } from './apply-plan.ts';
import type { Backoff, Debounce } from './debounce.ts';
import { foreignFilesMessage, isMissingProjectProblem, upToDateMessage } from './delivery-problems.ts';
import { type CompletedDelivery, type DeliveryOutcome, runDelivery } from './delivery-run.ts';
import type { StorySource } from './editor-integration.ts';
import type { ExportHistory } from './export-history.ts';
import { hasFolderChanged } from './folder-changes.ts';
import type { FolderWatcher } from './folder-watcher.ts';
import { IncrementalFileWriter } from './incremental-file-writer.ts';
import type { Manifest } from './manifest.ts';
import type { TargetDeps } from './target-deps.ts';
import type { RenderedStory, TargetFile } from './target-file.ts';
import { deliveryRunOptionsFor, targetFolderOf, updateIntegration } from './target-folder.ts';
import type { TargetRow } from './target-row.ts';
import { statusDetailsFor, type TargetStatus } from './target-status.ts';

export interface DeliveryRunnerOptions {
  readonly id: string;
  readonly deps: TargetDeps;
  readonly manifest: Manifest;
  readonly history: ExportHistory;
  readonly status: TargetStatus;
  readonly debounce: Debounce;
  readonly watcher: FolderWatcher;
  readonly backoff: Backoff;
  readonly row: () => TargetRow;
  readonly updateRow: (change: Partial<TargetRow>) => void;
  readonly isClosed: () => boolean;
  readonly logError: (error: unknown) => void;
}

interface RunMode {
  readonly dryRun: boolean;
  /** What is written is an export of the past. */
  readonly archivedExport?: RenderedStory;
}

export class DeliveryRunner {
  readonly #of: DeliveryRunnerOptions;
  /** The last one that brought the folder to the story. */
  #last: { readonly done: CompletedDelivery; readonly settings: TargetRow['settings'] } | null = null;
  #current: Promise<DeliveryOutcome> | null = null;
  readonly #drafts: IncrementalFileWriter;

  constructor(of: DeliveryRunnerOptions) {
    this.#of = of;
    this.#drafts = new IncrementalFileWriter(of.deps.disk);
  }

  /** The one that is running, unless it is dry. */
  get current(): Promise<DeliveryOutcome> | null {
    return this.#current;
  }

  /** All paths of the last export. */
  get paths(): readonly string[] {
    return this.#last?.done.paths ?? [];
  }

  /** Whether a file is other than the last round left it. */
  async hasFolderChanged(): Promise<boolean> {
    const { deps, manifest, row } = this.#of;
    return hasFolderChanged(targetFolderOf(deps, row(), manifest), this.paths, this.#last?.done.rivals ?? []).catch(() => true);
  }

  /** What the story gives now, for as long as it is used. */
  async withRenderedFiles<T>(use: (files: readonly TargetFile[]) => T | Promise<T>): Promise<T> {
    const { files, release } = await this.#render();
    try {
      return await use(files);
    } finally {
      release?.();
    }
  }

  #render(): RenderedStory | Promise<RenderedStory> {
    const { hash, engine, settings } = this.#of.row();
    return this.#of.deps.render(hash, engine, settings);
  }

  /** As it lies in the folder. */
  #storyIn(texts: CompletedDelivery['texts']): StorySource | undefined {
    const { deps, row } = this.#of;
    const mainPath = mainStoryPath(getExporter(row().engine));
    const [path, print] = texts.find(([each]) => each === mainPath) ?? [];
    return path === undefined || !print ? undefined : { sha256: print.sha256, readText: () => deps.disk.readText(join(row().real, path)) };
  }

  async run(how: RunMode): Promise<DeliveryOutcome> {
    if (how.dryRun) return (await this.#unchanged(how)) ?? this.#round(how);
    this.#current = this.#unchanged(how).then((done) => done ?? this.#round(how));
    const outcome = await this.#current;
    this.#current = null;
    if (!this.#of.isClosed()) await this.#settle(outcome, how);
    return outcome;
  }

  #round({ dryRun, archivedExport }: RunMode): Promise<DeliveryOutcome> {
    const { id, deps, manifest, status, debounce, row } = this.#of;
    const of = deliveryRunOptionsFor(deps, row(), id, manifest, {
      fileWriter: this.#drafts,
      render: () => {
        if (archivedExport) return archivedExport;
        // What has changed until now is in this round; what changes from now on asks for another.
        if (!dryRun) debounce.cancel();
        return this.#render();
      },
      onWriting: () => status.set('writing', 'Writing.', { ...status.state, foreign: [] }),
    });
    return runDelivery(of, { dryRun });
  }

  /** A helper has a file of its own to look after, and a stored file that was missing may have come: then it is a round like any other. */
  async #unchanged({ dryRun, archivedExport }: RunMode): Promise<CompletedDelivery | null> {
    const { id, deps, debounce, status, row } = this.#of;
    const { hash, settings } = row();
    const last = this.#last;
    if (archivedExport || !last || last.settings !== settings || settings.helper !== null) return null;
    if (deps.versionOf === undefined || deps.versionOf(hash) !== last.done.version) return null;
    if (status.state.state !== 'upToDate' && status.state.state !== 'waiting') return null;
    if (last.done.findings.some(({ rule }) => rule === 'asset-missing') || deps.store.get(journalKey(id)) != null) return null;
    if (await this.hasFolderChanged()) return null;
    if (deps.versionOf(hash) !== last.done.version) return null;
    if (!dryRun) debounce.cancel();
    return { ...last.done, written: [], removed: [] };
  }

  async #settle(outcome: DeliveryOutcome, how: RunMode): Promise<void> {
    const { manifest, status, watcher, backoff, row, logError } = this.#of;
    if (outcome.is === 'done') return this.#settleDone(outcome, how);
    const { findings } = outcome;
    if (outcome.is === 'foreign') {
      backoff.reset();
      watcher.setPaths([...new Set([...this.paths, ...manifest.paths(), ...outcome.foreign.map(({ path }) => path)])]);
      status.set('changedByOthers', foreignFilesMessage(outcome.foreign), statusDetailsFor(outcome.foreign, findings));
      return;
    }
    const { problem } = outcome;
    if (problem.code === 'internal') logError(problem.cause);
    if (isMissingProjectProblem(problem)) watcher.markMissing();
    // Only the writer can mend a story; the rest may pass by itself.
    if (problem.code === 'storyError') backoff.reset();
    else if (row().settings.on) backoff.scheduleRetry();
    status.set('blocked', problem.message, statusDetailsFor([], findings));
  }

  async #settleDone(done: CompletedDelivery, { archivedExport }: RunMode): Promise<void> {
    const { id, deps, history, status, debounce, watcher, backoff, row } = this.#of;
    const { version, written, removed, skipped, rivals, findings, paths, texts, copies: assets } = done;
    backoff.reset();
    const { settings } = row();
    this.#last = { done: { ...done, version: archivedExport ? -1 : version }, settings };
    const now = deps.environment.now();
    this.#of.updateRow({ version, lastExport: formatIsoTime(now) });
    watcher.setPaths(paths);
    this.#drafts.retainOnly(new Set(paths));
    const told = [...findings, ...(await updateIntegration(deps, row(), id, this.#storyIn(texts)))];
    const isNew = written.length + removed.length > 0;
    if (isNew) history.record({ at: now, version, texts, assets });
    if (debounce.isPending) status.set('waiting', 'The story has changed.', statusDetailsFor([], told));
    else status.set('upToDate', upToDateMessage(getExporter(row().engine), skipped, rivals), statusDetailsFor([], told));
    if (isNew) deps.emit({ event: 'target.delivered', delivery: { id, written, removed }, hash: row().hash });
  }
}
