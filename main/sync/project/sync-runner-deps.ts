/** What the loop of one project works with: the project here, the remote there, the time; and what a step says is next. */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { AssetFileTracker } from '../protocol/asset-file-tracker.ts';
import type { SendResult } from '../protocol/pending-write.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { LocalProject } from '../store/local-project.ts';
import type { SyncStore } from '../store/sync-store.ts';

/** A row of the project list, as far as it matters here. */
export interface ProjectListEntry {
  readonly hash: string;
  readonly updatedAt: string;
}
export interface ProjectList {
  readonly at: number;
  readonly projects: readonly ProjectListEntry[];
}

export interface RemoteApi {
  /** The project list ([Projects]); of the projects asked about, what it shows. Throws a Lost when there is no answer. */
  list(): Promise<readonly ProjectListEntry[]>;
  /** The whole project as it is. `base` fills in what no read tells. Throws a Lost. */
  read(there: string, base: Project): Promise<Iterable<AnyRecord>>;
  /** Never throws: what became of it. */
  send(sending: SyncRequest): Promise<SendResult>;
}

/** What had no usable answer. `until`: nobody may ask before, by the remote's own word. `mayBeDone`: of a write, which may have been done all the same. */
export class RemoteUnavailableError extends Error {
  readonly retryAt: number | undefined;
  readonly status: number | undefined;
  readonly mayHaveBeenApplied: boolean;

  constructor(
    why: string,
    { retryAt, status, mayHaveBeenApplied = false }: { retryAt?: number; status?: number; mayHaveBeenApplied?: boolean } = {},
  ) {
    super(why);
    this.retryAt = retryAt;
    this.status = status;
    this.mayHaveBeenApplied = mayHaveBeenApplied;
  }

  /** Asking again changes nothing until somebody has mended something: the key, the address, the project. */
  get isPermanent(): boolean {
    const { status = 0 } = this;
    return status === 401 || status === 403 || status === 404 || (status >= 300 && status < 400);
  }
}

export interface SyncRunnerDeps {
  readonly local: LocalProject;
  readonly hash: string;
  readonly keyValueStore: KeyValueStore;
  readonly remote: RemoteApi;
  /** Milliseconds. */
  readonly now: () => number;
  readonly settleTime: number;
  readonly pollInterval: number;
  /** When such a request may go, by the budget that all projects of the workspace share. */
  readonly allowedAt?: (what: 'list' | 'read' | 'write') => number;
  /** The files of assets, beside it; and the rows that it shares with them: only one may hold the base in memory. */
  readonly files?: AssetFileTracker;
  readonly store?: SyncStore;
  /** What the list showed when somebody asked it for all projects, and when that was. */
  readonly latestList?: () => ProjectList | undefined;
}

export type StepResult =
  /** There is more to do. */
  | { readonly is: 'busy'; readonly action: string }
  /** Nothing to do, or nothing allowed, before that time or a change here. */
  | { readonly is: 'until'; readonly at: number; readonly reason: 'in step' | 'waiting for the limit' | 'offline' | 'settling' }
  | { readonly is: 'stopped'; readonly reason: string };
