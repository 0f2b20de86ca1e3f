/**
 * Applies the user's decisions about files of a target that another program has changed: they are overwritten or kept, or their edits are
 * applied to the story. Each decision is a job of the target, followed by a delivery.
 */
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { AppliedEdits, FileVersion, ForeignEdits } from '../../shared/contracts/targets.ts';
import type { Message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { JobQueue } from '../platform/job-queue.ts';
import { applyForeignEdits, listForeignEdits } from './apply-edits.ts';
import { type DeliveryOutcome, toDelivery } from './delivery-run.ts';
import type { EditableStory } from './editable-story.ts';
import type { ExportHistory } from './export-history.ts';
import type { StoredTarget } from './stored-target.ts';
import type { TargetDeliveries } from './target-deliveries.ts';
import type { TargetDeps } from './target-deps.ts';
import { findUnchangedFiles, storeForeignFileChoice } from './target-folder.ts';

export class ForeignFileResolver {
  readonly #deps: TargetDeps;
  readonly #target: StoredTarget;
  readonly #history: ExportHistory;
  readonly #deliveries: TargetDeliveries;
  readonly #jobs: JobQueue;
  readonly #reportedFiles: () => readonly FileVersion[];

  /** `reportedFiles` returns the changed files that the last run found. */
  constructor(
    deps: TargetDeps,
    target: StoredTarget,
    history: ExportHistory,
    deliveries: TargetDeliveries,
    jobs: JobQueue,
    reportedFiles: () => readonly FileVersion[],
  ) {
    this.#deps = deps;
    this.#target = target;
    this.#history = history;
    this.#deliveries = deliveries;
    this.#jobs = jobs;
    this.#reportedFiles = reportedFiles;
  }

  /** Throws if another program has changed one of the `seen` files since. The state of the target then contains its new version. */
  resolve(choice: 'restore' | 'keep', seen?: readonly FileVersion[]): Promise<DeliveryOutcome> {
    return this.#jobs.run(async () => {
      const withdraw = await this.#deliverOnError(() => storeForeignFileChoice(this.#target.folder, choice, this.#reportedFiles(), seen));
      const outcome = await this.#deliveries.deliver({ dryRun: false });
      if (outcome.type === 'blocked') withdraw();
      return outcome;
    });
  }

  async listEdits(): Promise<ForeignEdits> {
    return listForeignEdits(this.#deps, this.#target, this.#history, await this.#openStory());
  }

  /**
   * Applies the chosen edits to the story. With `overwrites`, the `seen` files are then replaced. The story is stored before any file is
   * changed.
   */
  async applyEdits({ edits, seen, overwrites }: Omit<CallInput<'target.applyEdits'>, 'id'>): Promise<AppliedEdits> {
    const result = await this.#jobs.run(async () => {
      if (overwrites) await this.#deliverOnError(() => findUnchangedFiles(this.#target.folder, seen));
      return applyForeignEdits(this.#deps, this.#target, this.#history, edits, await this.#openStory());
    });
    // The edits have been applied, even if another program changes a file at this moment; the state then contains its new version.
    return { ...result, notOverwritten: overwrites ? await this.#overwrite(seen) : null };
  }

  /** Resolves to the reason why the files could not be overwritten; null if they were. */
  async #overwrite(seen: readonly FileVersion[]): Promise<Message | null> {
    try {
      toDelivery(this.#target.id, await this.resolve('restore', seen), null);
      return null;
    } catch (error) {
      if (!(error instanceof Problem)) this.#target.logError(error);
      return Problem.from(error).text;
    }
  }

  /** If a file has changed since it was seen, a delivery reports its new version before the error is thrown. */
  async #deliverOnError<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#deliveries.deliver({ dryRun: false });
      throw error;
    }
  }

  async #openStory(): Promise<EditableStory> {
    return this.#deps.openStory(this.#target.row.hash);
  }
}
