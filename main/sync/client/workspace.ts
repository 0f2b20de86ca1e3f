/**
 * One hosted workspace: its key, its budget, its project list (requested once for all synced projects), and whether it can be reached. Every
 * request passes here, so that one failure is known to all projects.
 */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type ProjectListEntry, type RemoteApi as ReadableRemote, RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { SendResult } from '../protocol/write-outcome.ts';
import type { LocalProject } from '../store/local-project.ts';
import { budgetRowId, type RemoteRow } from '../store/remote-store.ts';
import type { SyncStore } from '../store/sync-store.ts';
import type { ProjectFileSync } from './files/project-file-sync.ts';
import type { RemoteKeys } from './remote-keys.ts';
import type { Urgency } from './request-budget.ts';
import { RequestQueue } from './request-queue.ts';
import type { Timers } from './timers.ts';

/** Whether the workspace can be reached, and what keeps us from it. Times in milliseconds. */
export type ConnectionState =
  | { readonly type: 'ready' }
  | { readonly type: 'offline'; readonly reason: string; readonly until: number }
  /** There is no key at hand. */
  | { readonly type: 'needs a key'; readonly reason: string }
  /** The key does not let us in; it is looked now and then whether it does again. */
  | { readonly type: 'refused'; readonly reason: string; readonly until: number };

/** A row of the list with what is shown of it. */
export interface WorkspaceProject extends ProjectListEntry {
  readonly name: string;
}

/** The connection to a workspace; over HTTP, or a test's own. */
export interface WorkspaceConnection extends ReadableRemote {
  list(): Promise<readonly WorkspaceProject[]>;
  /** A new project there from whole records. Throws a Lost, or a Problem with what the remote refuses. */
  create(how: { readonly name: string; readonly story?: unknown }): Promise<string>;
  remove(there: string): Promise<void>;
  /** The files of a project's assets. */
  files(of: FileSyncContext): ProjectFileSync;
  close(): Promise<void>;
}

export interface FileSyncContext {
  readonly local: LocalProject;
  readonly hash: string;
  readonly keyValueStore: KeyValueStore;
  readonly store: Pick<SyncStore, 'base' | 'checkpoint'>;
  /** Of what comes and goes for itself. */
  readonly urgency: () => Urgency;
}

export interface ConnectOptions {
  readonly row: RemoteRow;
  readonly key: () => string | undefined;
  readonly now: () => number;
  readonly beforeRequest: (request: {
    readonly path: string;
    readonly transfer: boolean;
    readonly urgency?: Urgency | undefined;
  }) => Promise<void>;
  readonly onQuota: (quota: { readonly limit: number; readonly remaining: number; readonly transfer: boolean }) => void;
  readonly onLimited: (retryAfter: number | undefined) => void;
  /** What was found out about the remote. */
  readonly capabilities: () => RemoteRow['learned'];
  readonly saveCapabilities: (learned: RemoteRow['learned']) => void;
  /** By what hash a project of there goes here. */
  readonly localHashOf: (there: string) => string | undefined;
}

export interface WorkspaceDeps {
  readonly connect: (how: ConnectOptions) => WorkspaceConnection;
  readonly keys: RemoteKeys;
  readonly keyValueStore: KeyValueStore;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly localHashOf: (there: string) => string | undefined;
  /** How urgent is what is asked about a project there. */
  readonly urgencyOf: (there: string) => Urgency;
  readonly saveRow: (row: RemoteRow) => void;
  /** The list was read. */
  readonly onListed: () => void;
  /** It can be reached again, or no longer, or not for another reason. */
  readonly onConnectionChange: () => void;
}

/** Milliseconds between tries when nobody answers, growing; and until a refused key is tried again. */
const initialRetryDelay = 5000;
const maxRetryDelay = 300_000;
const rejectedKeyRetryDelay = 300_000;

/** [Projects] */
const listPath = '/workspace/projects';

interface WorkspaceProjectList {
  readonly at: number;
  readonly projects: readonly WorkspaceProject[];
}

export class Workspace {
  row: RemoteRow;
  readonly requestQueue: RequestQueue;
  readonly #deps: WorkspaceDeps;
  readonly #connection: WorkspaceConnection;
  #key: string | undefined;
  #connectionState: ConnectionState = { type: 'needs a key', reason: 'The key is being looked up.' };
  #failures = 0;
  #projectList: WorkspaceProjectList | undefined;
  #request: { at: number; list: Promise<WorkspaceProjectList> } | undefined;
  /** So many wait for the list. */
  #waitingForList = 0;

