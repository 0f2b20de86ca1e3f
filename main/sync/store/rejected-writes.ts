/** What was refused, there or here: which request, which records, and why. */
import { Problem } from '../../../shared/problem.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { RejectedWrite, SyncCheckpoint, SyncStoreEntry } from './sync-store.ts';

/** A request as a text: the same text would be refused again. */
export const requestFingerprint = ({ method, path, body }: SyncRequest): string => `${method} ${path} ${JSON.stringify(body ?? null)}`;

/** The records that a refusal names (`<id>.<field>`), each with what is said of it. */
export function invalidRecordsIn(error: unknown, ids: readonly string[]): Map<string, string> {
  const faulty = new Map<string, string>();
  if (!(error instanceof Problem) || Array.isArray(error.json.errors)) return faulty;
  const known = new Set(ids);
  for (const [path, says] of Object.entries(error.json.errors)) {
    const id = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const record = known.has(id) ? id : ids.find((each) => path.startsWith(`${each}.`));
    if (record !== undefined) faulty.set(record, says);
  }
  return faulty;
}

/** A short name for a text; that two have one only makes a refusal be forgotten. */
function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}

/**
 * `row`: of a create, which may have been refused because it had been done a moment before. `state`: of theirs, where the refusal is about that ([Errors 3]);
 * in another it may be taken.
 */
export const rejectedWriteEntry = (
  record: string,
  request: string,
  why: string,
  more: Pick<RejectedWrite, 'row' | 'state'> = {},
): SyncStoreEntry => ({
  id: `refused/${record} ${shortHash(request)}`,
  value: { record, request, why, ...more },
});

export const remoteStateKey = ({ version, updatedAt }: Pick<SyncCheckpoint, 'version' | 'updatedAt'>): string => `${version} ${updatedAt}`;
