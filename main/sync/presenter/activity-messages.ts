/** Turns events into entries of the activity log, as they are stored and shown. */

import { type Message, message } from '../../../shared/messages/message.ts';
import { countedKind, fieldLabel, namedRecord } from '../../../shared/model/kind-messages.ts';
import { fieldNameOf, localeOf } from '../plan/field-paths.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import type { ActivityEvent, NewActivityEntry, RequestActivity } from '../store/activity-log.ts';

/** The maximum number of fields that an entry names. Further ones are only counted. */
const maxFieldNames = 4;

export function toActivityEntry(event: ActivityEvent): NewActivityEntry {
  switch (event.type) {
    case 'request':
      return sentEntry(event, requestMessage(event.operation, event.title));
    case 'recoveredRequest': {
      const action = requestMessage(event.operation, event.title);
      const text = event.result === 'done' ? message('sync.activity.arrived', { action }) : message('sync.activity.notArrived', { action });
      return sentEntry(event, text);
    }
    case 'receivedRecord': {
      const { change, kind, id, title } = event;
      const text = message(`sync.activity.received.${change}`, { records: namedRecord(kind, title) });
      return { direction: 'received', message: text, request: null, result: 'done', kind, record: id };
    }
    case 'receivedRecords': {
      const records = event.counts.map(([kind, count]) => countedKind(kind, count));
      const text = message(`sync.activity.received.${event.change}`, { records });
      return { direction: 'received', message: text, request: null, result: 'done', kind: null, record: null };
    }
  }
}

const sentEntry = ({ operation, request, result }: RequestActivity, text: Message): NewActivityEntry => ({
  direction: 'sent',
  message: text,
  request,
  result,
  kind: operation.kind,
  record: operation.id,
});

function requestMessage(operation: SyncOperation, title: string): Message {
  const record = namedRecord(operation.kind, title);
  return operation.type === 'change'
    ? message('sync.activity.sent.change', { record, fields: fieldLabels(operation.fields) })
    : message(`sync.activity.sent.${operation.type}`, { record });
}

function fieldLabels(fields: readonly string[]): Message[] {
  if (fields.length <= maxFieldNames) return fields.map(fieldPathLabel);
  const named = fields.slice(0, maxFieldNames - 1);
  return [...named.map(fieldPathLabel), message('sync.activity.moreFields', { count: fields.length - named.length })];
}

function fieldPathLabel(path: string): Message {
  const [field, locale] = [fieldLabel(fieldNameOf(path)), localeOf(path)];
  return locale === null ? field : message('sync.activity.fieldIn', { field, locale });
}
