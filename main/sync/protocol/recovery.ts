/** Decides what to do about a write whose outcome is unknown. Pure. */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldPathsOf, hasSameContent, isSameField, parentField } from '../plan/field-paths.ts';
import { removalChanges } from '../plan/removal-effects.ts';
import { isFileReplacement } from './asset-file-requests.ts';
import { findCreatedIds } from './duplicates.ts';
import type { PendingWrite } from './pending-write.ts';
import { hasSentValue } from './sent-value.ts';
import type { SyncRequest } from './sync-request.ts';

interface WriteEvidence {
  readonly local: Project;
  /** The remote project as read after `unconfirmedSince`; missing if it was not read. */
  readonly remote?: Project;
  /** The `updatedAt` in a project list that was requested after the settle time. */
  readonly updatedAt?: string;
}

export type RecoveryAction =
  | { readonly type: 'read' }
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'acknowledge'; readonly id: string | null }
  | { readonly type: 'resend' }
  /** A new plan determines what must be done. */
  | { readonly type: 'planAgain' }
  /** The write may still be applied later, so the user decides. */
  | { readonly type: 'askUser' };

/**
 * A positive finding is valid immediately, a negative one only after the settle time: a lost request may still be on its way, and a create
 * is only sent again if it is proven that nobody wrote.
 */
export function planRecovery(
  write: PendingWrite,
  { local, remote, updatedAt }: WriteEvidence,
  now: number,
  settleTime: number,
): RecoveryAction {
  const { operation, expected } = write.request;
  // No list shows whether a file was replaced, so the asset is looked up before anything is sent again.
  if (isFileReplacement(operation)) return { type: 'planAgain' };
  if (!remote) return { type: 'read' };
  const settledAt = (write.unconfirmedSince ?? now) + settleTime;
  const isSilent = now >= settledAt && updatedAt !== undefined && updatedAt === write.updatedAt;
  if (operation.type === 'remove') {
    if (!remote.has(operation.id)) return { type: 'acknowledge', id: null };
    if (isSameRemoval(write.request, local, remote)) return { type: 'resend' };
    return now < settledAt ? { type: 'wait', until: settledAt } : { type: 'planAgain' };
  }
  if (operation.type === 'create') {
    // If there are several, the first is ours; the others become conflicts as its duplicates.
    const [found] = findCreatedIds(write, { local, remote });
    if (found !== undefined) return { type: 'acknowledge', id: found };
    if (now < settledAt) return { type: 'wait', until: settledAt };
    return isSilent ? { type: 'resend' } : { type: 'askUser' };
  }
  const [change] = expected;
  const record = remote.get(operation.id);
  if (!change?.after || !record) return { type: 'planAgain' };
  if (isAppliedAsSent(write.request, record, remote)) return { type: 'acknowledge', id: null };
  if (now < settledAt) return { type: 'wait', until: settledAt };
  return isSilent ? { type: 'resend' } : { type: 'planAgain' };
}

/**
 * Whether the removal is still wanted and would remove what was intended. If other users have changed, used or added to the record since,
 * their work is not removed (I4). What the first read of a new record has added to it (the `if` of a branch) is removed together with it.
 */
function isSameRemoval({ operation, expected }: SyncRequest, local: Project, remote: Project): boolean {
  const changes = removalChanges(remote, operation.id);
  if (local.has(operation.id) || changes.length !== expected.length) return false;
  const known = new Map(expected.flatMap(({ before }) => (before ? [[before.id, before]] : [])));
  return changes.every(({ before }) => {
    const knownRecord = before && known.get(before.id);
    return before && knownRecord && hasSameContent(knownRecord, before);
  });
}

function isAppliedAsSent({ expected, previousSibling }: SyncRequest, record: AnyRecord, remote: Project): boolean {
  const [change] = expected;
  if (!change?.after) return false;
  const { before, after } = change;
  for (const field of fieldPathsOf(before, after))
    if (!isSameField(after.kind, field, before, after) && !hasSentValue(field, before, after, record)) return false;
  const parent = parentField(after.kind);
  if (parent !== null && after[parent] !== record[parent]) return false;
  if (!previousSibling) return true;
  const order = getKind(after.kind).orders.find(({ list }) => list === previousSibling.list);
  const siblings = remote.childIds(order ? parentIdOf(record, order.parentField) : null, previousSibling.list);
  return (siblings[siblings.indexOf(record.id) - 1] ?? null) === previousSibling.id;
}
