/** The remote as one synced project uses it, and the error for requests without a usable answer. */

import { t } from '../../../shared/messages/english.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { SyncRequest } from './sync-request.ts';
import type { SendResult } from './write-outcome.ts';

/** An entry of the remote's project list, as far as sync needs it. */
export interface ProjectListEntry {
  readonly hash: string;
  readonly updatedAt: string;
}
export interface ProjectList {
  /** Milliseconds since 1970; when the list was requested. */
  readonly at: number;
  readonly projects: readonly ProjectListEntry[];
}

/** A whole project as it was read. */
export interface ProjectRead {
  readonly records: readonly AnyRecord[];
  /** (I32) Ids that a list of the remote names although the read does not contain them. */
  readonly listedOnly: ReadonlySet<string>;
}

export interface RemoteApi {
  /** The project list ([Projects]). Throws a RemoteUnavailableError. */
  list(): Promise<readonly ProjectListEntry[]>;
  /** The whole project. Fields that no read returns are taken from `base`. Throws a RemoteUnavailableError. */
  read(remoteHash: string, base: Project): Promise<ProjectRead>;
  /** Never throws: every failure is a result. */
  send(request: SyncRequest): Promise<SendResult>;
}

/** A request without a usable answer. */
export class RemoteUnavailableError extends Error {
  /** The cause, for the user. */
  readonly text: Message;
  /** Milliseconds since 1970; the remote (or the budget) allows no request before. */
  readonly retryAt: number | undefined;
  readonly status: number | undefined;
  /** For writes: the remote may have applied it although no answer arrived. */
  readonly mayHaveBeenApplied: boolean;

  constructor(
    text: Message,
    { retryAt, status, mayHaveBeenApplied = false }: { retryAt?: number; status?: number; mayHaveBeenApplied?: boolean } = {},
  ) {
    super(t(text));
    this.text = text;
    this.retryAt = retryAt;
    this.status = status;
    this.mayHaveBeenApplied = mayHaveBeenApplied;
  }

  /** Retrying is useless until the key, the address or the project has been corrected. */
  get isPermanent(): boolean {
    const { status = 0 } = this;
    return status === 401 || status === 403 || status === 404 || (status >= 300 && status < 400);
  }
}
