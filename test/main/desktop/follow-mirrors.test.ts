/** What the desktop shows of the mirrors outside of its window: it follows them, and tells the user only what they must do. */
import { describe, expect, test } from 'vitest';
import { followMirrors } from '../../../main/desktop/follow-mirrors.ts';
import { openNotices } from '../../../main/desktop/notices.ts';
import { lineOf, togetherIn } from '../../../main/desktop/tray-words.ts';
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
  /** What has been asked up to now: the program answers so. */
  let open: readonly string[] = [];
  const notices = openNotices(async () => ({
    ok: true as const,
    value: open.map((id) => ({ id, sentence: `Both changed ${id}.` })),
  }));
  const ask = (...ids: string[]) => {
    open = ids;
    return status({ questions: ids.length });
  };

  test('is for questions that have come, and for nothing else', async () => {
    const [none, one] = [status(), status({ questions: 1 })];
    await notices.know(ask('old'));
    expect(await notices.of(ask('old', 'gate'), one)).toEqual({
      title: '1 question about Castle',
      body: 'Both changed gate.',
      question: 'gate',
    });
    expect(await notices.of(ask('gate'), status({ questions: 2 }))).toBe(null);
    expect(await notices.of(ask('gate', 'wall', 'moat'), one)).toMatchObject({ title: '2 questions about Castle', question: 'wall' });
    expect(await notices.of(status({ state: 'sending', waiting: 4 }), none)).toBe(null);
    expect(await notices.of(status({ state: 'offline' }), none)).toBe(null);
  });

  test('is for work that is blocked, once', async () => {
    const stopped = status({ state: 'stopped', sentence: 'The key was revoked.' });
    expect(await notices.of(stopped, status())).toMatchObject({ body: 'The key was revoked.', question: null });
    expect(await notices.of(stopped, stopped)).toBe(null);
  });
});

test('the menu names each project, the tooltip all together', () => {
  expect(lineOf(status({ state: 'sending', waiting: 3, questions: 1 }))).toBe('Castle: Sending 3 · 1 question');
  expect(lineOf(status({ state: 'offline', until: '2026-11-21T14:05:09Z' }))).toMatch(/^Castle: Offline, trying again at \d\d:05$/);
  expect(lineOf(status({ state: 'paused' }))).toBe('Castle: Paused');
  expect(lineOf(status({ state: 'receiving', isHere: false }))).toBe('Castle: Being fetched');
  expect(togetherIn([status(), status({ state: 'offline' }), status({ questions: 2 })])).toBe('Taleport · Offline · 2 questions');
  expect(togetherIn([])).toBe('Taleport');
});
