/** What the desktop shows of synced projects outside of its window: their status, and notifications of what the user must do. */

import { describe, expect, test } from 'vitest';
import { createSyncNotifier, type SyncNotification, watchSyncStatuses } from '../../../../main/desktop/background/sync-notifications.ts';
import { formatTooltip, formatTrayLine } from '../../../../main/desktop/background/tray-text.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import type { SyncStatus } from '../../../../shared/contracts/sync.ts';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { nextTurn } from '../../../next-turn.ts';
import { createSyncStatus } from '../../../sync-status.ts';

/** A backend that answers with this list and emits the events that the test chooses. */
function fakeBackend(list: readonly SyncStatus[]) {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  return {
    call: async () => ({ ok: true as const, value: list }),
    onEvents: (listener: (events: BackendEvent[]) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (...events: BackendEvent[]) => {
      for (const listener of listeners) listener(events);
    },
  };
}
const shown = (notification: SyncNotification | null) =>
  notification && { ...notification, title: t(notification.title), body: t(notification.body) };

describe('following', () => {
  test('starts with the current status without announcing it, and continues with events', async () => {
    const backend = fakeBackend([createSyncStatus({ conflicts: 2 })]);
    const heard: [SyncStatus | undefined, SyncStatus | undefined][] = [];
    const statuses = watchSyncStatuses(backend, (now, before) => heard.push([now, before]));
    await nextTurn();
    expect(heard).toEqual([[undefined, undefined]]);
    backend.emit({ event: 'sync.changed', status: createSyncStatus({ conflicts: 3 }) });
    expect(heard[1]?.[1]?.conflicts).toBe(2);
    backend.emit({ event: 'sync.removed', hash: 'h' });
    expect(statuses.list()).toEqual([]);
    statuses.close();
    backend.emit({ event: 'sync.changed', status: createSyncStatus() });
    expect(statuses.list()).toEqual([]);
  });

  test('a project whose sync is removed while the list is read does not return', async () => {
    const backend = fakeBackend([createSyncStatus()]);
    const statuses = watchSyncStatuses(backend, () => undefined);
    backend.emit({ event: 'sync.removed', hash: 'h' });
    await nextTurn();
    expect(statuses.list()).toEqual([]);
    backend.emit({ event: 'reconnected' });
    await nextTurn();
    expect(statuses.list()).toHaveLength(1);
    statuses.close();
  });
});

describe('a notification', () => {
  /** The ids of the open conflicts that the backend returns. */
  let open: readonly string[] = [];
  const notices = createSyncNotifier(async () => ({
    ok: true as const,
    value: open.map((id) => ({ id, message: verbatim(`Both changed ${id}.`) })),
  }));
  const ask = (...ids: string[]) => {
    open = ids;
    return createSyncStatus({ conflicts: ids.length });
  };

  test('announces new conflicts and nothing else', async () => {
    const [none, one] = [createSyncStatus(), createSyncStatus({ conflicts: 1 })];
    await notices.markKnown(ask('old'));
    expect(shown(await notices.createNotification(ask('old', 'gate'), one))).toEqual({
      title: '1 conflict in Castle',
      body: 'Both changed gate.',
      conflictId: 'gate',
    });
    expect(await notices.createNotification(ask('gate'), createSyncStatus({ conflicts: 2 }))).toBe(null);
    expect(shown(await notices.createNotification(ask('gate', 'wall', 'moat'), one))).toEqual({
      title: '2 conflicts in Castle',
      body: 'The same fields were changed here and in Studio. Everything else continues to sync.',
      conflictId: 'wall',
    });
    expect(await notices.createNotification(createSyncStatus({ state: 'sending', pending: 4 }), none)).toBe(null);
    expect(await notices.createNotification(createSyncStatus({ state: 'offline' }), none)).toBe(null);
  });

  test('announces once that sync has stopped', async () => {
    const stopped = createSyncStatus({ state: 'stopped', message: verbatim('The key was revoked.') });
    expect(shown(await notices.createNotification(stopped, createSyncStatus()))).toEqual({
      title: 'Sync of Castle has stopped',
      body: 'The key was revoked.',
      conflictId: null,
    });
    expect(await notices.createNotification(stopped, stopped)).toBe(null);
  });
});

test('the menu names each project, the tooltip all together', () => {
  expect(formatTrayLine(createSyncStatus({ state: 'sending', pending: 3, conflicts: 1 }), t)).toBe(
    'Castle: Sending 3 changes · 1 conflict',
  );
  expect(formatTrayLine(createSyncStatus({ state: 'offline', until: '2026-11-21T14:05:09Z' }), t)).toMatch(
    /^Castle: Offline, retrying at \d\d:05$/,
  );
  expect(formatTrayLine(createSyncStatus({ state: 'paused' }), t)).toBe('Castle: Paused');
  expect(formatTrayLine(createSyncStatus({ state: 'receiving', isDownloaded: false }), t)).toBe('Castle: Downloading');
  expect(formatTooltip([createSyncStatus(), createSyncStatus({ state: 'offline' }), createSyncStatus({ conflicts: 2 })], t)).toBe(
    'Taleport · Offline · 2 conflicts',
  );
  expect(formatTooltip([], t)).toBe('Taleport');
});
