/** What a request did, or what came from there, in words. */

import { kindMessages } from '../../../shared/messages/en/kinds.ts';
import { syncActivityMessages as says } from '../../../shared/messages/en/sync.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { fieldNameOf, localeOf } from '../plan/field-paths.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import { type SendResult, toWriteOutcome, type WriteOutcome } from '../protocol/pending-write.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import type { NewActivityEntry } from '../store/activity-log.ts';
import { recordTitle } from './record-title.ts';

/** What was taken in at once is told record by record up to so many. */
const maxSeparateRecords = 20;

export function activityForRequest(sending: SyncRequest, came: SendResult, mine: Project): NewActivityEntry {
  return requestActivity(sending, activityResults[toWriteOutcome(sending, came).is], mine);
}

/** [Limits 3] what the limiter refuses is not done. */
const activityResults: { readonly [O in WriteOutcome['is']]: NewActivityEntry['result'] } = {
  done: 'done',
  'not sent': 'not sent',
  limited: 'not sent',
  gone: 'refused',
  'shut out': 'refused',
  refused: 'refused',
  unknown: 'unknown',
};

/** Of a request whose answer was lost: a look has shown whether it was done. */
export function activityForRecoveredWrite(sending: SyncRequest, isDone: boolean, mine: Project): NewActivityEntry {
  const noted = requestActivity(sending, isDone ? 'done' : 'not sent', mine);
  return { ...noted, sentence: `${noted.sentence} ${isDone ? says.arrived : says.notArrived}` };
}

function requestActivity(sending: SyncRequest, result: NewActivityEntry['result'], mine: Project): NewActivityEntry {
  const { op, method, path } = sending;
  const known = mine.get(op.id) ?? sending.expected.find(({ before }) => before?.id === op.id)?.before;
  return {
    direction: 'sent',
    sentence: requestMessage(op, recordTitle(known, mine)),
    request: `${method} ${path}`,
    result,
    kind: op.kind,
    record: op.id,
  };
}

const requestMessage = (op: SyncOperation, title: string): string =>
  op.do === 'change' ? says.sent.change(op.kind, title, formatFields(op.cells)) : says.sent[op.do](op.kind, title);

function formatFields(cells: readonly string[]): string {
  const names = cells.map((cell) => (localeOf(cell) === null ? cell : `${fieldNameOf(cell)} (${localeOf(cell)})`));
  return `${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''}`;
}

/** `put` and `gone` as they come in; `mine` is the project before. */
export function activityForReceived(put: readonly AnyRecord[], gone: readonly string[], mine: Project): NewActivityEntry[] {
  const noted = (how: keyof typeof says.received, { kind, id }: AnyRecord, title: string): NewActivityEntry => ({
    direction: 'received',
    sentence: says.received[how](kind, title),
    request: null,
    result: 'done',
    kind,
    record: id,
  });
  const removed = gone.flatMap((id) => mine.get(id) ?? []);
  if (put.length + gone.length <= maxSeparateRecords)
    return [
      ...put.map((record) => noted(mine.has(record.id) ? 'changed' : 'new', record, recordTitle(record, mine))),
      ...removed.map((record) => noted('removed', record, recordTitle(record, mine))),
    ];
  return [
    ...summarizeRecords(
      'new',
      put.filter(({ id }) => !mine.has(id)),
    ),
    ...summarizeRecords(
      'changed',
      put.filter(({ id }) => mine.has(id)),
    ),
    ...summarizeRecords('removed', removed),
  ];
}

/** Everything of a first read. */
export const activityForFirstRead = (records: readonly AnyRecord[]): NewActivityEntry[] => summarizeRecords('fetched', records);

function summarizeRecords(how: keyof typeof says.all, records: readonly AnyRecord[]): NewActivityEntry[] {
  if (records.length === 0) return [];
  const counts = new Map<KindName, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => kindMessages.counted(kind, count));
  return [{ direction: 'received', sentence: says.all[how](words.join(', ')), request: null, result: 'done', kind: null, record: null }];
}
