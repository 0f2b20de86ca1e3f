/**
 * The merge of a project with its story folder: what both last agreed on, what the last plan left open, and the conflicts. Every change of it is one transaction
 * with the command that changes the project.
 */

import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ConflictResolution } from '../../../shared/contracts/sync.ts';
import { runSteps } from '../../../shared/lists.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { namedRecord } from '../../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordTitle } from '../../../shared/model/record-title.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Engine } from '../../engine/engine.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { RevocableStore } from '../../platform/revocable-store.ts';
import type { MergeConflict } from '../../sync/plan/merge-conflict.ts';
import type { MergeResult } from '../../sync/plan/merge-trees.ts';
import { resolveConflictsInSteps } from '../../sync/plan/resolve-conflict.ts';
import { isOpenConflict } from '../../sync/presenter/conflict-details.ts';
import { mergeConflictSchema } from '../../sync/store/sync-store.ts';
import type { FileNames } from '../folder-layout.ts';
import { AgreedStory, folderStoreName } from './agreed-story.ts';
import { type FolderPlan, planFolderInSteps } from './plan-folder.ts';

export interface FolderMergeDeps {
  readonly engine: Pick<
    Engine,
    'getProject' | 'getVersion' | 'execute' | 'inSlices' | 'dryRun' | 'dryRunInSteps' | 'writeRows' | 'findProjectName'
  >;
  /** Nothing is written, in the project neither, once it is revoked. */
  readonly store: RevocableStore;
}

interface MergeOptions {
  readonly hasComments: boolean;
  /** The branch that is checked out in the folder, which the history of the project names. */
  readonly branch: string | null;
}

export class FolderMerge {
  readonly #engine: FolderMergeDeps['engine'];
  readonly #store: RevocableStore;
  readonly #hash: string;
  readonly #onConflictsChanged: () => void;
  readonly #oneTimeConflicts: OneTimeConflicts;
  #plan: Pick<FolderPlan, 'merge' | 'rejectedIds' | 'conflicts'> | null = null;
  /** What `findConflicts` has found. */
  #found: readonly MergeConflict[] = [];
  readonly agreed: AgreedStory;

  constructor({ engine, store }: FolderMergeDeps, hash: string, onConflictsChanged: () => void) {
    this.#engine = engine;
    this.#store = store;
    this.#hash = hash;
    this.#onConflictsChanged = onConflictsChanged;
    this.agreed = new AgreedStory(store, hash);
    this.#oneTimeConflicts = new OneTimeConflicts(store, hash);
  }

  /** What the last merge found; null before the first one. */
  get plan(): Pick<FolderPlan, 'merge' | 'rejectedIds'> | null {
    return this.#plan;
  }

  /** Whether a change of the project may settle a conflict, or why a record was not taken. */
  get isOpen(): boolean {
    return this.#plan === null || this.#plan.conflicts.length + this.#plan.rejectedIds.size > 0;
  }

