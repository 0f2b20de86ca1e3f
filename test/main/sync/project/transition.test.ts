/** The state machine of a synced project, as a table: from which state, by which event, to which state, with which effects. */

import { describe, expect, test } from 'vitest';
import {
  type SyncEvent,
  type SyncRequestType,
  type SyncState,
  SyncStateMachine,
  toStepResult,
  transition,
} from '../../../../main/sync/project/sync-state-machine.ts';
import type { PendingWrite, WriteOutcome } from '../../../../main/sync/protocol/sync-request.ts';
import { verbatim } from '../../../../shared/messages/message.ts';

const now = 1_000_000;
const write: PendingWrite = {
  request: {
    operation: { type: 'create', kind: 'note', id: 'n1' },
    route: 'createNote',
    method: 'POST',
    path: '/p/notes',
    body: { x: 1 },
    expected: [],
  },
  attempt: 1,
  version: 7,
  updatedAt: 'u1',
  knownIds: [],
  unconfirmedSince: null,
};
const unconfirmed: PendingWrite = { ...write, unconfirmedSince: now - 10 };
const planning: SyncState = { type: 'planning' };
const readingRecord: SyncState = { type: 'reading', target: 'record' };
const idle: SyncState = { type: 'idle', until: 5 };
const limited: SyncState = { type: 'waiting', reason: 'limit', until: now + 1 };
const offline: SyncState = { type: 'waiting', reason: 'offline', until: now + 1, detail: null };
const stopped: SyncState = { type: 'stopped', cause: { reason: 'internalError' } };
const rest = { pollAt: 99, hasConflicts: false, isBlocked: false, hasHeldTexts: false };
const sent = (outcome: WriteOutcome, id = 'n1'): SyncEvent => {
  const { request } = write;
  return { type: 'sent', write: { ...write, request: { ...request, operation: { ...request.operation, id } } }, outcome, now };
};
const inspected = (action: Extract<SyncEvent, { type: 'writeInspected' }>['action']): SyncEvent => ({
  type: 'writeInspected',
  write: unconfirmed,
  action,
});
const compared = (comparison: Extract<SyncEvent, { type: 'compared' }>['comparison'], hasConflicts = false): SyncEvent => ({
  type: 'compared',
  comparison,
  isNewlyListed: false,
  ...rest,
  hasConflicts,
});
const wake = (pending?: PendingWrite): SyncEvent => ({ type: 'wake', now, write: pending });
const unavailable = (isPermanent: boolean, retryAt?: number): SyncEvent => ({
  type: 'unavailable',
  request: 'readProject',
  detail: verbatim('No.'),
  isPermanent,
  retryAt,
  now,
});

const missing = (request: SyncRequestType): SyncEvent => ({ type: 'listRead', found: 'missing', request, now });

