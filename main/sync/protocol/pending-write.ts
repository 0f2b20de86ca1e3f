/** The row of one write. It is stored before the request is sent, so that a killed program can recover. */
import type { Project } from '../../../shared/model/project.ts';
import type { SyncRequest } from './sync-request.ts';

export interface PendingWrite {
  readonly request: SyncRequest;
  readonly attempt: number;
  /** The remote's version after our last acknowledged write; null if none is known. */
  readonly version: number | null;
  /** See SyncCheckpoint. */
  readonly leastVersion?: number | null | undefined;
  /** The project list's `updatedAt` of our last acknowledged state; null if that is not known. */
  readonly updatedAt: string | null;
  /** For a create: the ids of its kind that the remote had before, so that the created one can be recognised. */
  readonly knownIds: readonly string[];
  /** Milliseconds since 1970; since then the outcome is unknown. null while the answer may still arrive. */
  readonly unconfirmedSince: number | null;
}

/** The first attempt of a request, before it is sent. */
export function createPendingWrite(
  request: SyncRequest,
  remote: Project,
  { version, leastVersion = null, updatedAt }: Pick<PendingWrite, 'version' | 'leastVersion' | 'updatedAt'>,
): PendingWrite {
  const { type, kind } = request.operation;
  const knownIds = type === 'create' ? [...remote.recordsOfKind(kind)].map(({ id }) => id) : [];
  return { request, attempt: 1, version, leastVersion, updatedAt, knownIds, unconfirmedSince: null };
}

/** 0 proves that nobody else has written what we have not read; 1 and more prove nothing. null: not known. */
export function versionGap({ version: known, leastVersion = null }: PendingWrite, version: number | null): number | null {
  if (version === null) return null;
  if (known !== null) return version - known;
  return version === leastVersion ? 0 : null;
}
