/** How a mirror is said: each state with its words, questions beside it, and the worst of several. */
import { describe, expect, test } from 'vitest';
import {
  formatClockTime,
  formatDuration,
  toOverallStatusDisplay,
  toSyncStatusDisplay,
  waitingLabel,
} from '../../../../renderer/features/sync/sync-status-display.ts';
import type { SyncStatus } from '../../../../shared/contracts/sync.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const status = (some: Partial<SyncStatus> = {}): SyncStatus => ({
  ...{ hash: 'h', there: 't', name: 'Castle', remote: 'Studio', state: 'in step', sentence: '', waiting: 0, seconds: null },
  ...{ isHere: true, questions: 0, refused: 0, reports: 0, until: null, inStepAt: null },
  ...some,
});
const said = (some: Partial<SyncStatus>) => toSyncStatusDisplay(status(some), now).label;

describe('a status', () => {
  test('says what it does, how many, and until when', () => {
    expect(said({})).toBe('In step');
    expect(said({ state: 'sending', waiting: 12 })).toBe('Sending 12');
    expect(said({ state: 'receiving' })).toBe('Receiving');
    expect(said({ state: 'receiving', isHere: false })).toBe('Being fetched');
    expect(said({ state: 'waiting', until: at(90) })).toBe(`Waiting until ${formatClockTime(at(90))} for the limit`);
    expect(said({ state: 'paused', until: at(1800) })).toBe(`Paused until ${formatClockTime(at(1800))}`);
    expect(said({ state: 'paused' })).toBe('Paused');
    expect(said({ state: 'offline', until: at(118) })).toBe('Offline – trying again in 2 minutes');
    expect(said({ state: 'offline', until: at(-3) })).toBe('Offline – trying again now');
    expect(said({ state: 'stopped' })).toBe('Stopped');
  });

  test('has its questions beside it, and is a question to the eye, unless it has stopped', () => {
    expect(toSyncStatusDisplay(status({ state: 'sending', waiting: 1, questions: 2 }), now)).toMatchObject({
      label: 'Sending 1 · 2 questions',
      tone: 'waiting',
    });
    expect(toSyncStatusDisplay(status({ state: 'stopped', questions: 1 }), now)).toMatchObject({
      label: 'Stopped · 1 question',
      tone: 'bad',
    });
  });

  test('says how long it takes only where that is known', () => {
    expect(waitingLabel(status())).toBe(null);
    expect(waitingLabel(status({ waiting: 1 }))).toBe(null);
    expect(waitingLabel(status({ waiting: 240, seconds: 250 }))).toBe('240 changes wait to be sent: about 4 minutes.');
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
  test('are the worst of them, with all questions', () => {
    expect(toOverallStatusDisplay([], now)).toBe(null);
    expect(toOverallStatusDisplay([status(), status()], now)?.label).toBe('In step');
    expect(toOverallStatusDisplay([status(), status({ state: 'stopped' }), status({ questions: 3 })], now)?.label).toBe(
      'Stopped · 3 questions (1 project)',
    );
    expect(
      toOverallStatusDisplay(
        [status({ state: 'sending', waiting: 2 }), status({ state: 'sending', waiting: 5 }), status({ state: 'paused' })],
        now,
      )?.label,
    ).toBe('Sending 7 (2 projects)');
  });
});
