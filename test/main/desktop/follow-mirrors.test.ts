/** What the desktop shows of the mirrors outside of its window: it follows them, and tells the user only what they must do. */
import { describe, expect, test } from 'vitest';
import { followMirrors } from '../../../main/desktop/follow-mirrors.ts';
import { lineOf, noticeOf, togetherIn } from '../../../main/desktop/tray-words.ts';
import type { Event } from '../../../shared/ipc/events.ts';
import type { MirrorStatus } from '../../../shared/mirror.ts';

const status = (some: Partial<MirrorStatus> = {}): MirrorStatus => ({
  ...{ hash: 'h', there: 't', name: 'Castle', remote: 'Studio', state: 'in step', sentence: '', waiting: 0, seconds: null },
  ...{ isHere: true, questions: 0, reports: 0, until: null, inStepAt: null },
  ...some,
});

/** Parts that answer with this list and tell what the test says. */
function fakeParts(list: readonly MirrorStatus[]) {
  const listeners = new Set<(events: Event[]) => void>();
  return {
    call: async () => ({ ok: true as const, value: list }),
    onEvents: (listener: (events: Event[]) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...events: Event[]) => {
      for (const listener of listeners) listener(events);
    },
  };
}
const settled = () => new Promise((done) => setImmediate(done));

describe('following', () => {
  test('begins with what is so, without telling it as news, and goes on with events', async () => {
    const parts = fakeParts([status({ questions: 2 })]);
    const heard: [MirrorStatus | undefined, MirrorStatus | undefined][] = [];
    const mirrors = followMirrors(parts, (now, before) => heard.push([now, before]));
    await settled();
    expect(heard).toEqual([[undefined, undefined]]);
    parts.tell({ event: 'mirror.changed', status: status({ questions: 3 }) });
    expect(heard[1]?.[1]?.questions).toBe(2);
    parts.tell({ event: 'mirror.removed', hash: 'h' });
    expect(mirrors.list()).toEqual([]);
    mirrors.close();
    parts.tell({ event: 'mirror.changed', status: status() });
    expect(mirrors.list()).toEqual([]);
  });
});

describe('a notification', () => {
  test('is for questions that have come and for work that is blocked, and for nothing else', () => {
    expect(noticeOf(status(), status({ state: 'sending', waiting: 4 }))).toBe(null);
    expect(noticeOf(status(), status({ state: 'offline' }))).toBe(null);
    expect(noticeOf(status({ questions: 2 }), status({ questions: 1 }))).toBe(null);
    expect(noticeOf(status({ questions: 1 }), status({ questions: 3 }))).toMatchObject({
      title: '2 questions about Castle',
      why: 'question',
    });
    const stopped = status({ state: 'stopped', sentence: 'The key was revoked.' });
    expect(noticeOf(status(), stopped)).toMatchObject({ body: 'The key was revoked.', why: 'stopped' });
    expect(noticeOf(stopped, stopped)).toBe(null);
  });
});

test('the menu names each project, the tooltip all together', () => {
  expect(lineOf(status({ state: 'sending', waiting: 3, questions: 1 }))).toBe('Castle: Sending 3 · 1 question');
  expect(togetherIn([status(), status({ state: 'offline' }), status({ questions: 2 })])).toBe('Taleport · Offline · 2 questions');
  expect(togetherIn([])).toBe('Taleport');
});
