/**
 * One hosted workspace: its key, its request budget, its project list (requested once for all synced projects), and whether it can be
 * reached. All requests are sent through it, so that a failure affects all its projects.
 */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Timer } from '../../platform/timer.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import {
  type ProjectListEntry,
  type RemoteApi as ReadableRemote,
  type ReadScope,
  RemoteUnavailableError,
  type TransferControl,
} from '../protocol/remote-api.ts';
import type { SendResult, SyncRequest, VerifiedFields } from '../protocol/sync-request.ts';
import { budgetRowId, type RemoteRow } from '../store/remote-store.ts';
import type { LocalProject } from '../store/sync-engine.ts';
import type { SyncStore } from '../store/sync-store.ts';
import type { ProjectFileSync } from './files/file-sync.ts';
import type { RemoteClientOptions } from './remote-client.ts';
import type { RemoteKeys } from './remote-keys.ts';
import { RequestQueue, type Urgency } from './request-queue.ts';

/** An entry of the project list with its name. */
export interface WorkspaceProject extends ProjectListEntry {
  readonly name: string;
}

/** The connection to a workspace: over HTTP, or a fake in tests. */
export interface WorkspaceConnection extends ReadableRemote {
  list(): Promise<readonly WorkspaceProject[]>;
  /** Creates a remote project and returns its hash. Throws a RemoteUnavailableError, or a Problem with the reason of the rejection. */
  create(input: { readonly name: string; readonly story?: unknown }): Promise<string>;
  remove(remoteHash: string): Promise<void>;
  /** The files of a project's assets. */
  files(of: FileSyncContext): ProjectFileSync;
  close(): Promise<void>;
}

export interface FileSyncContext {
  readonly local: LocalProject;
  readonly hash: string;
  readonly keyValueStore: KeyValueStore;
  readonly store: Pick<SyncStore, 'base' | 'checkpoint' | 'write'>;
  /** Opens the project and its base in slices, before all assets are examined. */
  readonly open: () => Promise<void>;
  /** The urgency of transfers for which nobody is waiting. */
  readonly urgency: () => Urgency;
  /** Called as bytes are transferred. */
  readonly progress: () => void;
}

export interface ConnectOptions {
  readonly row: RemoteRow;
  readonly key: () => string | undefined;
  readonly clock: WaitClock;
  readonly beforeRequest: (request: {
    readonly path: string;
    readonly transfer: boolean;
    readonly urgency?: Urgency | undefined;
  }) => Promise<void>;
  /** Waits for the turn of a request, and for its response. */
  readonly whileWaiting: NonNullable<RemoteClientOptions['whileWaiting']>;
  readonly onQuota: (quota: { readonly limit: number; readonly remaining: number; readonly transfer: boolean }) => void;
  readonly onLimited: (retryAfter: number | undefined, transfer: boolean) => void;
  /** The detected capabilities of the remote. */
  readonly capabilities: () => RemoteRow['capabilities'];
  readonly saveCapabilities: (found: RemoteRow['capabilities']) => void;
  /** (I42) Removes one that the remote does not have any more. */
  readonly forgetCapability: (name: string) => void;
  /** The local hash of a remote project; undefined if it is not synced. */
  readonly localHashOf: (remoteHash: string) => string | undefined;
}

interface RemoteWorkspaceDeps {
  readonly connect: (options: ConnectOptions) => WorkspaceConnection;
  readonly keys: RemoteKeys;
  readonly keyValueStore: KeyValueStore;
  readonly timer: Timer;
  readonly clock: WaitClock;
  readonly localHashOf: (remoteHash: string) => string | undefined;
  /** The urgency of requests about a remote project. */
  readonly urgencyOf: (remoteHash: string) => Urgency;
  /** Waits for a request about the project with this local hash; undefined if it is about the workspace. */
  readonly whileWaiting: <T>(hash: string | undefined, task: () => Promise<T>) => Promise<T>;
  readonly saveRow: (row: RemoteRow) => void;
  /** Called when the list was read. */
  readonly onListed: () => void;
  /** Called when the connection state has changed. */
  readonly onConnectionChange: () => void;
}

