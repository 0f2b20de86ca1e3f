import { describe, expect, test } from 'vitest';
import { transitionUpdate, type UpdateEvent } from '../../../../main/desktop/updates/update-service.ts';
import { describeUpdateState, type UpdateState } from '../../../../shared/contracts/updates.ts';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';

const update = { version: '1.3.0', notes: '' };
const idle: UpdateState = { name: 'idle', checkedAt: null };
const reason = verbatim('The server is busy.');

/** The states and effects after each event. */
function run(start: UpdateState, ...events: UpdateEvent[]) {
  let state = start;
  return events.map((event) => {
    const next = transitionUpdate(state, event);
    state = next.state;
    return [next.state.name, ...next.effects].join(' + ');
  });
}

describe('the states of an update', () => {
  test('a program that can install downloads what it finds', () => {
    expect(
      run(
        idle,
        { event: 'checkRequested' },
        { event: 'found', update, canInstall: true },
        { event: 'progress', done: 1, total: 2 },
        { event: 'downloaded' },
      ),
    ).toEqual(['checking + check', 'downloading + download', 'downloading', 'ready']);
  });

  test('a program that the user installs only reports it', () => {
    expect(run(idle, { event: 'checkRequested' }, { event: 'found', update, canInstall: false })).toEqual([
      'checking + check',
      'available',
    ]);
  });

  test.each<UpdateState>([
    { name: 'checking' },
    { name: 'downloading', update, done: 0, total: 0 },
    { name: 'ready', update },
    { name: 'disabled', reason: 'policy' },
  ])('$name: another check changes nothing', (state) => {
    expect(transitionUpdate(state, { event: 'checkRequested' })).toEqual({ state, effects: [] });
  });

  test.each<UpdateState>([{ name: 'available', update }, { name: 'failed', reason, update: null }, idle])(
    '$name: checks again',
    (state) => {
      expect(run(state, { event: 'checkRequested' })).toEqual(['checking + check']);
    },
  );

  test('turned off, nothing more is downloaded or installed', () => {
    expect(run({ name: 'downloading', update, done: 0, total: 0 }, { event: 'turnedOff' }, { event: 'downloaded' })).toEqual([
      'idle + cancelDownload',
      'idle',
    ]);
    expect(run({ name: 'ready', update }, { event: 'turnedOff' })).toEqual(['idle']);
    expect(run({ name: 'checking' }, { event: 'turnedOff' }, { event: 'found', update, canInstall: true })).toEqual(['idle', 'idle']);
  });

  test('each state has its sentence', () => {
    const states: UpdateState[] = [
      { name: 'disabled', reason: 'development' },
      { name: 'disabled', reason: 'policy' },
      { name: 'disabled', reason: 'noFeed' },
      idle,
      { name: 'idle', checkedAt: 0 },
      { name: 'checking' },
      { name: 'available', update },
      { name: 'downloading', update, done: 0, total: 0 },
      { name: 'ready', update },
      { name: 'failed', reason, update: null },
    ];
    const sentences = states.map((state) => t(describeUpdateState(state)));
    expect(new Set(sentences).size).toBe(states.length);
    expect(sentences.at(-1)).toBe('The server is busy. Try again with “Check for updates”.');
  });
});
