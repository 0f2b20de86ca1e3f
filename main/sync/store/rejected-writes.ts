/** Requests and records that were rejected, by the remote or locally, and the reasons. */

import type { Message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { RejectedWrite, SyncCheckpoint } from './row-codec.ts';
import type { SyncStoreEntry } from './sync-store.ts';

/** A request as text; a request with the same text would be rejected again. */
export const requestFingerprint = ({ method, path, body }: SyncRequest): string => `${method} ${path} ${JSON.stringify(body ?? null)}`;

/** An operation that could not become a request, as text; it is rejected again as long as the text is the same. */
export const operationFingerprint = (operation: SyncOperation): string => JSON.stringify(operation);

/** The records that an error names (`<id>.<field>`), each with its fault. */
export function invalidRecordsIn(error: unknown, ids: readonly string[]): Map<string, Message> {
  const reasons = new Map<string, Message>();
  if (!(error instanceof Problem)) return reasons;
  const known = new Set(ids);
  for (const { path, ...fault } of error.faults) {
    const id = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const record = known.has(id) ? id : ids.find((each) => path.startsWith(`${each}.`));
    if (record !== undefined) reasons.set(record, fault);
  }
  return reasons;
}

/**
 * `details`: see RejectedWrite. If two requests of a record have the same hash, a rejected write is tried once more, which does no harm.
 */
export const rejectedWriteEntry = (
  recordId: string,
  request: string,
  reason: Message,
  details: Pick<RejectedWrite, 'pendingWrite' | 'remoteState'> = {},
): SyncStoreEntry => ({ id: `rejected/${recordId} ${shortHash(request)}`, value: { recordId, request, reason, ...details } });

export const remoteStateKey = ({ version, updatedAt }: Pick<SyncCheckpoint, 'version' | 'updatedAt'>): string => `${version} ${updatedAt}`;

/** A short hash of a text, as part of the id of a row. Two texts may have the same hash; callers document the consequences. */
export function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}
