/**
 * Applies the user's decisions about files of a target that another program has changed: they are overwritten or kept, or their edits are
 * applied to the story. Each decision is a job of the target, followed by a delivery.
 */
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import type { AppliedEdits, FileVersion, ForeignEdits } from '../../../shared/contracts/targets.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { JobQueue } from '../../platform/job-queue.ts';
import { type DeliveryOutcome, toDelivery } from '../folder/delivery-run.ts';
import type { ExportHistory } from '../history/export-history.ts';
import { allowOverwriteOfKeptFiles, findUnchangedFiles, type StoredTarget, storeForeignFileChoice } from '../target/stored-target.ts';
import type { EditableStory, TargetDeps } from '../target/target-deps.ts';
import { applyForeignEdits, listForeignEdits } from './apply-edits.ts';

interface ResolverDeps {
  /** The jobs of the target. */
  readonly jobs: JobQueue;
  /** Delivers the story, as a part of a job. */
  readonly deliver: () => Promise<DeliveryOutcome>;
  /** The changed files that the last run found. */
  readonly reportedFiles: () => readonly FileVersion[];
}

export class ForeignFileResolver {
  readonly #deps: TargetDeps & ResolverDeps;
  readonly #target: StoredTarget;
  readonly #history: ExportHistory;

  constructor(deps: TargetDeps & ResolverDeps, target: StoredTarget, history: ExportHistory) {
    this.#deps = deps;
    this.#target = target;
    this.#history = history;
  }

  /**
   * Makes the choice for the changed files that were reported last, with `seen` only for these versions of them. Throws if another program has
   * changed one of them since. The state of the target then contains its new version. `restoreKept`: for the files that were kept earlier.
   */
  resolve(choice: 'restore' | 'keep' | 'restoreKept', seen?: readonly FileVersion[]): Promise<DeliveryOutcome> {
    const { folder } = this.#target;
    return this.#deps.jobs.run(async () => {
      const reported = this.#deps.reportedFiles();
      const versions = seen?.filter(({ path }) => reported.some((each) => each.path === path)) ?? reported;
      const withdraw = await (choice === 'restoreKept'
        ? allowOverwriteOfKeptFiles(folder)
        : this.#deliverOnError(() => storeForeignFileChoice(folder, choice, versions)));
      const outcome = await this.#deps.deliver();
      if (outcome.type === 'blocked') withdraw();
      return outcome;
    });
  }

  /** Delivers, and makes the choice for the versions of changed files that this delivery finds. */
  deliverWithChoice(choice: 'restore' | 'keep'): Promise<DeliveryOutcome> {
    const { folder } = this.#target;
    return this.#deps.jobs.run(async () => {
      const withdrawKept = choice === 'restore' ? await allowOverwriteOfKeptFiles(folder) : () => undefined;
      const found = await this.#deps.deliver();
      if (found.type === 'blocked') withdrawKept();
      if (found.type !== 'foreign') return found;
      const withdraw = await storeForeignFileChoice(folder, choice, found.foreign);
      const outcome = await this.#deps.deliver();
      if (outcome.type === 'blocked') {
        withdraw();
        withdrawKept();
      }
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
    const result = await this.#deps.jobs.run(async () => {
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
      await this.#deps.deliver();
      throw error;
    }
  }

  async #openStory(): Promise<EditableStory> {
    return this.#deps.openStory(this.#target.row.hash);
  }
}
