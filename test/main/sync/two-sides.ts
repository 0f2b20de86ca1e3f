/** A story on two sides, which started as one: edited on either, and brought together by plans until there is nothing left to do. */
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { baseUpdateFor } from '../../../main/sync/plan/base-update.ts';
import type { MergeConflict } from '../../../main/sync/plan/merge-conflict.ts';
import type { MergeResult } from '../../../main/sync/plan/merge-trees.ts';
import type { SyncOperation } from '../../../main/sync/plan/plan-operations.ts';
import { planSync, type SyncPlan } from '../../../main/sync/plan/plan-sync.ts';
import { resolveConflict } from '../../../main/sync/plan/resolve-conflict.ts';
import { buildRequest } from '../../../main/sync/protocol/build-request.ts';
import type { SyncRequest } from '../../../main/sync/protocol/sync-request.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { type FakeRemote, openFakeRemote } from '../../fake-remote.ts';

let shared: FakeRemote | undefined;

export class TwoSides {
  readonly mine: Engine;
  readonly hash: string;
  readonly remote: FakeRemote;
  readonly there: string;
  readonly raised: MergeConflict[] = [];
  readonly sent: SyncRequest[] = [];
  /** Our old ids and those that they have now. */
  readonly renamed = new Map<string, string>();
  /** What the remote would not take, or did not take, by record. */
  readonly refused = new Map<string, string>();
  /** Looked at after every step. */
  watch: (step: string) => void = () => {};
  #base: Map<string, AnyRecord>;

  constructor(mine: Engine, remote: FakeRemote, records: readonly AnyRecord[]) {
    this.mine = mine;
    this.remote = remote;
    this.hash = mine.createProject(records).hash;
    this.there = remote.createProject(records);
    this.#base = new Map(records.map((record) => [record.id, record]));
  }

  get here(): Project {
    return this.mine.getProject(this.hash);
  }

  get theirs(): Project {
    return this.remote.engine.getProject(this.there);
  }

  get base(): Project {
    return new Project(this.#base.values());
  }

  edit(side: 'here' | 'there', command: Command): void {
    if (side === 'here') this.mine.execute(this.hash, command, 'user');
    else this.remote.engine.execute(this.there, command, 'user');
  }

  plan(): SyncPlan {
    return planSync({ base: this.base, local: this.here, remote: this.theirs });
  }

  /** Plans, takes in and sends until nothing is left; gives what is still in question. Fails where it does not end (I2). */
  async bringTogether(): Promise<readonly MergeConflict[]> {
    const limit = 4 * (this.here.size + this.theirs.size);
    for (let round = 0; round < limit; round++) {
      const planned = this.plan();
      if (planned.hasIncoming) this.#takeIn(planned.mergeResult);
      else if (!(await this.#sendAll(planned.operations))) return planned.mergeResult.conflicts;
    }
    throw new Error(`Not together after ${limit} rounds: ${JSON.stringify(this.plan())}`);
  }

  answer(question: MergeConflict, side: 'local' | 'remote'): void {
    const { base, command } = resolveConflict(question, side, { base: this.base, local: this.here, remote: this.theirs });
    this.#write(base);
    if (command) this.edit('here', command);
  }

  remove(): void {
    this.mine.removeProject(this.hash);
    this.remote.engine.removeProject(this.there);
  }

  #takeIn({ renamedIds, put, removedIds, base, oneTimeConflicts }: MergeResult): void {
    if (renamedIds.length + put.length + removedIds.length > 0)
      this.mine.execute(this.hash, { do: 'take', renamedIds, put, removedIds }, 'remote');
    for (const [from, to] of renamedIds) this.renamed.set(from, to);
    this.#write(base);
    this.raised.push(...oneTimeConflicts);
    this.watch('taken in');
  }

  /** Sends what can be sent; whether anything was. */
  async #sendAll(ops: readonly SyncOperation[]): Promise<boolean> {
    let any = false;
    for (const op of ops) {
      const ready = buildRequest(op, this.there, this.here, this.theirs);
      if (ready.type === 'rejected') this.refused.set(op.id, ready.reason);
      if (ready.type !== 'ready' || op.type === 'look' || this.refused.get(op.id)?.startsWith('HTTP')) continue;
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

  /** After an answer the base has what was sent; what was made goes by its new id. */
  #settle({ operation, expected }: SyncRequest, id: string): void {
    if (id !== operation.id) {
      this.mine.execute(this.hash, { do: 'take', renamedIds: [[operation.id, id]], put: [], removedIds: [] }, 'remote');
      this.renamed.set(operation.id, id);
    }
    this.#write(baseUpdateFor(this.base, expected, { from: operation.id, to: id }));
  }

  #write({ put, removedIds }: MergeResult['base']): void {
    for (const record of put) this.#base.set(record.id, record);
    for (const id of removedIds) this.#base.delete(id);
  }
}

/** Both sides with these records, agreed. The remote is one for all: opening it takes longer than a story. */
export async function twoSides(
  environment: Environment,
  records: readonly AnyRecord[],
  mine: Engine = openEngine(null, environment),
): Promise<TwoSides> {
  shared ??= await openFakeRemote(environment);
  return new TwoSides(mine, shared, records);
}
