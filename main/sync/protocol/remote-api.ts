/** The interface of the remote for one synced project, and the error for requests without a usable response. */

import { t } from '../../../shared/messages/english.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { SendResult, SyncRequest } from './sync-request.ts';

/** The part of an entry in the remote's project list that sync needs. */
export interface ProjectListEntry {
  readonly hash: string;
  /** null: the list does not contain it, so that only a read shows whether the project has changed. */
  readonly updatedAt: string | null;
}
export interface ProjectList {
  /** When the list was requested, in milliseconds on the monotonic clock. */
  readonly at: number;
  readonly projects: readonly ProjectListEntry[];
}

/** A value that this version of Taleport does not know, of a field with a fixed set of values. */
export interface UnknownValue {
  readonly recordId: string;
  readonly field: string;
  readonly value: string;
}

/** A whole project as it was read. */
export interface ProjectRead {
  readonly records: readonly AnyRecord[];
  /** (I32) Ids in lists of the remote that the read does not contain. */
  readonly danglingIds: ReadonlySet<string>;
  /** (I32) Whether it has several languages and the texts of only one, although all were requested. */
  readonly isSingleLanguage?: boolean;
  /** (I20) The records have the agreed value or the default instead. */
  readonly unknownValues?: readonly UnknownValue[];
}

/** How the caller of a request follows the transfer of its file, and cancels it. */
export interface TransferControl {
  readonly signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  readonly onProgress: (bytes: number) => void;
}

/** `story`: without the stylesheet and the comments, which take a request each; the read contains none, or those of the base. */
export type ReadScope = 'all' | 'story';

export interface RemoteApi {
  /** The project list ([Projects]). Throws a RemoteUnavailableError. */
  list(): Promise<readonly ProjectListEntry[]>;
  /** Reads the whole project. Fields that no read returns are taken from `base`. Throws a RemoteUnavailableError. */
  read(remoteHash: string, base: Project, scope?: ReadScope): Promise<ProjectRead>;
  /** Sends a request. Never throws: every failure is a result. */
  send(request: SyncRequest, transfer?: TransferControl): Promise<SendResult>;
}

interface RemoteUnavailableOptions {
  readonly retryAt?: number;
  readonly status?: number;
  readonly mayHaveBeenApplied?: boolean;
  readonly isForeign?: boolean;
  /** Without it, the status decides. */
  readonly isPermanent?: boolean;
}

/** Thrown for a request without a usable response. */
export class RemoteUnavailableError extends Error {
  /** The reason, for the user. */
  readonly text: Message;
  /** The earliest time of the next request that the remote or the budget allows, on the monotonic clock. */
  readonly retryAt: number | undefined;
  readonly status: number | undefined;
  /** For writes: the remote may have applied the write although no response arrived. */
  readonly mayHaveBeenApplied: boolean;
  /** (I44) Whether a firewall or a proxy has refused the request. Others may pass, and a new key does not help. */
  readonly isForeign: boolean;
  /** Whether retrying is useless until the key, the address or the project has been corrected. */
  readonly isPermanent: boolean;

  constructor(
    text: Message,
    { retryAt, status, mayHaveBeenApplied = false, isForeign = false, isPermanent }: RemoteUnavailableOptions = {},
  ) {
    super(t(text));
    this.text = text;
    this.retryAt = retryAt;
    this.status = status;
    this.mayHaveBeenApplied = mayHaveBeenApplied;
    this.isForeign = isForeign;
    this.isPermanent = isPermanent ?? isPermanentStatus(status);
  }
}

const isPermanentStatus = (status = 0): boolean => status === 401 || status === 403 || status === 404 || (status >= 300 && status < 400);

/** Seconds to wait without Retry-After. */
const defaultRetryAfter = 60;
/** The maximum in seconds (I33): a server that requests more, by mistake or on purpose, must not stop sync for longer. */
const maxRetryAfter = 3600;

/** When to send the next request to a remote that limits requests. `retryAfter` is in seconds, as in the response of the remote. */
export const retryTime = (now: number, retryAfter: number = defaultRetryAfter): number =>
  now + Math.min(Math.max(0, retryAfter), maxRetryAfter) * 1000;

/** A stored time, limited to the longest wait: a later one comes from an earlier version. */
export const boundedRetryTime = (now: number, until: number): number => Math.min(until, retryTime(now, maxRetryAfter));
