/** A write that was not acknowledged: what is written down, what is next, and whether theirs must be read again. And how its row begins. */
import type { Project } from '../../../shared/model/project.ts';
import { createMergeConflict } from '../plan/merge-conflict.ts';
import type { PendingWrite, WriteOutcome } from '../protocol/pending-write.ts';
import type { StepResult } from '../protocol/step-result.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import { rejectedWriteEntry, remoteStateKey, requestFingerprint } from '../store/rejected-writes.ts';
import type { SyncCheckpoint, SyncStoreEntry } from '../store/sync-store.ts';

/** Milliseconds until the next try where nobody says how long. */
const retryDelay = 5000;
const defaultRetryAfter = 60;
const clearPendingEntry: SyncStoreEntry = { id: 'sending', value: null };

/** `known`: what of this kind is there before, so that what is made can be told from it. */
export function createPendingWrite(sending: SyncRequest, theirs: Project, { version, updatedAt }: SyncCheckpoint): PendingWrite {
  const { do: verb, kind } = sending.op;
  const known = verb === 'create' ? [...theirs.recordsOfKind(kind)].map(({ id }) => id) : [];
  return { sending, attempt: 1, version, updatedAt, known, unknownSince: null };
}

export interface FailedWriteResult {
  readonly entries: readonly SyncStoreEntry[];
  readonly next: StepResult;
  readonly mustReread: boolean;
}

export function handleFailedWrite(row: PendingWrite, outcome: Exclude<WriteOutcome, { is: 'done' }>, now: number): FailedWriteResult {
  const unknown: SyncStoreEntry = { id: 'sending', value: { ...row, unknownSince: now } };
  switch (outcome.is) {
    case 'not sent':
      return { entries: [clearPendingEntry], next: { is: 'until', at: now + retryDelay, reason: 'offline' }, mustReread: false };
    case 'limited': {
      const at = now + (outcome.retryAfter ?? defaultRetryAfter) * 1000;
      return { entries: [unknown], next: { is: 'until', at, reason: 'waiting for the limit' }, mustReread: true };
    }
    case 'unknown':
      return { entries: [unknown], next: { is: 'busy', action: 'unknown' }, mustReread: true };
    case 'gone':
      return { entries: [clearPendingEntry], next: { is: 'busy', action: 'gone' }, mustReread: true };
    case 'shut out':
      return {
        entries: [clearPendingEntry],
        next: { is: 'stopped', reason: `The workspace does not let us in (${outcome.status}).` },
        mustReread: false,
      };
    case 'refused': {
      const { op } = row.sending;
      const more = { ...(op.do === 'create' && { row }), ...(outcome.status === 409 && { state: remoteStateKey(row) }) };
      const refusal = rejectedWriteEntry(op.id, requestFingerprint(row.sending), outcome.reason, more);
      return { entries: [clearPendingEntry, refusal], next: { is: 'busy', action: 'refused' }, mustReread: false };
    }
  }
}

/** Whether a create that was lost is there cannot be told: it waits for the user, and nothing else waits for it. */
export function uncertainCreateEntries(row: PendingWrite, mine: Project): SyncStoreEntry[] {
  const { id } = row.sending.op;
  const record = mine.get(id);
  const question = record && createMergeConflict(record, null, 'added?', { base: null, mine: record, theirs: null });
  return [clearPendingEntry, { id: `unsure/${id}`, value: row }, ...(question ? [{ id: `question/${question.id}`, value: question }] : [])];
}
