/** What the desktop shows of the mirrors outside of its window: it follows them, and tells the user only what they must do. */
import { describe, expect, test } from 'vitest';
import { createSyncNotifier } from '../../../main/desktop/sync-notifications.ts';
import { watchSyncStatuses } from '../../../main/desktop/sync-status-watcher.ts';
import { formatTooltip, formatTrayLine } from '../../../main/desktop/tray-text.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';

const status = (some: Partial<SyncStatus> = {}): SyncStatus => ({
  ...{ hash: 'h', there: 't', name: 'Castle', remote: 'Studio', state: 'in step', sentence: '', waiting: 0, seconds: null },
  ...{ isHere: true, questions: 0, refused: 0, reports: 0, until: null, inStepAt: null },
  ...some,
});

/** Parts that answer with this list and tell what the test says. */
function fakeParts(list: readonly SyncStatus[]) {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  return {
    call: async () => ({ ok: true as const, value: list }),
    onEvents: (listener: (events: BackendEvent[]) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...events: BackendEvent[]) => {
      for (const listener of listeners) listener(events);
    },
  };
}
const settled = () => new Promise((done) => setImmediate(done));

describe('following', () => {
  test('begins with what is so, without telling it as news, and goes on with events', async () => {
    const parts = fakeParts([status({ questions: 2 })]);
    const heard: [SyncStatus | undefined, SyncStatus | undefined][] = [];
    const mirrors = watchSyncStatuses(parts, (now, before) => heard.push([now, before]));
    await settled();
    expect(heard).toEqual([[undefined, undefined]]);
    parts.tell({ event: 'sync.changed', status: status({ questions: 3 }) });
    expect(heard[1]?.[1]?.questions).toBe(2);
    parts.tell({ event: 'sync.removed', hash: 'h' });
    expect(mirrors.list()).toEqual([]);
    mirrors.close();
    parts.tell({ event: 'sync.changed', status: status() });
    expect(mirrors.list()).toEqual([]);
  });
});

describe('a notification', () => {
  /** What has been asked up to now: the program answers so. */
  let open: readonly string[] = [];
  const notices = createSyncNotifier(async () => ({
    ok: true as const,
    value: open.map((id) => ({ id, sentence: `Both changed ${id}.` })),
  }));
  const ask = (...ids: string[]) => {
    open = ids;
    return status({ questions: ids.length });
  };

  test('is for questions that have come, and for nothing else', async () => {
    const [none, one] = [status(), status({ questions: 1 })];
    await notices.markKnown(ask('old'));
    expect(await notices.createNotification(ask('old', 'gate'), one)).toEqual({
      title: '1 question about Castle',
      body: 'Both changed gate.',
      conflictId: 'gate',
    });
    expect(await notices.createNotification(ask('gate'), status({ questions: 2 }))).toBe(null);
    expect(await notices.createNotification(ask('gate', 'wall', 'moat'), one)).toMatchObject({
      title: '2 questions about Castle',
      conflictId: 'wall',
    });
    expect(await notices.createNotification(status({ state: 'sending', waiting: 4 }), none)).toBe(null);
    expect(await notices.createNotification(status({ state: 'offline' }), none)).toBe(null);
  });

  test('is for work that is blocked, once', async () => {
    const stopped = status({ state: 'stopped', sentence: 'The key was revoked.' });
    expect(await notices.createNotification(stopped, status())).toMatchObject({ body: 'The key was revoked.', conflictId: null });
    expect(await notices.createNotification(stopped, stopped)).toBe(null);
  });
});

test('the menu names each project, the tooltip all together', () => {
  expect(formatTrayLine(status({ state: 'sending', waiting: 3, questions: 1 }))).toBe('Castle: Sending 3 · 1 question');
  expect(formatTrayLine(status({ state: 'offline', until: '2026-11-21T14:05:09Z' }))).toMatch(/^Castle: Offline, trying again at \d\d:05$/);
  expect(formatTrayLine(status({ state: 'paused' }))).toBe('Castle: Paused');
  expect(formatTrayLine(status({ state: 'receiving', isHere: false }))).toBe('Castle: Being fetched');
  expect(formatTooltip([status(), status({ state: 'offline' }), status({ questions: 2 })])).toBe('Taleport · Offline · 2 questions');
  expect(formatTooltip([])).toBe('Taleport');
});