const table: readonly (readonly [from: SyncState, event: SyncEvent, to: unknown, effects: readonly string[]])[] = [
  // A step starts.
  [idle, wake(), planning, ['compare']],
  [stopped, wake(), planning, ['compare']],
  [limited, wake(), limited, []],
  [offline, wake(write), offline, []],
  [{ ...limited, until: now }, wake(), planning, ['compare']],
  [idle, wake(unconfirmed), { type: 'settling', until: null }, ['inspectWrite']],
  [idle, wake(write), { type: 'settling', until: null }, ['markInterruptedWrite', 'inspectWrite']],
  // A write without an outcome.
  [planning, inspected({ type: 'list' }), { type: 'reading', target: 'list' }, ['readList']],
  [planning, inspected({ type: 'read' }), { type: 'reading', target: 'project' }, ['readProject']],
  [planning, inspected({ type: 'wait', until: 7 }), { type: 'settling', until: 7 }, []],
  [planning, inspected({ type: 'blocked', until: 7 }), { type: 'waiting', reason: 'blocked', until: 7 }, []],
  [planning, inspected({ type: 'acknowledge', id: 'r1' }), planning, ['confirmWrite']],
  [planning, inspected({ type: 'resend' }), { type: 'sending' }, ['send']],
  [planning, inspected({ type: 'planAgain' }), planning, ['abandonWrite']],
  [planning, inspected({ type: 'askUser' }), planning, ['askAboutCreate']],
  // Both sides compared with the base.
  [planning, compared('listOutdated'), { type: 'reading', target: 'list' }, ['readList']],
  [planning, compared('unchanged'), { type: 'idle', until: 99 }, []],
  [planning, compared('unchanged', true), { type: 'waiting', reason: 'conflict', until: 99 }, []],
  [planning, compared('remoteChanged'), { type: 'reading', target: 'project' }, ['readProject']],
  [planning, compared('localChanged'), planning, ['plan']],
  // The list and the project were read.
  [planning, { type: 'listRead', found: 'listed' }, planning, []],
  [planning, missing('firstRead'), { type: 'waiting', reason: 'offline', until: now + 5000, isRefused: true }, []],
  [planning, missing('readList'), { type: 'waiting', reason: 'offline', until: now + 5000, isRefused: true }, []],
  [{ type: 'reading', target: 'project' }, { type: 'read', request: 'readProject' }, planning, []],
  [planning, { type: 'firstReadStarted' }, { type: 'reading', target: 'project' }, []],
  // The plan.
  [planning, { type: 'planned', action: { type: 'send', write }, ...rest }, { type: 'sending' }, ['send']],
  [
    planning,
    { type: 'planned', action: { type: 'lookUp', request: write.request }, ...rest },
    { type: 'reading', target: 'record' },
    ['lookUp'],
  ],
  [planning, { type: 'planned', action: { type: 'planAgain' }, ...rest }, planning, ['discardPlan']],
  [planning, { type: 'planned', action: { type: 'none' }, ...rest }, { type: 'idle', until: 99 }, ['saveIdleCheckpoint']],
  [
    planning,
    { type: 'planned', action: { type: 'none' }, ...rest, hasConflicts: true, isBlocked: true },
    { type: 'waiting', reason: 'conflict', until: 99 },
    ['saveIdleCheckpoint'],
  ],
  [
    planning,
    { type: 'planned', action: { type: 'none' }, ...rest, isBlocked: true },
    { type: 'waiting', reason: 'blocked', until: 99 },
    ['saveIdleCheckpoint'],
  ],
  [
    planning,
    { type: 'planned', action: { type: 'none' }, ...rest, hasHeldTexts: true },
    { type: 'waiting', reason: 'held', until: 99 },
    ['saveIdleCheckpoint'],
  ],
  [planning, { type: 'planned', action: { type: 'verify' }, ...rest }, { type: 'reading', target: 'list' }, ['verifyRemote', 'readList']],
  // (I39) The answered write is the first of its fields.
  [
    planning,
    { type: 'planned', action: { type: 'verifyWrite', read: write.request, recordId: 'r1' }, ...rest },
    readingRecord,
    ['verifyWrite'],
  ],
  // (I36) The project cannot be read at the moment.
  [planning, { type: 'planned', action: { type: 'checkRecord', read: write.request, write }, ...rest }, readingRecord, ['checkRecord']],
  [readingRecord, { type: 'recordChecked', write }, { type: 'sending', operation: write.request.operation }, ['send']],
  [readingRecord, { type: 'read', request: 'lookUp' }, planning, []],
  [planning, { type: 'planned', action: { type: 'awaitRead', until: 7 }, ...rest }, { type: 'waiting', reason: 'limit', until: 7 }, []],
  [planning, { type: 'writeInspected', write, action: { type: 'readRecord', read: write.request } }, readingRecord, ['inspectByRecord']],
  [readingRecord, { type: 'writeInspected', write, action: { type: 'acknowledgeByRecord' } }, planning, ['confirmWriteByRecord']],
  // A write has an outcome.
  [planning, sent({ type: 'done', version: 7, newVersion: 8, updatedAt: 'u2', id: 'r1' }), planning, ['acknowledge']],
  [planning, sent({ type: 'notSent' }), { type: 'waiting', reason: 'offline', until: now + 5000 }, ['storeOutcome']],
  [
    planning,
    sent({ type: 'rateLimited', retryAfter: 2 }),
    { type: 'waiting', reason: 'limit', until: now + 2000 },
    ['storeOutcome', 'forgetRemote'],
  ],
  [
    planning,
    sent({ type: 'rateLimited', retryAfter: undefined }),
    { type: 'waiting', reason: 'limit', until: now + 60_000 },
    ['storeOutcome', 'forgetRemote'],
  ],
  [planning, sent({ type: 'unconfirmed' }), { type: 'settling', until: null }, ['storeOutcome', 'forgetRemote']],
  [planning, sent({ type: 'missing' }), planning, ['storeOutcome', 'forgetRemote', 'resetRecord']],
  [
    planning,
    sent({ type: 'unauthorized', status: 401 }),
    { type: 'stopped', cause: { reason: 'unauthorized', status: 401 } },
    ['storeOutcome'],
  ],
  [
    planning,
    sent({ type: 'unauthorized', status: 403 }),
    { type: 'waiting', reason: 'offline', until: now + 5000, isRefused: true },
    ['storeOutcome'],
  ],
  [planning, sent({ type: 'rejected', status: 400, reason: verbatim('No.') }), planning, ['storeOutcome']],
  // No usable response, a bug, a retry.
  [planning, unavailable(true, 9), { type: 'waiting', reason: 'offline', until: now + 5000, isRefused: true }, []],
  [idle, { type: 'foundIdle' }, { type: 'idle', until: Number.POSITIVE_INFINITY }, []],
  [planning, unavailable(false, 9), { type: 'waiting', reason: 'limit', until: 9 }, []],
  [planning, unavailable(false), { type: 'waiting', reason: 'offline', until: now + 5000 }, []],
  [planning, { type: 'failed', detail: null }, stopped, []],
  [
    planning,
    { type: 'failed', detail: verbatim('Disk full.') },
    { type: 'stopped', cause: { reason: 'unavailable', detail: verbatim('Disk full.') } },
    [],
  ],
  [limited, { type: 'retry' }, planning, []],
  [offline, { type: 'retry' }, planning, []],
  [idle, { type: 'retry' }, idle, []],
  [stopped, { type: 'retry' }, stopped, []],
];

