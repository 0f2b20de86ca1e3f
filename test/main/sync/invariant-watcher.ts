/** Watches a synced story for violations of the invariants and collects them. */

import type { WaitClock } from '../../../main/platform/wait-clock.ts';
import { fieldNameOf, fieldPathsOf, hasSameContent, isSameField, isSendable } from '../../../main/sync/plan/field-paths.ts';
import { cascadeIds, requiredIds } from '../../../main/sync/plan/merge-trees.ts';
import type { PendingWrite, SyncRequest } from '../../../main/sync/protocol/sync-request.ts';
import { SyncStore } from '../../../main/sync/store/sync-store.ts';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import { replaceIdsInRecord } from '../../../shared/model/id-mapping.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { RemoteRequest, RemoteResponse } from '../../fake-remote.ts';

interface Sides {
  readonly localProject: Project;
  /** The project as the remote reports it. */
  readonly seen: Project;
  /** Restoring a backup brings removed records back. */
  readonly mayRestore: boolean;
}

export class InvariantWatcher {
  readonly violations: string[] = [];
  /** Ids that the remote has ever had. */
  readonly knownIds = new Set<string>();
  readonly twins = new Set<string>();
  /** Creates that may not have arrived: the user was asked about them, unless they were undone here meanwhile. */
  readonly unsure = new Set<string>();
  /** Changed by somebody else, and so no longer recognizable as twins. */
  readonly touched = new Set<string>();
  readonly #sides: Sides;
  readonly #keyValueStore: KeyValueStore;
  readonly #hash: string;
  readonly #rows: SyncStore;
  /** Sent requests, and the version that they overwrite, as far as it was known. */
  #sent = new WeakMap<
    RemoteRequest,
    { record: string; before: AnyRecord; after: AnyRecord; isKnown: boolean; leastVersion: number | null }
  >();
  /** Requests that arrived and overwrite remote changes that were not read. */
  readonly #overwrites = new WeakSet<RemoteRequest>();
  /** The fields that the user has changed here, by record; `*` if it was created or removed. */
  readonly #changedHere = new Map<string, Set<string>>();
  /** (I41) The fields of a copied data folder, as `<id>#<field path>`, whose value may have been sent by the original and be replaced since. */
  #doubtful = new Set<string>();
  /** [I44] How often a firewall has refused each write, by the id of its record and its content. */
  readonly #interceptions = new Map<string, number>();
  #hasAnswered = false;
  /** How many answers proved that the changes of others were read. */
  proofs = 0;
  /** The records as we knew them before each of these, by id. */
  readonly #overwritten = new Map<string, AnyRecord[]>();
  /** Local ids of sent creates, and the remote ids that they produced. */
  #created = new WeakMap<RemoteRequest, string>();
  readonly #made = new Map<string, string[]>();
  /** Remote records right after our own write. */
  readonly #afterOwnWrite = new Map<string, AnyRecord>();

  constructor(sides: Sides, keyValueStore: KeyValueStore, hash: string, clock: WaitClock) {
    this.#sides = sides;
    this.#keyValueStore = keyValueStore;
    this.#hash = hash;
    this.#rows = new SyncStore(keyValueStore, hash, clock);
  }

