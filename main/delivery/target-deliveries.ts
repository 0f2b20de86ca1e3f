/** Runs the deliveries of one target and reports their outcomes to its state. */
import { isMissingProjectProblem, noHardLinksFinding } from './delivery-messages.ts';
import { type CompletedDelivery, type DeliveryOutcome, runDelivery } from './delivery-run.ts';
import type { ExportHistory } from './export-history.ts';
import { IncrementalFileWriter } from './incremental-file-writer.ts';
import type { StoredTarget } from './stored-target.ts';
import type { TargetDeps } from './target-deps.ts';
import type { RenderedStory } from './target-file.ts';
import { deliveryRunOptionsFor, hasFolderChanged, updateIntegration } from './target-folder.ts';
import { lastDeliveryOf, repeatableDelivery, type TargetEvent, type TargetState } from './target-state.ts';
import { deliveredStorySource, renderTargetStory } from './target-story.ts';

interface RunMode {
  readonly dryRun: boolean;
  /** An earlier export to write instead of the current story. */
  readonly archivedExport?: RenderedStory;
}

export class TargetDeliveries {
  readonly #deps: TargetDeps;
  readonly #target: StoredTarget;
  readonly #state: () => TargetState;
  readonly #dispatch: (event: TargetEvent) => void;
  readonly #history: ExportHistory;
  readonly #fileWriter: IncrementalFileWriter;
  #currentRun: Promise<DeliveryOutcome> | null = null;
  #swapsFiles = true;

  constructor(
    deps: TargetDeps,
    target: StoredTarget,
    history: ExportHistory,
    state: () => TargetState,
    dispatch: (event: TargetEvent) => void,
  ) {
    this.#deps = deps;
    this.#target = target;
    this.#history = history;
    this.#state = state;
    this.#dispatch = dispatch;
    this.#fileWriter = new IncrementalFileWriter(deps.disk);
  }

  /** The run in progress, unless it is a dry run. */
  get currentRun(): Promise<DeliveryOutcome> | null {
    return this.#currentRun;
  }

  /** Delivers. Resolves to the outcome, even if the run fails. */
  async deliver(mode: RunMode): Promise<DeliveryOutcome> {
    if (mode.dryRun) return this.#runOrRepeat(mode);
    this.#currentRun = this.#runOrRepeat(mode).finally(() => {
      this.#currentRun = null;
    });
    const outcome = await this.#currentRun;
    await this.#handleOutcome(outcome, mode.archivedExport !== undefined);
    return outcome;
  }

  /** Whether the files differ from those that the last delivery left. */
  async hasFolderChanged(): Promise<boolean> {
    const { paths = [], otherStoryFiles = [] } = lastDeliveryOf(this.#state())?.delivery ?? {};
    return hasFolderChanged(this.#target.folder, paths, otherStoryFiles).catch(() => true);
  }

  /** A run that finds the story, settings and files unchanged since the last one does nothing, and does not even render the export. */
  async #runOrRepeat(mode: RunMode): Promise<DeliveryOutcome> {
    const repeated = mode.archivedExport ? null : await this.#findRepeatable();
    if (!repeated) return this.#run(mode);
    if (!mode.dryRun) this.#dispatch({ type: 'storyRead' });
    return { ...repeated, written: [], removed: [] };
  }

  async #findRepeatable(): Promise<CompletedDelivery | null> {
    const { versionOf } = this.#deps;
    const { hash, settings } = this.#target.row;
    const find = (): CompletedDelivery | null => (versionOf ? repeatableDelivery(this.#state(), settings, versionOf(hash)) : null);
    if (!find() || this.#target.hasJournal || (await this.hasFolderChanged())) return null;
    // The story may have changed while the files were compared.
    return find();
  }

  #run({ dryRun, archivedExport }: RunMode): Promise<DeliveryOutcome> {
    const { id, row, manifest } = this.#target;
    const options = deliveryRunOptionsFor(this.#deps, row, id, manifest, {
      fileWriter: this.#fileWriter,
      render: () => {
        if (archivedExport) return archivedExport;
        if (!dryRun) this.#dispatch({ type: 'storyRead' });
        return renderTargetStory(this.#deps, this.#target);
      },
      onWriting: () => this.#dispatch({ type: 'writingBegan' }),
      copyTexts: (texts) => this.#history.copyTexts(texts),
    });
    return runDelivery(options, { dryRun });
  }

  async #handleOutcome(outcome: DeliveryOutcome, isRestoredExport: boolean): Promise<void> {
    if (this.#state().type === 'closed') return;
    if (outcome.type === 'foreign') {
      const { foreign, findings } = outcome;
      this.#dispatch({ type: 'foreignFilesFound', foreign, findings });
    } else if (outcome.type === 'blocked') {
      const { problem, findings } = outcome;
      if (problem.code === 'internal') this.#target.logError(problem.cause);
      this.#dispatch({ type: 'runFailed', problem, isProjectMissing: isMissingProjectProblem(problem), findings });
    } else await this.#complete(outcome, isRestoredExport);
  }

  async #complete(delivery: CompletedDelivery, isRestoredExport: boolean): Promise<void> {
    const { id, row } = this.#target;
    const exportedAt = this.#deps.environment.now();
    this.#dispatch({ type: 'filesDelivered', delivery, isRestoredExport, settings: row.settings, exportedAt });
    this.#fileWriter.retainOnly(new Set(delivery.paths));
    const integrationFindings = await updateIntegration(this.#deps, row, id, deliveredStorySource(this.#deps, this.#target, delivery));
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