  constructor(row: RemoteRow, deps: WorkspaceDeps) {
    this.row = row;
    this.#deps = deps;
    this.requestQueue = new RequestQueue({
      keyValueStore: deps.keyValueStore,
      id: budgetRowId(row.name),
      timers: deps.timers,
      now: deps.now,
    });
    this.#connection = deps.connect({
      row,
      key: () => this.#key,
      now: deps.now,
      beforeRequest: ({ path, transfer, urgency }) => this.requestQueue.acquire(() => urgency ?? this.#urgencyOf(path), transfer),
      localHashOf: deps.localHashOf,
      onQuota: ({ limit, remaining, transfer }) => this.requestQueue.applyQuota(limit, remaining, transfer),
      onLimited: (retryAfter) => this.requestQueue.applyRateLimit(retryAfter),
      capabilities: () => this.row.learned,
      saveCapabilities: (learned) => {
        this.row = { ...this.row, learned: { ...this.row.learned, ...learned } };
        deps.saveRow(this.row);
      },
    });
  }

  get connectionState(): ConnectionState {
    return this.#connectionState;
  }

  /** What the list showed last, to whoever asked. */
  get projectList(): WorkspaceProjectList | undefined {
    return this.#projectList;
  }

  /** After a 429 nobody asks before; undefined where that is over. */
  get limitedUntil(): number | undefined {
    const until = this.requestQueue.blockedUntil;
    return until > this.#deps.now() ? until : undefined;
  }

  /** Looks for the key again; what was known of the way is forgotten, and so is the list: nothing is sent before it was asked anew. */
  async loadKey(): Promise<void> {
    const found = await this.#deps.keys.find(this.row);
    this.#key = 'key' in found ? found.key : undefined;
    this.#failures = 0;
    this.#projectList = undefined;
    this.#setConnectionState('why' in found ? { type: 'needs a key', reason: found.why } : { type: 'ready' });
  }

  /** Somebody works: who had waited long for the network looks soon whether it is back. */
  retrySoon(): void {
    const { connectionState } = this;
    if (connectionState.type !== 'offline') return;
    this.#connectionState = { ...connectionState, until: Math.min(connectionState.until, this.#deps.now() + initialRetryDelay) };
  }

  /** The list for somebody who waits for it. */
  async listForUser(since: number): Promise<WorkspaceProjectList> {
    this.#waitingForList++;
    this.requestQueue.reprioritize();
    try {
      return await this.list(since);
    } finally {
      this.#waitingForList--;
    }
  }

  /** The list as it was at that time or later; whoever asks meanwhile gets the same answer. */
  async list(since: number): Promise<WorkspaceProjectList> {
    if (this.#projectList && this.#projectList.at >= since) return this.#projectList;
    if (!this.#request || this.#request.at < since) {
      const at = this.#deps.now();
      const list = this.#tracked(() => this.#connection.list()).then((projects) => ({ at, projects }));
      this.#request = { at, list };
      const asking = this.#request;
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
          if (this.#request === asking) this.#request = undefined;
        });
    }
    return await this.#request.list;
  }

  read(there: string, base: Project) {
    return this.#tracked(() => this.#connection.read(there, base));
  }

  async send(sending: SyncRequest): Promise<SendResult> {
    const result = await this.#connection.send(sending);
    if (result.type === 'response' && result.status === 401) this.#markKeyRejected();
    else if (result.type === 'not sent') this.#markOffline('It could not be reached.');
    else if (result.type === 'response') this.#markReachable();
    return result;
  }

  files(of: FileSyncContext): ProjectFileSync {
    return this.#connection.files(of);
  }

  create(how: { readonly name: string; readonly story?: unknown }): Promise<string> {
    return this.#tracked(() => this.#connection.create(how));
  }

  remove(there: string): Promise<void> {
    return this.#tracked(() => this.#connection.remove(there));
  }

  /** Nothing more is sent; what is on its way may come back. */
  stopRequests(): void {
    this.requestQueue.close(new RemoteUnavailableError('Taleport is being closed.'));
  }

  async close(): Promise<void> {
    this.stopRequests();
    await this.#connection.close();
  }

  async #tracked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const value = await ask();
      this.#markReachable();
      return value;
    } catch (error) {
      if (error instanceof RemoteUnavailableError) {
        if (error.status === 401) this.#markKeyRejected();
        else if (error.retryAt === undefined && (error.status ?? 500) >= 500) this.#markOffline(error.message);
        else this.#markReachable();
      }
      throw error;
    }
  }

  #urgencyOf(path: string): Urgency {
    return path === listPath && this.#waitingForList > 0 ? 'user' : this.#deps.urgencyOf(path.split('/')[1] ?? '');
  }

  #markReachable(): void {
    this.#failures = 0;
    this.#setConnectionState({ type: 'ready' });
  }

  /** Every silence waits longer than the one before. */
  #markOffline(reason: string): void {
    if (this.#key === undefined || (this.connectionState.type === 'offline' && this.connectionState.until > this.#deps.now())) return;
    const wait = Math.min(maxRetryDelay, initialRetryDelay * 2 ** this.#failures++);
    this.#setConnectionState({ type: 'offline', reason, until: this.#deps.now() + wait });
  }

  #markKeyRejected(): void {
    if (this.#key === undefined) return;
    const reason = `The key for ${this.row.name} is not accepted: it was revoked or belongs to another workspace. Please enter another one.`;
    this.#setConnectionState({ type: 'refused', reason, until: this.#deps.now() + rejectedKeyRetryDelay });
  }

  #setConnectionState(condition: ConnectionState): void {
    const before = this.#connectionState;
    this.#connectionState = condition;
    if (before.type !== condition.type || (before.type !== 'ready' && condition.type !== 'ready' && before.reason !== condition.reason))
      this.#deps.onConnectionChange();
    else if (before.type === 'offline') this.#deps.onConnectionChange();
  }
}
