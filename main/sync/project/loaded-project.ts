/** A synced project in memory: its runner and its files, which share one store whose writes include the activity log. */
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordTitle } from '../../../shared/model/record-title.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { ProjectFileSync } from '../client/files/file-sync.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { Urgency } from '../client/request-queue.ts';
import type { ReadScope, RemoteApi, TransferControl } from '../protocol/remote-api.ts';
import { type PendingWrite, type SendResult, type SyncRequest, toWriteOutcome, type WriteOutcome } from '../protocol/sync-request.ts';
import type { ActivityEvent, ActivityLog, ActivityResult, RequestActivity } from '../store/activity-log.ts';
import type { LocalProject, SyncEngine } from '../store/sync-engine.ts';
import { SyncStore } from '../store/sync-store.ts';
import { SyncRunner } from './sync-runner.ts';
import type { SyncAction, SyncStateMachine } from './sync-state-machine.ts';

/** Milliseconds for which a project counts as in use. */
const inUseDuration = 300_000;

/** Which project the user works with; its requests are sent first. */
export class ProjectUsage {
  readonly #clock: WaitClock;
  #last: { readonly hash: string; readonly at: number } | undefined;

  constructor(clock: WaitClock) {
    this.#clock = clock;
  }

  /** Returns whether the user worked with another project before. */
  markUsed(hash: string): boolean {
    const isOther = this.#last?.hash !== hash;
    this.#last = { hash, at: this.#clock.now() };
    return isOther;
  }

  isInUse(hash: string): boolean {
    return this.#last?.hash === hash && this.#clock.now() - this.#last.at < inUseDuration;
  }
}

export interface LoadedProject {
  readonly workspace: RemoteWorkspace;
  readonly runner: SyncRunner;
  readonly files: ProjectFileSync;
  readonly rows: LoggedStore;
}

interface ProjectLoaderDeps {
  readonly hash: string;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  readonly usage: ProjectUsage;
  readonly clock: WaitClock;
  /** Milliseconds. */
  readonly settleTime: number;
  /** The urgency of the project's reads. */
  readonly readUrgency: () => Urgency;
  /** Called as bytes of files are transferred. */
  readonly onTransferProgress: () => void;
  /** Whether a caller waits until there is nothing left to do. */
  readonly isAwaited: () => boolean;
  readonly machine: SyncStateMachine;
}

/** Loads a project when it is first used, and again if its workspace was replaced. */
export class ProjectLoader {
  readonly #deps: ProjectLoaderDeps;
  #current: LoadedProject | undefined;
  #isClosed = false;

  constructor(deps: ProjectLoaderDeps) {
    this.#deps = deps;
  }

