/**
 * Decides what to do about a write whose outcome is unknown, and finds remote records that may come from a local create: lost creates that
 * arrived, and creates that arrived twice. Pure.
 */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import {
  type FieldPath,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
  hasSameContent,
  isSameField,
  isSentOnCreate,
  parentField,
} from '../plan/field-paths.ts';
import { removalChanges } from '../plan/write-effects.ts';
import { isFileReplacement, wouldRemoveRemaining } from './build-request.ts';
import { createdRecord, type PendingWrite, type SyncRequest, siblingIds } from './sync-request.ts';

interface WriteEvidence {
  readonly local: Project;
  /** The remote project as read after `unconfirmedSince`; missing if it was not read. */
  readonly remote?: Project;
  /** The `updatedAt` in a project list that was requested after the settle time; null if that has none. */
  readonly updatedAt?: string | null;
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
 * is only sent again if it is proven that nobody wrote. What was answered is not on its way any more: its settle time is 0.
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
  const isSilent = now >= settledAt && typeof updatedAt === 'string' && updatedAt === write.updatedAt;
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
    if (isSilent) return { type: 'resend' };
    return { type: write.isAnswered ? 'planAgain' : 'askUser' };
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
 * their work is not removed (I4), and neither is what was moved out of it here meanwhile. What the first read of a new record has added to it
 * (the `if` of a branch) is removed together with it.
 */
function isSameRemoval({ operation, expected }: SyncRequest, local: Project, remote: Project): boolean {
  const changes = removalChanges(remote, operation.id);
  if (local.has(operation.id) || changes.length !== expected.length || wouldRemoveRemaining(operation.id, local, remote)) return false;
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

/**
 * Whether the field of `found` has the value of `sent`. Some remotes normalize texts and only keep the words, so equal words suffice,
 * unless the sent text differs from that of `before` only in its markup.
 */
export function hasSentValue(field: FieldPath, before: AnyRecord | undefined, sent: AnyRecord, found: AnyRecord): boolean {
  if (isSameField(sent.kind, field, sent, found)) return true;
  const format = getKind(sent.kind).texts[fieldNameOf(field)]?.format;
  if (format !== 'rich' && format !== 'note') return false;
  const words = wordsAt(sent, field);
  return wordsAt(found, field) === words && wordsAt(before, field) !== words;
}

function wordsAt(record: AnyRecord | undefined, field: FieldPath): string {
  const html = fieldValue(record, field);
  const text = richTextToPlainText(typeof html === 'string' ? html : null);
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** A create whose duplicates every read searches for, for a day. The first read after it is the last, however long there was none. */
export interface DuplicateWatch {
  readonly id: string;
  readonly created: AnyRecord;
  readonly knownIds: readonly string[];
  readonly expiresAt: number;
}
export const duplicateWatchDuration = 24 * 3_600_000;

/** Remote records with the content of a watched create that do not belong to another known record. */
export function findDuplicateIds(
  watches: readonly DuplicateWatch[],
  remote: Project,
): { readonly id: string; readonly duplicates: string[] }[] {
  return watches
    .map(({ id, created, knownIds }) => {
      const others = new Set([...knownIds, id]);
      // Both the sent content and the content that the remote now has count as equal.
      const alike = [created, remote.get(id) ?? created];
      return { id, duplicates: [...new Set(alike.flatMap((one) => findMatchingIds(one, remote, others, alike)))] };
    })
    .filter(({ duplicates }) => duplicates.length > 0);
}

/**
 * The remote records that may come from a create whose response was lost, the earliest first. A record that also exists locally is not
 * among them: the remote was restored from a backup that contains it. `isKnown`: other records that come from elsewhere.
 */
export function findCreatedIds(
  { request, knownIds }: Pick<PendingWrite, 'request' | 'knownIds'>,
  { local, remote }: { readonly local: Project; readonly remote: Project },
  isKnown: (id: string) => boolean = () => false,
): string[] {
  const { id } = request.operation;
  const created = createdRecord(request);
  if (!created) return [];
  const isHere = (other: string): boolean => other !== id && local.has(id) && local.has(other);
  return findMatchingIds(created, remote, new Set(knownIds)).filter((each) => !isHere(each) && !isKnown(each));
}

/** Whether nothing but their ids would tell the records of two creates apart on the remote. */
export function isSameCreate(one: SyncRequest, other: SyncRequest): boolean {
  const [first, second] = [createdRecord(one), createdRecord(other)];
  if (!first || !second || first.kind !== second.kind) return false;
  const by = parentField(first.kind);
  return (by === null || first[by] === second[by]) && matchesSentContent(first, [first], second);
}

/** Unknown ids in the list to which the record was added, whose fields equal those of one of `alike`. */
function findMatchingIds(
  created: AnyRecord,
  remote: Project,
  known: ReadonlySet<string>,
  alike: readonly AnyRecord[] = [created],
): string[] {
  return siblingIds(created, remote).filter((id) => {
    const remoteRecord = remote.get(id);
    return remoteRecord?.kind === created.kind && !known.has(id) && matchesSentContent(created, alike, remoteRecord);
  });
}

function matchesSentContent(created: AnyRecord, alike: readonly AnyRecord[], remoteRecord: AnyRecord): boolean {
  for (const fieldPath of fieldPathsOf(created, remoteRecord))
    if (isSentOnCreate(created.kind, fieldPath) && !alike.some((one) => hasSentValue(fieldPath, undefined, one, remoteRecord)))
      return false;
  return true;
}
