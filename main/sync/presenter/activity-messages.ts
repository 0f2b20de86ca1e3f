/** Events of the activity log as the entries that are stored and shown. */

import { kindMessages } from '../../../shared/messages/en/kinds.ts';
import { syncActivityMessages as messages } from '../../../shared/messages/en/sync.ts';
import { fieldNameOf, localeOf } from '../plan/field-paths.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import type { ActivityEvent } from '../store/activity-event.ts';
import type { NewActivityEntry } from '../store/activity-log.ts';

/** More fields than these are cut off. */
const maxFieldNames = 4;

export function toActivityEntry(event: ActivityEvent): NewActivityEntry {
  switch (event.type) {
    case 'request':
    case 'recovered request': {
      const { operation, title, request, result } = event;
      const message = requestMessage(operation, title);
      const recovery = result === 'done' ? messages.arrived : messages.notArrived;
      const sentence = event.type === 'request' ? message : `${message} ${recovery}`;
      return { direction: 'sent', sentence, request, result, kind: operation.kind, record: operation.id };
    }
    case 'received record': {
      const { change, kind, id, title } = event;
      return { direction: 'received', sentence: messages.received[change](kind, title), request: null, result: 'done', kind, record: id };
    }
    case 'received records': {
      const counted = event.counts.map(([kind, count]) => kindMessages.counted(kind, count)).join(', ');
      return {
        direction: 'received',
        sentence: messages.all[event.change](counted),
        request: null,
        result: 'done',
        kind: null,
        record: null,
      };
    }
  }
}

const requestMessage = (operation: SyncOperation, title: string): string =>
  operation.type === 'change'
    ? messages.sent.change(operation.kind, title, formatFields(operation.fields))
    : messages.sent[operation.type](operation.kind, title);

function formatFields(fields: readonly string[]): string {
  const names = fields.map((field) => (localeOf(field) === null ? field : `${fieldNameOf(field)} (${localeOf(field)})`));
  return `${names.slice(0, maxFieldNames).join(', ')}${names.length > maxFieldNames ? ' …' : ''}`;
}
