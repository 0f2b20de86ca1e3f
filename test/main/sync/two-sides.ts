/** A local and a remote copy of one story: each can be edited, and plans are applied until nothing is left to do. */

import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import type { MergeConflict } from '../../../main/sync/plan/merge-conflict.ts';
import type { MergeResult } from '../../../main/sync/plan/merge-trees.ts';
import { planSync, type SyncOperation, type SyncPlan } from '../../../main/sync/plan/plan-sync.ts';
import { resolveConflictsInSteps } from '../../../main/sync/plan/resolve-conflict.ts';
import { baseUpdateFor } from '../../../main/sync/plan/write-effects.ts';
import { buildRequest } from '../../../main/sync/protocol/build-request.ts';
import { findCreatedConditions, type SentConditions } from '../../../main/sync/protocol/lookup-response.ts';
import type { SyncRequest } from '../../../main/sync/protocol/sync-request.ts';
import type { Environment } from '../../../shared/environment.ts';
import { runSteps } from '../../../shared/lists.ts';
import { t } from '../../../shared/messages/english.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { type FakeRemote, openFakeRemote } from '../../fake-remote.ts';

let shared: FakeRemote | undefined;

export class TwoSides {
  readonly localEngine: Engine;
  readonly hash: string;
  readonly remote: FakeRemote;
  readonly remoteHash: string;
  readonly raised: MergeConflict[] = [];
  readonly sent: SyncRequest[] = [];
  /** Local ids by the ids that replaced them. */
  readonly renamed = new Map<string, string>();
  /** Why a write was not sent or was rejected, by record. */
  readonly refused = new Map<string, string>();
  /** Called after every step. */
  watch: (step: string) => void = () => {};
  #base: Map<string, AnyRecord>;

  /** `existing`: projects that have these records already; by default, both are created. */
  constructor(
    localEngine: Engine,
    remote: FakeRemote,
    records: readonly AnyRecord[],
    existing: { readonly hash?: string; readonly remoteHash?: string } = {},
  ) {
    this.localEngine = localEngine;
    this.remote = remote;
    this.hash = existing.hash ?? localEngine.createProject(records).hash;
    this.remoteHash = existing.remoteHash ?? remote.createProject(records);
    this.#base = new Map(records.map((record) => [record.id, record]));
  }

  get localProject(): Project {
    return this.localEngine.getProject(this.hash);
  }

  get remoteProject(): Project {
    return this.remote.engine.getProject(this.remoteHash);
  }

  get base(): Project {
    return new Project(this.#base.values());
  }

  edit(side: 'local' | 'remote', command: Command): void {
    if (side === 'local') this.localEngine.execute(this.hash, command, 'user');
    else this.remote.engine.execute(this.remoteHash, command, 'user');
  }

  /** (G30) What is held, as `<id>#<field path>`. */
  get held(): ReadonlySet<string> {
    return new Set(this.plan().held.map(({ recordId, field }) => `${recordId}#${field}`));
  }

  plan(): SyncPlan {
    return planSync({ base: this.base, local: this.localProject, remote: this.remoteProject });
  }

  /** Plans, applies and sends until nothing is left; returns the open conflicts. Throws if it does not end (I2). */
  async converge(): Promise<readonly MergeConflict[]> {
    const limit = 4 * (this.localProject.size + this.remoteProject.size);
    for (let round = 0; round < limit; round++) {
      const planned = this.plan();
      if (planned.hasIncoming) this.#takeIn(planned.mergeResult);
      else if (!(await this.#sendAll(planned.operations))) return planned.mergeResult.conflicts;
    }
    throw new Error(`Not together after ${limit} rounds: ${JSON.stringify(this.plan())}`);
  }

  answer(conflict: MergeConflict, side: 'local' | 'remote'): void {
    const { base, command } = runSteps(
      resolveConflictsInSteps(
        [conflict],
        { choice: side },
        { base: this.base, local: this.localProject },
        () => this.remoteProject,
        (single, copy) => this.localEngine.dryRun(this.hash, single, 'user', copy),
      ),
    );
    this.#write(base);
    if (command) this.edit('local', command);
  }

  remove(): void {
    this.localEngine.removeProject(this.hash);
    this.remote.engine.removeProject(this.remoteHash);
  }

  #takeIn({ renamedIds, put, removedIds, base, oneTimeConflicts }: MergeResult): void {
    if (renamedIds.length + put.length + removedIds.length > 0)
      this.localEngine.execute(this.hash, { do: 'replaceRecords', renamedIds, put, removedIds }, 'remote');
    for (const [from, to] of renamedIds) this.renamed.set(from, to);
    this.#write(base);
    this.raised.push(...oneTimeConflicts);
    this.watch('taken in');
  }

  /** Sends all operations that can be sent; returns whether any was. */
  async #sendAll(ops: readonly SyncOperation[]): Promise<boolean> {
    let any = false;
    for (const op of ops) {
      const ready = buildRequest(op, this.remoteHash, this.localProject, this.remoteProject);
      if (ready.type === 'rejected') this.refused.set(op.id, t(ready.reason));
      if (ready.type !== 'ready' || op.type === 'lookup' || this.refused.get(op.id)?.startsWith('HTTP')) continue;
      const { request } = ready;
      this.watch(`sending ${JSON.stringify(request)}`);
      const { status, json } = await this.remote.request(request);
      if (status >= 300) {
        this.refused.set(op.id, `HTTP ${status} ${request.method} ${request.path} ${JSON.stringify(request.body)} ${JSON.stringify(json)}`);
        continue;
      }
      any = true;
      this.sent.push(request);
      this.#settle(request, op.type === 'create' ? (json as { id: string }).id : op.id);
      this.watch(`${request.method} ${request.path}`);
    }
    return any;
  }

  /** After a response the base contains what was sent; created records have their new ids. */
  #settle({ operation, expected, conditions }: SyncRequest, id: string): void {
    if (id !== operation.id) {
      this.localEngine.execute(this.hash, { do: 'replaceRecords', renamedIds: [[operation.id, id]], put: [], removedIds: [] }, 'remote');
      this.renamed.set(operation.id, id);
    }
    this.#write(baseUpdateFor(this.base, expected, { from: operation.id, to: id }));
    if (conditions) this.#adoptConditions({ branchId: id, conditions });
  }

  /** As after the lookup that follows the create of a branch. */
  #adoptConditions(sent: SentConditions): void {
    const created = findCreatedConditions([sent], { base: this.base, local: this.localProject, remote: this.remoteProject });
    if (!created) return;
    const { added, renamedIds } = created.adoption;
    if (renamedIds.length > 0) this.localEngine.execute(this.hash, { do: 'replaceRecords', renamedIds, put: [], removedIds: [] }, 'remote');
    for (const [from, to] of renamedIds) this.renamed.set(from, to);
    this.#write({ put: added, removedIds: [] });
  }

  #write({ put, removedIds }: MergeResult['base']): void {
    for (const record of put) this.#base.set(record.id, record);
    for (const id of removedIds) this.#base.delete(id);
  }
}

/** Two synced sides with these records. All share one remote, which takes long to open. */
export async function twoSides(
  environment: Environment,
  records: readonly AnyRecord[],
  localEngine: Engine = openEngine(null, environment),
): Promise<TwoSides> {
  shared ??= await openFakeRemote(environment);
  return new TwoSides(localEngine, shared, records);
}
