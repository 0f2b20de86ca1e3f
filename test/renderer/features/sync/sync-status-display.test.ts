/** The label of a sync status: each state, open conflicts beside it, and the most severe of several. */

import { describe, expect, test } from 'vitest';
import {
  formatClockTime,
  formatDuration,
  toOverallStatusDisplay,
  toSyncStatusDisplay,
  waitingLabel,
} from '../../../../renderer/features/sync/sync-status-label.tsx';
import type { SyncStatus } from '../../../../shared/contracts/sync.ts';
import { createSyncStatus } from '../../../sync-status.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const labelOf = (some: Partial<SyncStatus>) => toSyncStatusDisplay(createSyncStatus(some), now).label;

describe('a status', () => {
  test('shows the state, how many changes, and until when', () => {
    expect(labelOf({})).toBe('Synced');
    expect(labelOf({ state: 'sending', pending: 12 })).toBe('Sending 12');
    expect(labelOf({ state: 'held', held: 4 })).toBe('Synced except 4 changes');
    expect(labelOf({ state: 'receiving' })).toBe('Receiving');
    expect(labelOf({ state: 'receiving', isDownloaded: false })).toBe('Downloading');
    expect(labelOf({ state: 'waiting', until: at(90) })).toBe(`Waiting for the rate limit until ${formatClockTime(at(90))}`);
    expect(labelOf({ state: 'paused', until: at(1800) })).toBe(`Paused until ${formatClockTime(at(1800))}`);
    expect(labelOf({ state: 'paused' })).toBe('Paused');
    expect(labelOf({ state: 'offline', until: at(118) })).toBe('Offline – retrying in 2 minutes');
    expect(labelOf({ state: 'offline', until: at(-3) })).toBe('Offline – retrying now');
    expect(labelOf({ state: 'stopped' })).toBe('Stopped');
  });

  test('shows open conflicts beside the state, with the tone of a conflict unless sync has stopped', () => {
    expect(toSyncStatusDisplay(createSyncStatus({ state: 'sending', pending: 1, conflicts: 2 }), now)).toMatchObject({
      label: 'Sending 1 · 2 conflicts',
      tone: 'waiting',
    });
    expect(toSyncStatusDisplay(createSyncStatus({ state: 'stopped', conflicts: 1 }), now)).toMatchObject({
      label: 'Stopped · 1 conflict',
      tone: 'bad',
    });
  });

  test('is short where there is little room: without times, and of conflicts only their number', () => {
    const shortLabelOf = (some: Partial<SyncStatus>) => toSyncStatusDisplay(createSyncStatus(some), now).shortLabel;
    expect(shortLabelOf({})).toBe('Synced');
    expect(shortLabelOf({ state: 'held', held: 4 })).toBe('4 kept here');
    expect(shortLabelOf({ state: 'waiting', until: at(90) })).toBe('Waiting');
    expect(shortLabelOf({ state: 'paused', until: at(1800) })).toBe('Paused');
    expect(shortLabelOf({ state: 'offline', until: at(118) })).toBe('Offline');
    expect(shortLabelOf({ state: 'sending', pending: 3, conflicts: 2 })).toBe('2 conflicts');
  });

  test('shows the remaining time only if it is known', () => {
    expect(waitingLabel(createSyncStatus())).toBe(null);
    expect(waitingLabel(createSyncStatus({ pending: 1 }))).toBe(null);
    expect(waitingLabel(createSyncStatus({ pending: 240, seconds: 250 }))).toBe('Sending 240 changes takes about 4 minutes.');
    expect([0.4, 7, 31, 90, 5300, 7000].map(formatDuration)).toEqual([
      '1 second',
      '7 seconds',
      '35 seconds',
      '2 minutes',
      '88 minutes',
      '2 hours',
    ]);
  });
});

describe('all together', () => {
  test('show the most severe state, with the conflicts of all projects', () => {
    expect(toOverallStatusDisplay([], now)).toBe(null);
    expect(toOverallStatusDisplay([createSyncStatus(), createSyncStatus()], now)?.label).toBe('Synced');
    expect(
      toOverallStatusDisplay([createSyncStatus(), createSyncStatus({ state: 'stopped' }), createSyncStatus({ conflicts: 3 })], now)?.label,
    ).toBe('Stopped · 3 conflicts (1 project)');
    expect(
      toOverallStatusDisplay(
        [
          createSyncStatus({ state: 'sending', pending: 2 }),
          createSyncStatus({ state: 'sending', pending: 5 }),
          createSyncStatus({ state: 'paused' }),
        ],
        now,
      )?.label,
    ).toBe('Sending 7 (2 projects)');
  });
});
