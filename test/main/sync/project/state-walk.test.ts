/** Walks all transitions of the state machine: docs/sync.md lists every state with its sentence, and each has a way out. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { presentStatus, type StatusInput } from '../../../../main/sync/presenter/present-status.ts';
import { type RefusedRequests, type SyncEvent, type SyncState, transition } from '../../../../main/sync/project/sync-state-machine.ts';
import { noIdAdoption } from '../../../../main/sync/protocol/lookup-response.ts';
import type { PendingWrite, WriteOutcome } from '../../../../main/sync/protocol/sync-request.ts';
import { t } from '../../../../shared/messages/english.ts';
import { message, verbatim } from '../../../../shared/messages/message.ts';
import { settledStatusInput } from '../presenter/settled-status-input.ts';

const initialState: SyncState = { type: 'planning' };
const now = 1_000_000;
/** After every wait. */
const later = 2_000_000_000;
const write: PendingWrite = {
  attempt: 1,
  version: 7,
  updatedAt: 'u1',
  knownIds: [],
  unconfirmedSince: null,
  request: { operation: { type: 'create', kind: 'note', id: 'n1' }, route: 'createNote', method: 'POST', path: '/p/notes', expected: [] },
};
const rests = [
  { pollAt: now, hasConflicts: false, isBlocked: false, hasHeldTexts: false },
  { pollAt: now, hasConflicts: true, isBlocked: false, hasHeldTexts: false },
  { pollAt: now, hasConflicts: false, isBlocked: true, hasHeldTexts: false },
  { pollAt: now, hasConflicts: false, isBlocked: false, hasHeldTexts: true },
];
const outcomes: readonly WriteOutcome[] = [
  { type: 'done', version: 7, newVersion: 8, updatedAt: 'u2', id: 'r1' },
  { type: 'notSent' },
  { type: 'cancelled' },
  { type: 'rateLimited', retryAfter: 2 },
  { type: 'missing' },
  { type: 'unauthorized', status: 403 },
  { type: 'intercepted', status: 403 },
  { type: 'rejected', status: 409, reason: verbatim('No.') },
  { type: 'unconfirmed' },
];
const unavailable = { type: 'unavailable', request: 'readList', detail: verbatim('No.'), now } as const;

/** Every event that there is, with each of its variants that matters. */
const events: { readonly [E in SyncEvent['type']]: readonly Extract<SyncEvent, { type: E }>[] } = {
  wake: [undefined, write].map((pending) => ({ type: 'wake', now: later, write: pending })),
  writeInspected: (
    [
      { type: 'list' },
      { type: 'read' },
      { type: 'wait', until: now + 1 },
      { type: 'blocked', until: now + 1 },
      { type: 'acknowledge', id: 'r1' },
      { type: 'readRecord', read: write.request },
      { type: 'acknowledgeByRecord' },
      { type: 'resend' },
      { type: 'planAgain' },
      { type: 'askUser' },
    ] as const
  ).map((action) => ({ type: 'writeInspected', write, action })),
  compared: (['listOutdated', 'unchanged', 'remoteChanged', 'localChanged'] as const).flatMap((comparison) =>
    rests.flatMap((rest) => [false, true].map((isNewlyListed) => ({ type: 'compared' as const, comparison, isNewlyListed, ...rest }))),
  ),
  planned: (
    [
      { type: 'adoptCreate', create: { pendingWrite: write, id: 'r1', clearEntries: [] } },
      { type: 'adoptConditions', created: { branchId: 'b1', adoption: noIdAdoption } },
      { type: 'merge', part: { command: { do: 'replaceRecords', renamedIds: [], put: [], removedIds: [] }, entries: [] } },
      { type: 'send', write },
      { type: 'lookUp', request: write.request },
      { type: 'checkRecord', read: write.request, write },
      { type: 'verifyWrite', read: write.request, recordId: 'n1' },
      { type: 'awaitRead', until: now + 1 },
      { type: 'planAgain' },
      { type: 'verify' },
      { type: 'none' },
    ] as const
  ).flatMap((action) => rests.map((rest) => ({ type: 'planned' as const, action, ...rest }))),
  listRead: [
    { type: 'listRead', found: 'listed' },
    { type: 'listRead', found: 'missing', request: 'readList', now },
  ],
  read: [{ type: 'read', request: 'readProject' }],
  handedOver: [{ type: 'handedOver' }],
  recordChecked: [{ type: 'recordChecked', write }],
  sent: outcomes.map((outcome) => ({ type: 'sent', write, outcome, now })),
  unavailable: [
    { ...unavailable, isPermanent: true, retryAt: undefined },
    { ...unavailable, isPermanent: false, retryAt: now + 1 },
    { ...unavailable, isPermanent: false, retryAt: undefined },
  ],
  firstReadStarted: [{ type: 'firstReadStarted' }],
  foundIdle: [{ type: 'foundIdle' }],
  failed: [{ type: 'failed', detail: null }],
  retry: [{ type: 'retry' }],
};