  /** The conflicts that the user has to answer. */
  conflicts() {
    if (this.#engine.findProjectName(this.#hash) === undefined) return [];
    const found = new Map<string, MergeConflict>();
    for (const conflict of [...this.#oneTimeConflicts.list(), ...(this.#plan?.conflicts ?? this.#found)]) found.set(conflict.id, conflict);
    return [...found.values()].filter(isOpenConflict);
  }

  /** Finds what the last merge of another process has left open. Changes nothing, and is no merge. */
  async findConflicts(options: MergeOptions): Promise<void> {
    if (this.#plan === null) this.#found = (await this.planWith(this.agreed.folder, options)).conflicts;
  }

  /** The names of records of the folder that were not taken, because they would make the story invalid. */
  rejectedRecords(): Message[] {
    const { folder } = this.agreed;
    const records = [...(this.#plan?.rejectedIds ?? [])].flatMap((id) => folder.get(id) ?? []);
    return records.map((record) => namedRecord(record.kind, recordTitle(record, folder)));
  }

  /** In slices; in one turn if the user changes the project meanwhile. The caller commits it without a pause. */
  async planWith(remote: Project, options: MergeOptions): Promise<FolderPlan> {
    const { version } = this.#engine.getVersion(this.#hash);
    const planOf = (project: Project) => this.#planInSteps(project, remote, options);
    const plan = await new CooperativeYielder().runToEnd(planOf(this.#engine.getProject(this.#hash).clone()));
    const isCurrent = this.#engine.getVersion(this.#hash).version === version;
    return isCurrent ? plan : runSteps(planOf(this.#engine.getProject(this.#hash)));
  }

  #planInSteps(project: Project, remote: Project, { hasComments, branch }: MergeOptions): Generator<void, FolderPlan> {
    return planFolderInSteps(
      { base: this.agreed.base, local: folderPartOf(project, hasComments), remote },
      {
        hasComments,
        branch,
        findFaultyIds: (command) => findFaultyIds(this.#engine.dryRunInSteps(this.#hash, command, 'user', project)),
      },
    );
  }

  /**
   * Compares both sides again without reading, because the project, or an answer to a conflict, may have settled some of it. Returns false if the project has
   * changed before it was possible.
   */
  async replan(options: MergeOptions): Promise<boolean> {
    return this.commit(await this.planWith(this.agreed.folder, options), { folder: new Map() });
  }

  /** Returns false if the project has changed before it was possible. */
  async commit(
    plan: FolderPlan,
    changes: {
      readonly folder: ReadonlyMap<string, AnyRecord | null>;
      readonly names?: FileNames;
      readonly story?: Project;
    },
    otherRows: readonly KeyValueWrites[] = [],
  ): Promise<boolean> {
    const hash = this.#hash;
    const before = JSON.stringify(this.conflicts().map(({ id }) => id));
    const agreed = { base: toUpdates(plan.merge.base), ...changes };
    const rows = [this.agreed.rowsOf(agreed), this.#oneTimeConflicts.rowsWith(plan.merge.oneTimeConflicts), ...otherRows];
    const { inSlices } = this.#engine;
    this.#store.assertWritable();
    const committed = plan.command && (await inSlices.executeAt(this.#engine.getVersion(hash).version, hash, plan.command, 'user', rows));
    if (plan.command && !committed) return false;
    // A command that changes nothing does not write the rows.
    if (!committed || committed.newVersion === committed.version) this.#engine.writeRows(rows);
    this.agreed.apply(agreed);
    this.#oneTimeConflicts.add(plan.merge.oneTimeConflicts);
    this.#plan = plan;
    if (before !== JSON.stringify(this.conflicts().map(({ id }) => id))) this.#onConflictsChanged();
    return true;
  }

  /** For when comments are no longer left out: what either side has of them is added to the other, since nobody knows what was removed meanwhile. */
  forgetComments(): void {
    const commented = [...this.agreed.base.records()].filter(({ localComments }) => localComments !== undefined);
    const base = new Map(commented.map((record) => [record.id, withoutLocalComments(record)]));
    this.#store.assertWritable();
    this.#engine.writeRows([this.agreed.rowsOf({ base })]);
    this.agreed.apply({ base });
    this.#plan = null;
  }

  /** One step of undo. The caller plans again afterwards. Returns whether undoing it takes back all of it. */
  async resolve(conflicts: readonly MergeConflict[], resolution: ConflictResolution, hasComments: boolean): Promise<boolean> {
    const engine = this.#engine;
    const hash = this.#hash;
    const steps = () =>
      resolveConflictsInSteps(
        conflicts,
        resolution,
        { base: this.agreed.base, local: folderPartOf(engine.getProject(hash), hasComments) },
        () => this.agreed.folder,
        (command, copy) => engine.dryRun(hash, command, 'user', copy),
      );
    const { version } = engine.getVersion(hash);
    const isUnchanged = () => engine.getVersion(hash).version === version;
    const outcome = (await new CooperativeYielder().runWhile(isUnchanged, steps())) ?? runSteps(steps());
    const base = toUpdates(outcome.base);
    const rows = [this.agreed.rowsOf({ base }), this.#oneTimeConflicts.rowsWithout(conflicts)];
    this.#store.assertWritable();
    const isStep = outcome.command !== undefined && engine.execute(hash, outcome.command, 'user', rows).versionTime !== null;
    if (!isStep) engine.writeRows(rows);
    this.agreed.apply({ base });
    this.#oneTimeConflicts.remove(conflicts);
    return isStep && outcome.resolved.every(({ isByCommand }) => isByCommand);
  }
}

/** Conflicts that only one plan finds, because the merge uses the value of the folder: only the conflict contains the other one, so it is stored. */
class OneTimeConflicts {
  readonly #prefix: string;
  readonly #conflicts = new Map<string, MergeConflict>();

  constructor(store: KeyValueStore, hash: string) {
    this.#prefix = conflictPrefix(hash);
    for (const { value } of store.list(this.#prefix)) {
      const { data } = mergeConflictSchema.safeParse(value);
      if (data) this.#conflicts.set(data.id, data);
    }
  }

  list(): MergeConflict[] {
    return [...this.#conflicts.values()];
  }

  /** The rows for the transaction that makes the change; `add` must follow it. */
  rowsWith(conflicts: readonly MergeConflict[]): KeyValueWrites {
    return { store: folderStoreName, put: conflicts.map((conflict) => ({ id: this.#prefix + conflict.id, value: conflict })) };
  }

  add(conflicts: readonly MergeConflict[]): void {
    for (const conflict of conflicts) this.#conflicts.set(conflict.id, conflict);
  }

  /** The rows for the transaction that makes the change; `remove` must follow it. */
  rowsWithout(conflicts: readonly MergeConflict[]): KeyValueWrites {
    return { store: folderStoreName, remove: conflicts.map(({ id }) => this.#prefix + id) };
  }

  remove(conflicts: readonly MergeConflict[]): void {
    for (const { id } of conflicts) this.#conflicts.delete(id);
  }
}

/** The key prefix of the stored conflicts of a link. */
export const conflictPrefix = (hash: string): string => `conflict/${hash}/`;

/** The part of a project that its folder contains. */
export function folderPartOf(project: Project, hasComments: boolean): Project {
  const hasHostedComments = project.countOfKind('comment') + project.countOfKind('reply') > 0;
  if (!hasHostedComments && hasComments) return project;
  const records: AnyRecord[] = [];
  for (const record of project.records()) {
    if (record.kind === 'comment' || record.kind === 'reply') continue;
    records.push(hasComments ? record : withoutLocalComments(record));
  }
  return project.withRecords(records);
}

function withoutLocalComments(record: AnyRecord): AnyRecord {
  if (record.localComments === undefined) return record;
  const { localComments: _hidden, ...rest } = record;
  // The property is optional in all kinds.
  return rest as AnyRecord;
}

function toUpdates({ put, removedIds }: MergeResult['base']): Map<string, AnyRecord | null> {
  const updates = new Map<string, AnyRecord | null>(put.map((record) => [record.id, record]));
  for (const id of removedIds) updates.set(id, null);
  return updates;
}

function* findFaultyIds(trial: Generator<void, unknown>): Generator<void, readonly string[]> {
  try {
    yield* trial;
    return [];
  } catch (error) {
    if (!(error instanceof Problem) || error.faults.length === 0) throw error;
    return error.faults.map(({ path }) => path.split('.', 1)[0] ?? path);
  }
}