describe('transitions', () => {
  test.each(table)('%# from %o by %o', (from, event, to, effects) => {
    const [state, performed] = transition(from, event);
    expect(state).toMatchObject(to as object);
    expect(performed.map(({ type }) => type)).toEqual(effects);
  });

  test('[I6] a write is sent again only as another attempt with an open outcome', () => {
    const [, [effect]] = transition(planning, inspected({ type: 'resend' }));
    expect(effect).toMatchObject({ type: 'send', write: { attempt: 2, unconfirmedSince: null } });
  });

  test('[I7, I8] a write of unknown outcome stays stored as unconfirmed since it was noticed; a decided one is cleared', () => {
    const entriesAfter = (outcome: WriteOutcome) =>
      transition(planning, sent(outcome))[1].flatMap((effect) => (effect.type === 'storeOutcome' ? effect.entries : []));
    expect(entriesAfter({ type: 'unconfirmed' })).toEqual([{ id: 'pending-write', value: { ...write, unconfirmedSince: now } }]);
    const answered = { ...write, unconfirmedSince: now, isAnswered: true };
    expect(entriesAfter({ type: 'rateLimited', retryAfter: 1 })).toEqual([{ id: 'pending-write', value: answered }]);
    for (const outcome of [{ type: 'notSent' }, { type: 'missing' }, { type: 'unauthorized', status: 401 }] as const)
      expect(entriesAfter(outcome)).toEqual([{ id: 'pending-write', value: null }]);
    const rejected = entriesAfter({ type: 'rejected', status: 409, reason: verbatim('No.') });
    expect(rejected).toMatchObject([
      { id: 'pending-write', value: null },
      { value: { reason: verbatim('No.'), pendingWrite: write, remoteState: '7 u1' } },
    ]);
  });

  test.each([
    ['a 404', 'readProject', unavailable(true)],
    ['a list without the project', 'readList', missing('readList')],
    ['a list without the project at its first read', 'firstRead', missing('firstRead')],
    ['a 403 of a write', 'send', sent({ type: 'unauthorized', status: 403 })],
  ] as const)('a project is stopped by the second refusal in a row: %s', (_, request, refusal) => {
    const machine = new SyncStateMachine();
    machine.dispatch(refusal);
    expect(machine.state).toMatchObject({ type: 'waiting', isRefused: true });
    machine.dispatch(refusal);
    expect(machine.state.type).toBe('stopped');
    const answers = {
      firstRead: { type: 'read', request: 'firstRead' },
      readProject: { type: 'read', request: 'readProject' },
      readList: { type: 'listRead', found: 'listed' },
      send: sent({ type: 'done', version: 7, newVersion: 8, updatedAt: 'u2', id: 'r1' }),
    } as const;
    machine.dispatch(answers[request]);
    machine.dispatch(refusal);
    expect(machine.state).toMatchObject({ type: 'waiting', isRefused: true });
  });

  test('[I44] a write that something in between refuses is rejected alone once the list shows that reads go on', () => {
    const intercepted = sent({ type: 'intercepted', status: 403 });
    const machine = new SyncStateMachine();
    const wakeUp = () => machine.dispatch(wake());
    machine.dispatch(intercepted);
    expect(machine.state).toMatchObject({ type: 'waiting', reason: 'offline', isRefused: true });
    // That of another write says nothing about this one.
    machine.dispatch(intercepted);
    expect(machine.state).toMatchObject({ type: 'waiting', reason: 'offline', isRefused: true });
    // Neither an edit, which ends the wait, nor a list without an answer lets the write be sent again before the list.
    machine.dispatch({ type: 'retry' });
    expect(wakeUp()).toEqual([{ type: 'readList' }]);
    machine.dispatch(unavailable(false));
    machine.dispatch({ type: 'retry' });
    expect(wakeUp()).toEqual([{ type: 'readList' }]);
    machine.dispatch({ type: 'listRead', found: 'listed' });
    expect(wakeUp()).toEqual([{ type: 'compare' }]);
    // Neither is the refusal forgotten because another write had no answer.
    for (const outcome of [{ type: 'notSent' }, { type: 'unconfirmed' }, { type: 'rateLimited', retryAfter: 1 }] as const)
      machine.dispatch(sent(outcome));
    const [effect] = machine.dispatch(intercepted);
    expect(effect).toMatchObject({
      type: 'storeOutcome',
      entries: [{ id: 'pending-write', value: null }, { id: expect.stringContaining('rejected/') }],
    });
    expect(machine.state.type).toBe('planning');
    machine.dispatch(intercepted);
    expect(machine.state).toMatchObject({ type: 'waiting', isRefused: true });
    // One that is answered was let through.
    machine.dispatch(sent({ type: 'done', version: 7, newVersion: 8, updatedAt: 'u2', id: 'r1' }));
    expect(wakeUp()).toEqual([{ type: 'compare' }]);
  });

  test('[I44] of several uploads that something in between refuses, each is repeated once, whatever becomes of the others meanwhile', () => {
    const machine = new SyncStateMachine();
    const answer = (id: string, outcome: WriteOutcome) => {
      machine.dispatch(sent(outcome, id));
      return machine.state.type === 'planning' ? 'ended' : 'repeated';
    };
    const intercepted = { type: 'intercepted', status: 403 } as const;
    const done = { type: 'done', version: 7, newVersion: 8, updatedAt: 'u2', id: 'r1' } as const;
    const listed = { type: 'listRead', found: 'listed' } as const;
    expect(answer('a', intercepted)).toBe('repeated');
    machine.dispatch(listed);
    expect([answer('b', intercepted), answer('c', done)]).toEqual(['repeated', 'ended']);
    expect(machine.dispatch(wake())).toEqual([{ type: 'readList' }]);
    machine.dispatch(listed);
    expect([answer('a', intercepted), answer('b', intercepted)]).toEqual(['ended', 'ended']);
  });

  test.each([
    [false, 'waiting'],
    [true, 'planning'],
  ] as const)('[I44] a write that is not wanted any more (others wait: %s) leaves nothing behind for a later one', (isBlocked, state) => {
    const machine = new SyncStateMachine();
    const intercepted = sent({ type: 'intercepted', status: 403 });
    machine.dispatch(intercepted);
    machine.dispatch({ type: 'listRead', found: 'listed' });
    machine.dispatch({ type: 'planned', action: { type: 'none' }, ...rest, isBlocked });
    machine.dispatch(intercepted);
    expect(machine.state.type).toBe(state);
  });

  test('a list that another project has requested ends a refusal; a comparison with an older list does not', () => {
    const stateAfterSecondRefusal = (between: SyncEvent) => {
      const machine = new SyncStateMachine();
      for (const event of [missing('readList'), between, missing('readList')]) machine.dispatch(event);
      return machine.state;
    };
    const unchanged = (isNewlyListed: boolean): SyncEvent => ({ type: 'compared', comparison: 'unchanged', isNewlyListed, ...rest });
    for (const event of [unchanged(true), { type: 'foundIdle' } as const])
      expect(stateAfterSecondRefusal(event)).toMatchObject({ type: 'waiting', isRefused: true });
    expect(stateAfterSecondRefusal(unchanged(false))).toEqual({ type: 'stopped', cause: { reason: 'projectMissing' } });
  });
});

test('what a step reports about its final state', () => {
  expect(toStepResult(planning, 'merge')).toEqual({ type: 'progressed', action: 'merge' });
  expect(toStepResult({ type: 'settling', until: null }, 'send')).toEqual({ type: 'progressed', action: 'send' });
  expect(toStepResult({ type: 'settling', until: 7 }, 'inspectWrite')).toEqual({ type: 'waiting', until: 7, reason: 'settling' });
  expect(toStepResult(idle, 'compare')).toEqual({ type: 'waiting', until: 5, reason: 'synced' });
  expect(toStepResult({ type: 'waiting', reason: 'conflict', until: 5 }, 'compare')).toEqual({
    type: 'waiting',
    until: 5,
    reason: 'synced',
  });
  expect(toStepResult(stopped, 'compare')).toEqual({ type: 'stopped', cause: { reason: 'internalError' } });
});