/** The first part of the path below /api/v1: the hash of a remote project, or `workspace`. */
const remoteHashIn = (path: string): string => path.split('/')[1] ?? '';

/** The path of the project list ([Projects]). */
const listPath = '/workspace/projects';

interface WorkspaceProjectList {
  /** When the list was requested, on the monotonic clock. */
  readonly at: number;
  readonly projects: readonly WorkspaceProject[];
}

export class RemoteWorkspace {
  readonly requestQueue: RequestQueue;
  readonly #deps: RemoteWorkspaceDeps;
  readonly #connection: WorkspaceConnection;
  #row: RemoteRow;
  #key: string | undefined;
  #connectionState: ConnectionState = { type: 'needsKey', reason: message('remote.key.loading') };
  #isVerified = false;
  #projectList: WorkspaceProjectList | undefined;
  #request: { at: number; list: Promise<WorkspaceProjectList> } | undefined;
  /** The number of callers that wait for the list. */
  #waitingForList = 0;

  constructor(row: RemoteRow, deps: RemoteWorkspaceDeps) {
    this.#row = row;
    this.#deps = deps;
    this.requestQueue = new RequestQueue({
      keyValueStore: deps.keyValueStore,
      id: budgetRowId(row.name),
      timer: deps.timer,
      clock: deps.clock,
    });
    this.#connection = deps.connect({
      row,
      key: () => this.#key,
      clock: deps.clock,
      beforeRequest: ({ path, transfer, urgency }) => this.requestQueue.acquire(() => urgency ?? this.#urgencyOf(path), transfer),
      localHashOf: deps.localHashOf,
      whileWaiting: (path, task) => deps.whileWaiting(deps.localHashOf(remoteHashIn(path)), task),
      onQuota: ({ limit, remaining, transfer }) => this.requestQueue.applyQuota(limit, remaining, transfer),
      onLimited: (retryAfter, transfer) => this.requestQueue.applyRateLimit(retryAfter, transfer),
      capabilities: () => this.#row.capabilities,
      saveCapabilities: (found) => {
        this.#row = { ...this.#row, capabilities: { ...this.#row.capabilities, ...found } };
        deps.saveRow(this.#row);
      },
      forgetCapability: (name) => {
        const { [name]: _forgotten, ...capabilities } = this.#row.capabilities;
        this.#row = { ...this.#row, capabilities };
        deps.saveRow(this.#row);
      },
    });
  }

  get row(): RemoteRow {
    return this.#row;
  }

  get connectionState(): ConnectionState {
    return this.#connectionState;
  }

  /** Whether the remote has accepted the key since it was loaded. */
  get isVerified(): boolean {
    return this.#isVerified;
  }

  /** Must be called if the remote has accepted the key: a rate limit, a failure or a firewall may answer before it is checked. */
  markVerified(): void {
    this.#isVerified = true;
  }

  /** The last project list, whichever project requested it. */
  get projectList(): WorkspaceProjectList | undefined {
    return this.#projectList;
  }

  /** (I39) The fields that writes of this remote are known to set. */
  readonly verifiedFields: VerifiedFields = {
    has: (field) => this.#verifiedFields().includes(field),
    add: (fields) => {
      const verifiedFields = [...new Set([...this.#verifiedFields(), ...fields])].join();
      if (verifiedFields === this.#row.capabilities.verifiedFields) return;
      this.#row = { ...this.#row, capabilities: { ...this.#row.capabilities, verifiedFields } };
      this.#deps.saveRow(this.#row);
    },
  };

  #verifiedFields(): string[] {
    return (this.#row.capabilities.verifiedFields ?? '').split(',').filter((field) => field !== '');
  }

  /** After a 429, no request is sent before this time; undefined if it has passed. */
  get limitedUntil(): number | undefined {
    const until = this.requestQueue.blockedUntil;
    return until > this.#deps.clock.now() ? until : undefined;
  }

  /**
   * Looks the key up again. Resets the connection state and discards the list, so that nothing is sent before the list has been requested
   * again.
   */
  async loadKey(): Promise<void> {
    const found = await this.#deps.keys.find(this.#row);
    this.#key = 'key' in found ? found.key : undefined;
    this.#projectList = undefined;
    this.#isVerified = false;
    this.#handle('reason' in found ? { type: 'keyMissing', reason: found.reason } : { type: 'keyFound' });
  }

  /** Shortens a long wait for the network, because the user is working. */
  retrySoon(): void {
    this.#handle({ type: 'userActive', now: this.#deps.clock.now() });
  }

  /** The list for a user who is waiting for it. */
  async listForUser(since: number): Promise<WorkspaceProjectList> {
    this.#waitingForList++;
    this.requestQueue.reprioritize();
    try {
      return await this.list(since);
    } finally {
      this.#waitingForList--;
    }
  }

  /** The list as of `since` or later. Callers that request it at the same time share one response. */
  async list(since: number): Promise<WorkspaceProjectList> {
    if (this.#projectList && this.#projectList.at >= since) return this.#projectList;
    if (!this.#request || this.#request.at < since) {
      const at = this.#deps.clock.now();
      const list = this.#tracked(() => this.#connection.list(), 'list').then((projects) => ({ at, projects }));
      this.#request = { at, list };
      const request = this.#request;
      void list
        .then(
          (listing) => {
            if (this.#projectList && this.#projectList.at > at) return;
            this.#projectList = listing;
            this.#deps.onListed();
          },
          () => undefined,
        )
        .finally(() => {
          if (this.#request === request) this.#request = undefined;
        });
    }
    return await this.#request.list;
  }

  read(remoteHash: string, base: Project, scope?: ReadScope) {
    return this.#tracked(() => this.#connection.read(remoteHash, base, scope));
  }

  async send(request: SyncRequest, transfer?: TransferControl): Promise<SendResult> {
    const result = await this.#connection.send(request, transfer);
    // (I44) A refusal of something in between says nothing about the key.
    if (result.type === 'response' && result.status === 401 && !result.isForeign) this.#keyRejected();
    else if (result.type === 'notSent') this.#noResponse(message('remote.unavailable.unreachable'));
    else if (result.type === 'response') {
      if (result.status < 300 && !result.isForeign) this.markVerified();
      this.#handle({ type: 'response' });
    }
    return result;
  }

  files(of: FileSyncContext): ProjectFileSync {
    return this.#connection.files(of);
  }

  create(input: { readonly name: string; readonly story?: unknown }): Promise<string> {
    return this.#tracked(() => this.#connection.create(input));
  }

  remove(remoteHash: string): Promise<void> {
    return this.#tracked(() => this.#connection.remove(remoteHash));
  }

  /** Sends no further requests; responses to earlier ones may still arrive. */
  stopRequests(): void {
    this.requestQueue.close(new RemoteUnavailableError(message('problem.app.closing')));
  }

  async close(): Promise<void> {
    this.stopRequests();
    await this.#connection.close();
  }

  /**
   * Tracks the result of a request. Without the list nothing can be synced: if the remote rejects it, it is requested again after some
   * seconds, then less and less often.
   */
  async #tracked<T>(ask: () => Promise<T>, what: 'list' | 'project' = 'project'): Promise<T> {
    try {
      const value = await ask();
      this.markVerified();
      this.#handle({ type: 'response' });
      return value;
    } catch (error) {
      if (error instanceof RemoteUnavailableError) {
        if (error.status === 401) this.#keyRejected();
        else if (error.retryAt === undefined && (what === 'list' || (!error.isPermanent && (error.status ?? 500) >= 500)))
          this.#noResponse(error.text);
        else this.#handle({ type: 'response' });
      } else if (what === 'list') this.#noResponse(Problem.from(error).text);
      throw error;
    }
  }

  #urgencyOf(path: string): Urgency {
    return path === listPath && this.#waitingForList > 0 ? 'user' : this.#deps.urgencyOf(remoteHashIn(path));
  }

  #handle(event: ConnectionEvent): void {
    const before = this.#connectionState;
    this.#connectionState = nextConnectionState(before, event);
    if (this.#connectionState !== before) this.#deps.onConnectionChange();
  }

  #noResponse(reason: Message): void {
    this.#handle({ type: 'noResponse', reason, now: this.#deps.clock.now() });
  }

  #keyRejected(): void {
    this.#handle({ type: 'keyRejected', reason: message('remote.key.rejected', { remote: this.#row.name }), now: this.#deps.clock.now() });
  }
}

/** Whether a workspace can be reached, and the reason if not. Times are in milliseconds on the monotonic clock. */
export type ConnectionState =
  | { readonly type: 'ready' }
  /** `failures` is the number of consecutive attempts without a response. */
  | { readonly type: 'offline'; readonly reason: Message; readonly until: number; readonly failures: number }
  /** No key is available. */
  | { readonly type: 'needsKey'; readonly reason: Message }
  /** The remote has rejected the key, which is tried again at `until`. */
  | { readonly type: 'keyRejected'; readonly reason: Message; readonly until: number };

export type ConnectionEvent =
  | { readonly type: 'keyFound' }
  | { readonly type: 'keyMissing'; readonly reason: Message }
  | { readonly type: 'keyRejected'; readonly reason: Message; readonly now: number }
  | { readonly type: 'response' }
  | { readonly type: 'noResponse'; readonly reason: Message; readonly now: number }
  /** The user is working, so a long wait for the network is shortened. */
  | { readonly type: 'userActive'; readonly now: number };

/** Milliseconds between attempts without a response, which become longer, and until a rejected key is tried again. */
const initialRetryDelay = 5000;
const maxRetryDelay = 300_000;
/** The first rejection of a key may be a temporary fault. */
const firstRejectedKeyRetryDelay = 30_000;
const rejectedKeyRetryDelay = 300_000;

const ready: ConnectionState = { type: 'ready' };

/** Returns the same object if nothing changes. */
export function nextConnectionState(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (event.type === 'keyFound') return state.type === 'ready' ? state : ready;
  if (event.type === 'keyMissing') return { type: 'needsKey', reason: event.reason };
  // Without a key, nothing is sent. Any response belongs to an earlier key.
  if (state.type === 'needsKey') return state;
  switch (event.type) {
    case 'response':
      return state.type === 'ready' ? state : ready;
    case 'noResponse':
      return whenUnanswered(state, event);
    case 'keyRejected': {
      // Requests that were sent at the same time are rejected together, which counts as one rejection.
      if (state.type === 'keyRejected' && state.until > event.now) return state;
      const delay = state.type === 'keyRejected' ? rejectedKeyRetryDelay : firstRejectedKeyRetryDelay;
      return { type: 'keyRejected', reason: event.reason, until: event.now + delay };
    }
    case 'userActive': {
      const soon = event.now + initialRetryDelay;
      return state.type === 'offline' && state.until > soon ? { ...state, until: soon } : state;
    }
  }
}

/** Each failed attempt doubles the wait, up to the maximum. Requests that were sent at the same time count as one attempt. */
function whenUnanswered(state: ConnectionState, { reason, now }: Extract<ConnectionEvent, { type: 'noResponse' }>): ConnectionState {
  if (state.type === 'offline' && state.until > now) return state;
  const failures = state.type === 'offline' ? state.failures + 1 : 1;
  return { type: 'offline', reason, until: now + Math.min(maxRetryDelay, initialRetryDelay * 2 ** (failures - 1)), failures };
}
