/** Messages in stored rows: by key, and as text in rows of earlier versions. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { WaitClock } from '../../../../main/platform/wait-clock.ts';
import { FileStateStore, initialFileSyncState } from '../../../../main/sync/client/files/local-assets.ts';
import { ActivityLog } from '../../../../main/sync/store/activity-log.ts';
import { rejectedWriteEntry, SyncStore } from '../../../../main/sync/store/sync-store.ts';
import { message, verbatim } from '../../../../shared/messages/message.ts';
import { namedRecord } from '../../../../shared/model/kind-messages.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const openRows = () => openEngine(null, createTestEnvironment()).openKeyValueStore('sync');
const reason = message('sync.rejection.noReason');

test('the reason of a rejected write', () => {
  const rows = openRows();
  const store = new SyncStore(rows, 'h', new WaitClock(createTestEnvironment()));
  store.write([rejectedWriteEntry('new', 'PATCH', reason)]);
  rows.put([{ id: 'h/rejected/old 1a', value: { recordId: 'old', request: 'PATCH', reason: 'The text is too long.' } }]);
  expect(new Map(store.rejectedWrites.map((each) => [each.recordId, each.reason]))).toEqual(
    new Map([
      ['new', reason],
      ['old', verbatim('The text is too long.')],
    ]),
  );
});

test('the reason of a rejected file', () => {
  const rows = openRows();
  const store = new FileStateStore(rows, 'h', new WaitClock(createTestEnvironment()));
  store.write('new', { ...initialFileSyncState, rejected: { file: 'a.png', reason } });
  rows.put([{ id: 'h/file/old', value: { ...initialFileSyncState, rejected: { file: 'b.png', reason: 'The file is too large.' } } }]);
  expect(store.get('new').rejected?.reason).toEqual(reason);
  expect(store.get('old').rejected?.reason).toEqual(verbatim('The file is too large.'));
});

test('what an activity did', () => {
  const rows = openRows();
  const log = new ActivityLog(rows, createTestEnvironment().now);
  const old = { number: 1, at: '2026-01-01', direction: 'sent', message: 'Added a note.', request: null, result: 'notSent' };
  rows.put([
    { id: 'h/activity/1', value: { ...old, kind: null, record: null } },
    { id: 'h/activity-end', value: { at: 1, number: 1 } },
  ]);
  log.register('h');
  log.append('h', { type: 'receivedRecord', change: 'new', kind: 'note', id: 'n1', title: 'Ship' });
  new SyncStore(rows, 'h', new WaitClock(createTestEnvironment())).write(log.pendingEntries('h'));
  log.markWritten('h');
  expect(log.list(['h'])).toMatchObject([
    { message: message('sync.activity.received.new', { records: namedRecord('note', 'Ship') }), result: 'done' },
    { message: verbatim('Added a note.'), result: 'notSent' },
  ]);
});