/** Before the first refusal of a request, and after it. */
const refusals: readonly RefusedRequests[] = [
  { types: new Set(), intercepted: new Map() },
  { types: new Set(['readList', 'send']), intercepted: new Map() },
];

/** One row of the table in docs/sync.md. */
interface DocumentedState {
  readonly sentence: string;
  /** The events that can happen in it. */
  readonly leftBy: readonly SyncEvent['type'][];
}
const documented = new Map(
  readFileSync(new URL('../../../../docs/sync.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line): [string, DocumentedState][] => {
      const [, name, sentence, leftBy] = /^\| `([a-z]+(?:\([a-z]+\))?)` \| (.+?) \| (.+?) \| .+ \|$/.exec(line) ?? [];
      if (name === undefined || sentence === undefined || leftBy === undefined) return [];
      // The names in the table are checked against the events below.
      return [[name, { sentence, leftBy: leftBy.split(', ').map((each) => each.replaceAll('`', '')) as SyncEvent['type'][] }]];
    }),
);

function nameOf(state: SyncState): string {
  if (state.type === 'waiting') return `waiting(${state.reason})`;
  return state.type === 'reading' ? `reading(${state.target})` : state.type;
}

/** What may happen in any state and solves nothing: that the network goes is no way out. */
const isInterruption = (event: SyncEvent): boolean => event.type === 'failed' || event.type === 'unavailable';

/** The events that can happen in a state. */
const eventsIn = (name: string): SyncEvent[] =>
  (documented.get(name)?.leftBy ?? []).flatMap((type): readonly SyncEvent[] => events[type] ?? []);

/** The states that are reached from the first one, and where each leads by what can happen in it, interruptions aside. */
function walk(): { readonly states: ReadonlyMap<string, SyncState>; readonly next: ReadonlyMap<string, ReadonlySet<string>> } {
  const states = new Map([[nameOf(initialState), initialState]]);
  const next = new Map<string, Set<string>>();
  for (const [name, state] of states)
    for (const event of eventsIn(name)) {
      for (const refused of refusals) {
        const [to] = transition(state, event, refused);
        if (!isInterruption(event)) next.set(name, (next.get(name) ?? new Set()).add(nameOf(to)));
        if (!states.has(nameOf(to))) states.set(nameOf(to), to);
      }
    }
  return { states, next };
}

const settled: StatusInput = { ...settledStatusInput, state: initialState };
/** What the status depends on besides the state. */
const circumstances: Readonly<Record<string, Partial<StatusInput>>> = {
  sending: { pendingCount: 2 },
  'waiting(conflict)': { conflictCount: 1 },
  'waiting(held)': { heldCount: 2 },
  'waiting(blocked)': { pendingCount: 2, blockedCount: 2 },
  'waiting(offline)': {
    connectionState: { type: 'offline', reason: message('remote.unavailable.unreachable'), until: now + 1, failures: 1 },
  },
};

describe('the state machine of a project', () => {
  const { states, next } = walk();

  test('every state that is reached is in docs/sync.md, and no other', () => {
    expect([...documented.keys()].sort()).toEqual([...states.keys()].sort());
  });

  test('every event that a state waits for exists, and every event is waited for', () => {
    const waitedFor = new Set([...documented.values()].flatMap(({ leftBy }) => leftBy));
    expect([...waitedFor].sort()).toEqual(Object.keys(events).sort());
  });

  test.each([...states])('%s has the documented sentence', (name, state) => {
    const status = presentStatus({ ...settled, ...circumstances[name], state });
    expect(t(status.message)).toBe(documented.get(name)?.sentence);
  });

  test.each([...states.keys()])('%s has a way out that ends at rest', (name) => {
    const reached = new Set([name]);
    for (const each of reached) for (const to of next.get(each) ?? []) reached.add(to);
    expect([...(next.get(name) ?? [])].filter((to) => to !== name)).not.toEqual([]);
    expect(reached).toContain('idle');
  });

  test.each([...states])('%s: every step after its time leaves it or does something', (name, state) => {
    for (const event of eventsIn(name).filter(({ type }) => type === 'wake')) {
      const [to, effects] = transition(state, event);
      expect(nameOf(to) !== name || effects.length > 0).toBe(true);
    }
  });
});