  /** The loaded project, if there is one. */
  get current(): LoadedProject | undefined {
    return this.#current;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * A busy project keeps its workspace, because there must be only one runner at a time: the base in its memory must equal the stored one.
   */
  load(workspace: RemoteWorkspace, activity: 'busy' | 'idle'): LoadedProject {
    if (this.#current && (this.#current.workspace === workspace || activity === 'busy')) return this.#current;
    this.#current = loadProject(this.#deps, workspace);
    // A wait for another workspace does not apply to this one.
    this.#deps.machine.dispatch({ type: 'retry' });
    if (this.#isClosed) this.#current.rows.close();
    return this.#current;
  }

  unload(): void {
    this.#current = undefined;
  }

  /** Stops storing anything. */
  close(): void {
    this.#isClosed = true;
    this.#current?.files.cancelTransfers('all');
    this.#current?.rows.close();
  }
}

/** The requests that read a project from most remotes: the export, the stylesheet and the comments. */
const readCount = 3;

function loadProject(deps: ProjectLoaderDeps, workspace: RemoteWorkspace): LoadedProject {
  const context = { ...deps, workspace };
  const { hash, usage, clock, settleTime, readUrgency, onTransferProgress, isAwaited, machine } = context;
  const local = createLoggedProject(context);
  const rows = new LoggedStore(context);
  const store = new SyncStore(rows, hash, clock);
  // The files of the project in use come before those of all others, and do not use the user's part of the budget.
  const fileUrgency = (): Urgency => (usage.isInUse(hash) ? 'poll' : 'background');
  const writeUrgency = (): Urgency => (usage.isInUse(hash) ? 'user' : 'push');
  const open = async (): Promise<void> => {
    await deps.engine.openProject(hash);
    await store.loadBase(local.project);
  };
  const files = workspace.files({ local, hash, keyValueStore: rows, store, open, urgency: fileUrgency, progress: onTransferProgress });
  const runner = new SyncRunner({
    hash,
    local,
    files,
    store,
    keyValueStore: rows,
    clock,
    settleTime,
    machine,
    remote: createLoggedRemote(context),
    allowedAt: (request) => {
      const queue = workspace.requestQueue;
      if (typeof request === 'object') {
        const wholeCount = request.isListed ? readCount : readCount + 1;
        const count = request.reread === 'all' ? wholeCount : 1;
        return isAwaited() ? queue.availableAt(readUrgency(), true, count) : queue.pacedTransferAt(readUrgency(), count);
      }
      switch (request) {
        case 'list':
          return queue.availableAt(readUrgency());
        case 'read':
          return queue.availableAt(readUrgency(), true, readCount);
        case 'write':
          return queue.availableAt(writeUrgency());
        case 'checkedWrite':
          return queue.availableAt(writeUrgency(), false, 2);
      }
    },
    verifiedFields: workspace.verifiedFields,
    isBudgetScarce: () => !isAwaited() && workspace.requestQueue.isScarce,
    latestList: () => workspace.projectList,
    // The workspace polls the list for all its projects together.
    pollInterval: Number.POSITIVE_INFINITY,
  });
  return { workspace, runner, files, rows };
}

/** What the runner uses instead of the engine, the rows and the workspace: every write also stores the pending entries of the activity log. */
interface LoggedSidesDeps {
  readonly hash: string;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  readonly workspace: RemoteWorkspace;
  readonly clock: WaitClock;
}

/** The local project, whose merged records are stored in one transaction with the activity. */
function createLoggedProject({ hash, engine, keyValueStore, activityLog, clock }: LoggedSidesDeps): LocalProject {
  return {
    get project() {
      return engine.getProject(hash);
    },
    get version() {
      return engine.getVersion(hash).version;
    },
    earlierVersions: (id) => engine.listRecordVersions(hash, id).flatMap(({ record }) => record ?? []),
    apply(command: ReplaceRecordsCommand, extraRows: readonly KeyValueWrites[]) {
      const entries = activityLog.append(hash, ...activityForReceived(command.put, command.removedIds, engine.getProject(hash)));
      try {
        const reply = engine.execute(hash, command, 'remote', [
          ...extraRows,
          ...new SyncStore(keyValueStore, hash, clock).toExtraRows(activityLog.pendingEntries(hash)),
        ]);
        if (reply.versionTime !== null) activityLog.markWritten(hash);
        return reply;
      } catch (error) {
        activityLog.discard(hash, entries);
        throw error;
      }
    },
    async applyInSlices(command, extraRows, onCommitted) {
      const entries = activityLog.append(hash, ...activityForReceived(command.put, command.removedIds, engine.getProject(hash)));
      const pending = activityLog.pendingEntries(hash);
      const rows = [...extraRows, ...new SyncStore(keyValueStore, hash, clock).toExtraRows(pending)];
      let isLogged = false;
      try {
        await engine.inSlices.executeAt(engine.getVersion(hash).version, hash, command, 'remote', rows, (reply) => {
          isLogged = reply.versionTime !== null;
          // Others may have been added since.
          if (isLogged) activityLog.markWritten(hash, Math.max(0, pending.length - 1));
          onCommitted(reply);
        });
      } finally {
        if (!isLogged) activityLog.discard(hash, entries);
      }
    },
    execute: (command, extraRows) => engine.execute(hash, command, 'user', extraRows),
    dryRun: (command, copy) => engine.dryRun(hash, command, 'user', copy),
  };
}

/** The rows of the project. Nothing is written after it was closed. */
class LoggedStore implements KeyValueStore {
  readonly #deps: LoggedSidesDeps;
  #isClosed = false;

  constructor(deps: LoggedSidesDeps) {
    this.#deps = deps;
  }

  close(): void {
    this.#isClosed = true;
  }

  get(id: string): unknown {
    return this.#deps.keyValueStore.get(id);
  }

  list(prefix?: string): ReturnType<KeyValueStore['list']> {
    return this.#deps.keyValueStore.list(prefix);
  }

  listInPages(prefix: string): ReturnType<KeyValueStore['listInPages']> {
    return this.#deps.keyValueStore.listInPages(prefix);
  }

  remove(ids: Parameters<KeyValueStore['remove']>[0]): void {
    this.#deps.keyValueStore.remove(ids);
  }

  put(entries: Parameters<KeyValueStore['put']>[0]): void {
    if (this.#isClosed) return;
    const { hash, keyValueStore, activityLog } = this.#deps;
    const activity = activityLog.pendingEntries(hash).map(({ id, value }) => ({ id: `${hash}/${id}`, value }));
    if (entries.length + activity.length > 0) keyValueStore.put([...entries, ...activity]);
    activityLog.markWritten(hash);
  }
}

function createLoggedRemote({ hash, engine, activityLog, workspace, clock }: LoggedSidesDeps): RemoteApi {
  return {
    list: async () => (await workspace.list(clock.now())).projects,
    read: (remoteHash: string, base: Project, scope?: ReadScope) => workspace.read(remoteHash, base, scope),
    async send(request: SyncRequest, transfer?: TransferControl) {
      const result = await workspace.send(request, transfer);
      if (request.operation.type !== 'lookup') activityLog.append(hash, activityForRequest(request, result, engine.getProject(hash)));
      return result;
    },
  };
}

type ReceivedChange = Extract<ActivityEvent, { type: 'receivedRecords' }>['change'];

/** If there are more records than this, they are summarized by kind. */
const maxSeparateRecords = 20;

function activityForRequest(request: SyncRequest, sendResult: SendResult, local: Project): ActivityEvent {
  return { type: 'request', ...requestActivity(request, activityResults[toWriteOutcome(request, sendResult).type], local) };
}

/** [Limits 3] a request that the rate limiter rejects is not applied. */
const activityResults: { readonly [O in WriteOutcome['type']]: ActivityResult } = {
  done: 'done',
  notSent: 'notSent',
  cancelled: 'notSent',
  rateLimited: 'notSent',
  missing: 'rejected',
  unauthorized: 'rejected',
  intercepted: 'rejected',
  rejected: 'rejected',
  unconfirmed: 'unconfirmed',
};

/** The event for a request whose response was lost, if this action of a later step shows whether it was applied. */
export function activityForRecoveredWrite({ request }: PendingWrite, action: SyncAction, local: Project): ActivityEvent[] {
  if (action !== 'confirmWrite' && action !== 'abandonWrite') return [];
  return [{ type: 'recoveredRequest', ...requestActivity(request, action === 'confirmWrite' ? 'done' : 'notSent', local) }];
}

function requestActivity({ operation, method, path, expected }: SyncRequest, result: ActivityResult, local: Project): RequestActivity {
  const known = local.get(operation.id) ?? expected.find(({ before }) => before?.id === operation.id)?.before;
  return { operation, title: recordTitle(known, local), request: `${method} ${path}`, result };
}

/** `put` and `removedIds` are the merged changes; `local` is the project before the merge. */
function activityForReceived(put: readonly AnyRecord[], removedIds: readonly string[], local: Project): ActivityEvent[] {
  const removed = removedIds.flatMap((id) => local.get(id) ?? []);
  if (put.length + removedIds.length > maxSeparateRecords)
    return [
      ...summarizeRecords(
        'new',
        put.filter(({ id }) => !local.has(id)),
      ),
      ...summarizeRecords(
        'changed',
        put.filter(({ id }) => local.has(id)),
      ),
      ...summarizeRecords('removed', removed),
    ];
  const received = (change: 'new' | 'changed' | 'removed', record: AnyRecord): ActivityEvent => ({
    type: 'receivedRecord',
    change,
    kind: record.kind,
    id: record.id,
    title: recordTitle(record, local),
  });
  return [
    ...put.map((record) => received(local.has(record.id) ? 'changed' : 'new', record)),
    ...removed.map((record) => received('removed', record)),
  ];
}

/** The events for all records of a first read. */
export const activityForFirstRead = (records: readonly AnyRecord[]): ActivityEvent[] => summarizeRecords('fetched', records);

function summarizeRecords(change: ReceivedChange, records: readonly AnyRecord[]): ActivityEvent[] {
  if (records.length === 0) return [];
  const counts = new Map<KindName, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [{ type: 'receivedRecords', change, counts: [...counts] }];
}