  /** [I3] Incoming changes neither remove local-only records nor overwrite local changes, unless a conflict keeps them. */
  checkIncoming({ put, removedIds }: ReplaceRecordsCommand, beside: readonly KeyValueWrites[], base: Project): void {
    const { localProject } = this.#sides;
    const conflictRows = JSON.stringify(beside.flatMap((each) => (each.put ?? []).filter(({ id }) => id.includes('/conflict/'))));
    const isEmptyIf = (id: string) =>
      localProject.find('condition', id)?.role === 'if' && localProject.find('condition', id)?.script === null;
    // A record that was taken for one of theirs gets its place, and is referred to by its id.
    const alias = `${this.#hash}/alias/`;
    const renamed = new Map(
      beside.flatMap(({ put: rows = [] }) =>
        rows.flatMap(({ id, value }) => (id.startsWith(alias) ? [[id.slice(alias.length), String(value)] as const] : [])),
      ),
    );
    for (const id of removedIds)
      if (!base.has(id) && !isEmptyIf(id) && !conflictRows.includes(id) && !renamed.has(id))
        this.violations.push(`[I3] ${id} existed only locally and was removed`);
    // Reads do not show the ids of attachments: of two with one component, either may be the one that is gone.
    for (const id of removedIds)
      if (base.get(id)?.kind !== 'componentAttachment' && base.has(id) && this.#sides.seen.has(id) && !this.#sides.mayRestore)
        this.violations.push(`[I32] ${id} was removed here and exists on the remote`);
    for (const record of put) {
      const [m, b] = [localProject.get(record.id), base.get(record.id)];
      if (!m || conflictRows.includes(m.id)) continue;
      const wanted = replaceIdsInRecord(m, renamed);
      for (const cell of fieldPathsOf(m, record))
        if (isSendable(m.kind, cell) && !isSameField(m.kind, cell, wanted, record) && !isSameField(m.kind, cell, b, m))
          this.violations.push(`[I3] ${m.id} ${cell} was changed locally and was overwritten`);
    }
  }

  /** [I38] What the user changes here may be sent. */
  noteUserChange(changes: ChangeSet): void {
    for (const { before, after } of changes) {
      const id = (after ?? before)?.id ?? '';
      for (const request of this.#interceptions.keys()) if (request.startsWith(`${id} `)) this.#interceptions.delete(request);
      const fields = this.#changedHere.get(id) ?? new Set();
      this.#changedHere.set(id, fields);
      if (!before || !after) fields.add('*');
      else for (const path of fieldPathsOf(before, after)) if (!isSameField(after.kind, path, before, after)) fields.add(fieldNameOf(path));
      for (const path of fieldPathsOf(before, after)) this.#doubtful.delete(`${id}#${path}`);
    }
  }

  /** (I41) What had not been sent from here when the data folder was copied, and differs from what the remote has now. */
  noteCopy(base: Project): void {
    const { localProject, seen } = this.#sides;
    this.#doubtful = new Set(
      [...localProject.records()].flatMap((record) => {
        const [agreed, found] = [base.get(record.id), seen.get(record.id)];
        if (!agreed || !found) return [];
        return [...fieldPathsOf(record)].flatMap((path) => {
          const isUnsent = isSendable(record.kind, path) && !isSameField(record.kind, path, agreed, record);
          return isUnsent && !isSameField(record.kind, path, record, found) ? [`${record.id}#${path}`] : [];
        });
      }),
    );
    this.#overwritten.clear();
    // The copy knows nothing of what became of requests of the original, and of its duplicates. What it has not sent must not be doubled, apart from what
    // belongs to a record that cannot be recognised any more: it is created with that, if the user wants it.
    this.#created = new WeakMap();
    const isUnsent = (id: string): boolean => localProject.has(id) && !base.has(id);
    for (const [id, created] of this.#made)
      if (created.length > 1 || !isUnsent(id) || [...requiredIds(localProject.get(id))].some(isUnsent)) this.#made.delete(id);
  }

  /** What the remote lacks when both sides are joined is created there. */
  noteJoin(): void {
    const { localProject, seen } = this.#sides;
    for (const { id } of localProject.records())
      if (!seen.has(id)) this.#changedHere.set(id, (this.#changedHere.get(id) ?? new Set()).add('*'));
  }

  /** [I44] A request that a firewall refuses is repeated once, if the program is not started again. */
  noteInterception({ operation, method, path, body }: SyncRequest): void {
    const request = `${operation.id} ${method} ${path} ${JSON.stringify(body)}`;
    const count = (this.#interceptions.get(request) ?? 0) + 1;
    this.#interceptions.set(request, count);
    if (count > 2) this.violations.push(`[I44] a firewall has refused ${request} ${count} times`);
  }

  /** The program was started again. */
  noteStart(): void {
    this.#interceptions.clear();
  }

  /** [I38] The user has answered a conflict: what follows from that, in any record, counts as changed here. */
  noteAnswer(): void {
    this.#hasAnswered = true;
  }

  /** [I38] Nothing is sent that nobody changed here, and root records are never written. */
  #checkChangedHere({ operation }: SyncRequest): void {
    const { roots } = this.#sides.localProject.projectRecord;
    if (Object.values(roots).includes(operation.id)) this.violations.push(`[I38] the root ${operation.id} is written`);
    if (operation.type !== 'change' || this.#hasAnswered) return;
    for (const path of operation.fields)
      if (this.#doubtful.has(`${operation.id}#${path}`))
        this.violations.push(`[I41] ${path} of ${operation.id} is sent by a copy, and nobody was asked`);
    const ids = [
      operation.id,
      ...this.#aliases().flatMap(([to, from]) => (this.#rows.resolveAlias(to) === operation.id ? [to, from] : [])),
    ];
    const changed = new Set(ids.flatMap((id) => [...(this.#changedHere.get(id) ?? [])]));
    for (const path of changed.has('*') ? [] : operation.fields)
      if (!changed.has(fieldNameOf(path))) this.violations.push(`[I38] ${path} of ${operation.id} is sent, and nobody changed it here`);
  }

  /** [I7, I10] A sent request is stored in its row, and contains no local-only id. */
  checkSent(request: RemoteRequest): void {
    const { method, path, body } = request;
    const isOf = ({ request: sent }: PendingWrite) =>
      JSON.stringify([sent.method, sent.path, sent.body]) === JSON.stringify([method, path, body]);
    const row = this.#rows.fileWrites.find(isOf) ?? this.#rows.pendingWrite;
    const isWritten = row && isOf(row);
    if (!isWritten || row.unconfirmedSince !== null) this.violations.push(`[I7] ${method} ${path} was sent without its row`);
    this.noteRemoteIds();
    const given = new Set([...this.knownIds, ...this.#aliases().map(([id]) => id)]);
    for (const id of `${path} ${JSON.stringify(body ?? {})}`.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [])
      if (!given.has(id)) this.violations.push(`[I10] ${method} ${path} names ${id}`);
    if (row) this.#checkChangedHere(row.request);
    if (row?.request.operation.type === 'remove') this.#checkRemoval(row.request);
    if (row?.request.operation.type === 'create') this.#noteCreate(request, row.request.operation.id);
    const [change] = row?.request.expected ?? [];
    if (!row || !change?.before || !change.after) return;
    const { version, leastVersion = null } = row;
    // [I36] Where the record was read directly before, its response counts like that of a first write.
    const isKnown = version !== null && !row.isRecordRead;
    this.#sent.set(request, { record: change.after.id, before: change.before, after: change.after, isKnown, leastVersion });
  }

  /** [I3] A removal does not take with it what was moved out of the record here, as far as that was known to be in it. */
  #checkRemoval({ operation, expected }: SyncRequest): void {
    const { localProject, seen } = this.#sides;
    const known = new Set(expected.flatMap(({ before, after }) => (before && !after ? [before.id] : [])));
    for (const id of cascadeIds(operation.id, seen)) {
      const record = localProject.get(id);
      const isKnown = known.has(id) && this.#rows.base.get(id)?.parentId === seen.get(id)?.parentId;
      if (record && 'parentId' in record && isKnown)
        this.violations.push(`[I3] ${id} exists here and would be removed with ${operation.id}`);
    }
  }

  /** A record that has its remote id, and is here under its earlier id again, is created another time: a backup has brought it back. */
  #noteCreate(request: RemoteRequest, id: string): void {
    this.#created.set(request, id);
    const hasRemoteId = this.#aliases().some(([, from]) => from === id);
    if (hasRemoteId && this.#sides.localProject.has(id)) this.#made.delete(id);
  }

  /** Called before the remote may lose records, too: those that a late or doubled request has created and a read has shown. */
  noteRemoteIds(): void {
    for (const { id } of this.#sides.seen.records()) this.knownIds.add(id);
  }

  /** [I33] In milliseconds: no limit stops sync for more than an hour. */
  checkLimitWait(duration: number): void {
    if (duration > 3_600_000) this.violations.push(`[I33] a limit is awaited for ${duration} ms`);
  }

  /** [I4] Overwritten values were read before, or are reported in the end, unless the request is rejected. A first write need not detect this. */
  checkArrived(request: RemoteRequest): void {
    const sent = this.#sent.get(request);
    const now = sent && this.#sides.seen.get(sent.record);
    if (!sent || !now) return;
    const { before, after } = sent;
    const isKnown = (cell: string) =>
      [before, after, this.#afterOwnWrite.get(now.id)].some((each) => isSameField(now.kind, cell, each, now));
    for (const cell of fieldPathsOf(before, after, now))
      if (!isSameField(now.kind, cell, before, after) && !isKnown(cell)) this.#overwrites.add(request);
  }

  /**
   * A value that somebody else has changed again is no longer our overwrite. Nor is one expected to be reported if others have written something
   * else between our write and the next read: versions show only their number, which that accounts for (I35).
   */
  editRemote(): void {
    const unread = new Set(this.#rows.overwriteReports('unread').map(({ recordId }) => this.#rows.resolveAlias(recordId)));
    for (const id of this.#overwritten.keys()) {
      if (unread.has(id)) this.#overwritten.delete(id);
      const [now, afterOwnWrite] = [this.#sides.seen.get(id), this.#afterOwnWrite.get(id)];
      if (now && afterOwnWrite && !hasSameContent(now, afterOwnWrite)) this.#overwritten.delete(id);
    }
  }

  /** Restoring a backup removes every write since, whoever wrote it. */
  resetAfterRestore(): void {
    this.#overwritten.clear();
  }

  /** The user has stopped sync: its reports, its aliases, and what it knew of requests on their way are gone. */
  forgetSync(): void {
    this.#doubtful.clear();
    this.#sent = new WeakMap();
    this.#created = new WeakMap();
    for (const known of [this.#overwritten, this.#made, this.#afterOwnWrite]) known.clear();
  }

  /** [I4] Unread remote changes that were overwritten without a report. */
  unreported(): string[] {
    // One whose response was lost is reported with the response to the next write.
    const reports = [...this.#rows.overwriteReports('overwrite'), ...this.#rows.overwriteReports('unconfirmed')];
    const isReported = (id: string, before: AnyRecord) =>
      reports.some(
        (report) =>
          [id, this.#rows.resolveAlias(id)].includes(report.recordId) && hasSameContent({ ...report.before, id }, { ...before, id }),
      );
    // Of more than ten, the second oldest gives way to a new one.
    return [...this.#overwritten].flatMap(([id, known]) => (known.length > 10 || known.every((each) => isReported(id, each)) ? [] : [id]));
  }

  recordAnswer(request: RemoteRequest, { status, json }: RemoteResponse): void {
    const local = this.#created.get(request);
    const id = local !== undefined && status === 201 ? (json as { id: string }).id : this.#sent.get(request)?.record;
    if (local !== undefined && id !== undefined) this.#made.set(local, [...(this.#made.get(local) ?? []), id]);
    const sent = this.#sent.get(request);
    const isProof = sent && !sent.isKnown && status < 300 && (json as { version?: number }).version === sent.leastVersion;
    if (isProof) this.proofs++;
    if (isProof && this.#overwrites.has(request))
      this.violations.push(`[I4] ${sent.record} was overwritten unread, and the answer counts as the proof of the opposite`);
    if (sent?.isKnown && status < 300 && this.#overwrites.has(request))
      this.#overwritten.set(sent.record, [...(this.#overwritten.get(sent.record) ?? []), sent.before]);
    const now = id === undefined ? undefined : this.#sides.seen.get(id);
    if (now) this.#afterOwnWrite.set(now.id, now);
  }

  /** [I31] A create that the network sent twice and answered cleanly: nothing tells its second record from one that a colleague made by chance. */
  excuseDouble(request: RemoteRequest): void {
    const local = this.#created.get(request);
    const second = local === undefined ? undefined : this.#made.get(local)?.at(-1);
    if (second !== undefined) this.twins.add(second);
  }

  /** [I5] One create makes one remote record; more only after a conflict about a twin or an uncertain create. */
  unexpectedTwins(): string[] {
    const { seen } = this.#sides;
    const afterOwnWrite = new Map(this.#aliases());
    return [...this.#made].flatMap(([local, ids]) => {
      // Two records with the same content are interchangeable.
      const isAnother = (id: string) => afterOwnWrite.has(id) && afterOwnWrite.get(id) !== local;
      const there = ids.filter((id) => seen.has(id) && !this.twins.has(id) && !this.touched.has(id) && !isAnother(id));
      return there.length > 1 && !this.unsure.has(local) ? [`${local} exists on the remote as ${there.join(' and ')}`] : [];
    });
  }

  /** Remote ids with the local ids they replaced. */
  #aliases(): [string, string][] {
    const prefix = `${this.#hash}/alias/`;
    return this.#keyValueStore.list(prefix).map(({ id, value }) => [String(value), id.slice(prefix.length)]);
  }
}
