/** Turns requests and received records into events of the activity log. Pure. */
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { recordTitle } from '../../../shared/model/record-title.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import { type SendResult, toWriteOutcome, type WriteOutcome } from '../protocol/write-outcome.ts';
import type { ActivityEvent, ActivityResult, RequestActivity } from '../store/activity-log.ts';
import type { SyncAction } from './sync-state.ts';

type ReceivedChange = Extract<ActivityEvent, { type: 'receivedRecords' }>['change'];

/** If there are more records than this, they are summarized by kind. */
const maxSeparateRecords = 20;

export function activityForRequest(request: SyncRequest, sendResult: SendResult, local: Project): ActivityEvent {
  return { type: 'request', ...requestActivity(request, activityResults[toWriteOutcome(request, sendResult).type], local) };
}

/** [Limits 3] a request that the rate limiter rejects is not applied. */
const activityResults: { readonly [O in WriteOutcome['type']]: ActivityResult } = {
  done: 'done',
  notSent: 'notSent',
  rateLimited: 'notSent',
  missing: 'rejected',
  unauthorized: 'rejected',
  rejected: 'rejected',
  unconfirmed: 'unconfirmed',
};

/** The event for a request whose response was lost, if this action of a later step shows whether it was applied. */
export function activityForRecoveredWrite({ request }: PendingWrite, action: SyncAction, local: Project): ActivityEvent[] {
  if (action !== 'confirmWrite' && action !== 'abandonWrite') return [];
  return [{ type: 'recoveredRequest', ...requestActivity(request, action === 'confirmWrite' ? 'done' : 'notSent', local) }];
}

function requestActivity({ operation, method, path, expected }: SyncRequest, result: ActivityResult, local: Project): RequestActivity {
  const known = local.get(operation.id) ?? expected.find(({ before }) => before?.id === operation.id)?.before;
  return { operation: operation, title: recordTitle(known, local), request: `${method} ${path}`, result };
}

/** `put` and `removedIds` are the merged changes; `local` is the project before the merge. */
export function activityForReceived(put: readonly AnyRecord[], removedIds: readonly string[], local: Project): ActivityEvent[] {
  const removed = removedIds.flatMap((id) => local.get(id) ?? []);
  if (put.length + removedIds.length > maxSeparateRecords)
    return [
      ...summarizeRecords(
        'new',
        put.filter(({ id }) => !local.has(id)),
      ),
      ...summarizeRecords(
        'changed',
        put.filter(({ id }) => local.has(id)),
      ),
      ...summarizeRecords('removed', removed),
    ];
  const received = (change: 'new' | 'changed' | 'removed', record: AnyRecord): ActivityEvent => ({
    type: 'receivedRecord',
    change,
    kind: record.kind,
    id: record.id,
    title: recordTitle(record, local),
  });
  return [
    ...put.map((record) => received(local.has(record.id) ? 'changed' : 'new', record)),
    ...removed.map((record) => received('removed', record)),
  ];
}

/** The events for all records of a first read. */
export const activityForFirstRead = (records: readonly AnyRecord[]): ActivityEvent[] => summarizeRecords('fetched', records);

function summarizeRecords(change: ReceivedChange, records: readonly AnyRecord[]): ActivityEvent[] {
  if (records.length === 0) return [];
  const counts = new Map<KindName, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [{ type: 'receivedRecords', change, counts: [...counts] }];
}
