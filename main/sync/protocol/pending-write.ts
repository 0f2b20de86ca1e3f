/** The row of one write. It is stored before the request is sent, so that the program can recover after a crash. */
import type { Project } from '../../../shared/model/project.ts';
import type { SyncRequest } from './sync-request.ts';

export interface PendingWrite {
  readonly request: SyncRequest;
  readonly attempt: number;
  /** The remote's version after our last acknowledged write; null if none is known. */
  readonly version: number | null;
  /** See SyncCheckpoint. */
  readonly leastVersion?: number | null | undefined;
  /** The `updatedAt` of our last acknowledged state in the project list; null if it is unknown. */
  readonly updatedAt: string | null;
  /** For a create: the ids of its kind that existed on the remote before, so that the created one can be recognised. */
  readonly knownIds: readonly string[];
  /** Since when the outcome has been unknown, on the monotonic clock; null while the response may still arrive. */
  readonly unconfirmedSince: number | null;
}

/** Creates the row for the first attempt of a request, before it is sent. */
export function createPendingWrite(
  request: SyncRequest,
  remote: Project,
  { version, leastVersion = null, updatedAt }: Pick<PendingWrite, 'version' | 'leastVersion' | 'updatedAt'>,
): PendingWrite {
  const { type, kind } = request.operation;
  const knownIds = type === 'create' ? [...remote.recordsOfKind(kind)].map(({ id }) => id) : [];
  return { request, attempt: 1, version, leastVersion, updatedAt, knownIds, unconfirmedSince: null };
}

/**
 * The number of versions by other clients before this write: 0 proves that nobody has written what we have not read; 1 or more prove
 * nothing. null if it is unknown.
 */
export function versionGap({ version: known, leastVersion = null }: PendingWrite, version: number | null): number | null {
  if (version === null) return null;
  if (known !== null) return version - known;
  return version === leastVersion ? 0 : null;
}
