/** The transitions of a target as a table: state, event, next state, effects. No effect is performed. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompletedDelivery } from '../../../../main/delivery/folder/delivery-run.ts';
import { defaultSettings } from '../../../../main/delivery/target/target-row.ts';
import {
  initialTargetState,
  type OpenTargetState,
  repeatableDelivery,
  type TargetEffect,
  type TargetEvent,
  type TargetState,
  transitionTarget,
} from '../../../../main/delivery/target/target-state.ts';
import { message, verbatim } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { cases, expectEnough } from '../../../rounds.ts';

const schedule = {
  mode: 'live',
  isRunQueued: false,
  isChangePending: false,
  isClosing: false,
  retryDelay: 1000,
  lastDelivery: null,
} as const;
const finding = {
  severity: 'warning',
  rule: 'dead-end',
  message: message('check.jumper.notConnected', { board: 'Gate' }),
  kind: 'jumper',
  id: 'j',
} as const;
const foreign = [{ path: 'a.json', what: 'changed', sha256: '0'.repeat(64) }] as const;
const diskFull = new Problem('folder', message('targets.blocked.diskFull', { folder: '/game' }));
const storyErrors = new Problem('storyError', message('targets.status.paused'));
const delivery: CompletedDelivery = {
  type: 'done',
  version: 7,
  written: ['project.json'],
  removed: [],
  skipped: [],
  otherStoryFiles: [],
  findings: [],
  paths: ['project.json', 'assets/a.png'],
  texts: [],
  copies: [],
  swapsFiles: true,
};
const nothingNew: CompletedDelivery = { ...delivery, written: [] };

const states = {
  paused: { ...schedule, type: 'paused', restoredExport: null },
  restored: { ...schedule, type: 'paused', restoredExport: { exportedAt: '2026-01-01T00:00:00Z', version: 3 } },
  starting: { ...schedule, type: 'waiting', reason: 'starting', findings: [] },
  changed: { ...schedule, type: 'waiting', reason: 'storyChanged', findings: [], isChangePending: true },
  writing: { ...schedule, type: 'writing', findings: [] },
  upToDate: { ...schedule, type: 'upToDate', skipped: [], otherStoryFiles: [], findings: [finding] },
  foreign: { ...schedule, type: 'changedByOthers', foreign, findings: [] },
  blocked: { ...schedule, type: 'blocked', problem: diskFull, findings: [], retryDelay: 4000 },
  storyErrors: { ...schedule, type: 'blocked', problem: storyErrors, findings: [] },
  onRequest: { ...schedule, type: 'upToDate', skipped: [], otherStoryFiles: [], findings: [], mode: 'onRequest' },
  queued: { ...schedule, type: 'upToDate', skipped: [], otherStoryFiles: [], findings: [], isRunQueued: true },
  closing: { ...schedule, type: 'upToDate', skipped: [], otherStoryFiles: [], findings: [], isClosing: true },
} satisfies Record<string, OpenTargetState>;

const delivered = { type: 'filesDelivered', delivery, isRestoredExport: false, settings: defaultSettings, exportedAt: 5 } as const;
const failed = { type: 'runFailed', problem: diskFull, isProjectMissing: false, findings: [] } as const;
const settingsChanged = { type: 'settingsChanged', isOn: true, isPollingChanged: false } as const;

const table: [keyof typeof states, TargetEvent, object, readonly (TargetEffect['type'] | TargetEffect)[]][] = [
  ['starting', { type: 'opened' }, { type: 'waiting' }, ['enqueueRecovery', 'startWatching', 'scheduleStart', 'publish']],
  ['paused', { type: 'opened' }, { type: 'paused' }, ['enqueueRecovery', 'publish']],
  ['onRequest', { type: 'opened' }, { type: 'upToDate' }, ['enqueueRecovery', 'publish']],
  ['upToDate', { type: 'added' }, { type: 'upToDate' }, ['startWatching', 'publish']],
  ['starting', { type: 'startElapsed' }, { type: 'waiting', isRunQueued: true }, ['enqueueRun']],
  ['paused', { type: 'startElapsed' }, { type: 'paused', isRunQueued: false }, []],
  ['queued', { type: 'folderDiffers' }, { isRunQueued: true }, []],
  ['queued', { type: 'queuedRunBegan' }, { isRunQueued: false }, ['run']],
  ['closing', { type: 'queuedRunBegan' }, { isRunQueued: false }, ['run']],
  ['paused', { type: 'queuedRunBegan' }, { isRunQueued: false }, []],
  ['upToDate', { type: 'inspectionBegan' }, { type: 'upToDate', isRunQueued: false }, ['inspect']],
  ['blocked', { type: 'inspectionBegan' }, { type: 'blocked', isRunQueued: true }, ['enqueueRun']],
  ['foreign', { type: 'inspectionBegan' }, { type: 'changedByOthers', isRunQueued: false }, ['inspect']],
  ['storyErrors', { type: 'inspectionBegan' }, { type: 'blocked', isRunQueued: false }, ['inspect']],
  ['paused', { type: 'inspectionBegan' }, { type: 'paused', isRunQueued: false }, []],
  ['changed', { type: 'inspectionBegan' }, { isChangePending: true, isRunQueued: false }, []],

  [
    'upToDate',
    { type: 'storyChanged' },
    { type: 'waiting', reason: 'storyChanged', findings: [finding], isChangePending: true },
    ['publish', 'scheduleChanges'],
  ],
  ['blocked', { type: 'storyChanged' }, { type: 'blocked', isChangePending: true }, ['scheduleChanges']],
  ['foreign', { type: 'storyChanged' }, { type: 'changedByOthers', foreign, isChangePending: true }, ['scheduleChanges']],
  ['onRequest', { type: 'storyChanged' }, { type: 'waiting', reason: 'storyChanged', isChangePending: false }, ['publish']],
  ['paused', { type: 'storyChanged' }, { type: 'paused', isChangePending: false }, []],
  ['closing', { type: 'storyChanged' }, { type: 'upToDate', isChangePending: false }, []],
  ['changed', { type: 'changesDue' }, { isChangePending: false, isRunQueued: true }, ['enqueueRun']],
  ['changed', { type: 'storyRead' }, { isChangePending: false }, ['cancelChanges']],

  ['upToDate', { type: 'folderChanged' }, { type: 'upToDate' }, ['enqueueInspection']],
  ['closing', { type: 'folderChanged' }, { type: 'upToDate' }, []],
  ['upToDate', { type: 'folderDiffers' }, { isRunQueued: true }, ['enqueueRun']],
  ['blocked', { type: 'folderReturned' }, { type: 'blocked', retryDelay: 1000, isRunQueued: true }, ['cancelRetry', 'enqueueRun']],
  ['blocked', { type: 'retryElapsed' }, { type: 'blocked', retryDelay: 4000, isRunQueued: true }, ['enqueueRun']],

  ['upToDate', { type: 'writingBegan' }, { type: 'writing', findings: [finding] }, ['publish']],
  ['foreign', { type: 'writingBegan' }, { type: 'writing' }, ['publish']],
  ['restored', { type: 'writingBegan' }, { type: 'paused', restoredExport: { version: 3 } }, ['publish']],
  ['restored', failed, { type: 'paused', restoredExport: { version: 3 } }, ['publish']],
  [
    'restored',
    { ...settingsChanged, isOn: false },
    { type: 'paused', restoredExport: { version: 3 } },
    ['cancelChanges', 'cancelRetry', 'stopWatching', 'publish'],
  ],
  ['restored', delivered, { type: 'paused', restoredExport: null }, ['cancelRetry', 'storeExport', 'watchPaths']],
  [
    'blocked',
    delivered,
    { type: 'blocked', retryDelay: 1000, lastDelivery: { delivery, version: 7, settings: defaultSettings } },
    [
      'cancelRetry',
      { type: 'storeExport', version: 7, exportedAt: 5, hasWrittenFiles: true, isRestoredExport: false },
      { type: 'watchPaths', exported: delivery.paths, others: null },
    ],
  ],
  ['writing', { ...delivered, isRestoredExport: true }, { lastDelivery: { version: null } }, ['cancelRetry', 'storeExport', 'watchPaths']],
  [
    'writing',
    { type: 'runCompleted', delivery, findings: [finding], exportedAt: 5 },
    { type: 'upToDate', findings: [finding] },
    ['recordExport', 'publish', { type: 'announceDelivery', written: ['project.json'], removed: [] }],
  ],
  [
    'starting',
    { type: 'runCompleted', delivery: nothingNew, findings: [], exportedAt: 5 },
    { type: 'upToDate' },
    ['recordExport', 'publish'],
  ],
  [
    'changed',
    { type: 'runCompleted', delivery: nothingNew, findings: [], exportedAt: 5 },
    { type: 'waiting', reason: 'storyChanged', isChangePending: true },
    ['recordExport', 'publish'],
  ],
  [
    'paused',
    { type: 'runCompleted', delivery: nothingNew, findings: [finding], exportedAt: 5 },
    { type: 'paused' },
    ['recordExport', 'publish'],
  ],
  [
    'blocked',
    { type: 'foreignFilesFound', foreign, findings: [] },
    { type: 'changedByOthers', foreign, retryDelay: 1000 },
    ['cancelRetry', { type: 'watchPaths', exported: [], others: ['a.json'] }, 'publish'],
  ],

  ['upToDate', failed, { type: 'blocked', problem: diskFull, retryDelay: 2000 }, [{ type: 'scheduleRetry', delay: 1000 }, 'publish']],
  ['blocked', failed, { type: 'blocked', retryDelay: 8000 }, [{ type: 'scheduleRetry', delay: 4000 }, 'publish']],
  ['upToDate', { ...failed, isProjectMissing: true }, { type: 'blocked' }, ['markFolderMissing', 'scheduleRetry', 'publish']],
  [
    'blocked',
    { ...failed, problem: new Problem('storyError', verbatim('No start.')) },
    { type: 'blocked', retryDelay: 1000 },
    ['cancelRetry', 'publish'],
  ],
  ['paused', failed, { type: 'paused', retryDelay: 1000 }, ['publish']],
  ['onRequest', failed, { type: 'blocked' }, ['publish']],

  ['paused', settingsChanged, { type: 'waiting', reason: 'starting' }, ['cancelChanges', 'cancelRetry', 'startWatching', 'publish']],
  ['blocked', settingsChanged, { type: 'blocked', retryDelay: 1000 }, ['cancelChanges', 'cancelRetry', 'startWatching', 'publish']],
  [
    'upToDate',
    { ...settingsChanged, isPollingChanged: true },
    { type: 'upToDate' },
    ['cancelChanges', 'cancelRetry', 'stopWatching', 'startWatching', 'publish'],
  ],
  [
    'changed',
    { ...settingsChanged, isOn: false },
    { type: 'paused', restoredExport: null, isChangePending: false },
    ['cancelChanges', 'cancelRetry', 'stopWatching', 'publish'],
  ],
  [
    'upToDate',
    { type: 'exportRestored', exportedAt: '2026-01-01T00:00:00Z', version: 3 },
    { type: 'paused', restoredExport: { exportedAt: '2026-01-01T00:00:00Z', version: 3 } },
    ['cancelChanges', 'stopWatching', 'publish'],
  ],
  [
    'changed',
    { type: 'closeRequested' },
    { type: 'waiting', isClosing: true, isChangePending: false },
    ['cancelChanges', 'cancelInspection', 'cancelRetry', 'enqueueLastRun'],
  ],
  ['upToDate', { type: 'ended' }, { type: 'closed', last: states.upToDate }, ['cancelChanges', 'cancelInspection', 'cancelRetry']],
];

describe('transitions', () => {
  test.each(table.map((row) => [row[0], row[1].type, row] as const))('[Targets] %s, %s', (_state, _event, [from, event, to, effects]) => {
    const [next, performed] = transitionTarget(states[from], event);
    expect(next).toMatchObject(to);
    expect(performed).toHaveLength(effects.length);
    for (const [at, effect] of effects.entries())
      expect(performed[at]).toMatchObject(typeof effect === 'string' ? { type: effect } : effect);
  });

  test('[Targets] a retry is never more than half a minute away', () => {
    let state: TargetState = states.upToDate;
    const delays: unknown[] = [];
    for (let count = 0; count < 8; count += 1) {
      const [next, effects] = transitionTarget(state, failed);
      delays.push(...effects.flatMap((effect) => (effect.type === 'scheduleRetry' ? [effect.delay / 1000] : [])));
      state = next;
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  });

  test('[Targets] a target starts paused or waiting, depending on its settings', () => {
    expect(initialTargetState({ on: false }, 'live')).toMatchObject({ type: 'paused' });
    expect(initialTargetState({ on: true }, 'onRequest')).toMatchObject({ type: 'waiting', reason: 'starting', mode: 'onRequest' });
  });

  test('[Targets] the last delivery is repeated only while story version and settings are the same and nothing was missing', () => {
    const stateAfter = (event: TargetEvent): TargetState => transitionTarget({ ...states.upToDate }, event)[0];
    const state = stateAfter(delivered);
    expect(repeatableDelivery(state, defaultSettings, 7)).toBe(delivery);
    expect(repeatableDelivery(state, defaultSettings, 8)).toBeNull();
    expect(repeatableDelivery(state, { ...defaultSettings }, 7)).toBeNull();
    expect(repeatableDelivery(stateAfter({ ...delivered, isRestoredExport: true }), defaultSettings, 7)).toBeNull();
    const missing = { ...delivery, findings: [{ ...finding, rule: 'asset-missing' }] };
    expect(repeatableDelivery(stateAfter({ ...delivered, delivery: missing }), defaultSettings, 7)).toBeNull();
    expect(repeatableDelivery(transitionTarget(state, failed)[0], defaultSettings, 7)).toBeNull();
  });
});

/** Whether the story has changes that must be written before the target closes. */
const isChangePending = (state: TargetState): boolean => state.type !== 'closed' && state.type !== 'paused' && state.isChangePending;

test('[Targets] after any events, a target that is paused, closing or works on request starts no run, a closed one stays closed, and at most one run is queued', () => {
  const events = table.map(([, event]) => event);
  let withRuns = 0;
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(states)), fc.array(fc.constantFrom(...events), { maxLength: 40 }), (first, sequence) => {
      let state: TargetState = first;
      let runs = 0;
      for (const event of sequence) {
        const before = state;
        const [next, effects] = transitionTarget(state, event);
        const types = effects.map(({ type }) => type);
        const isAutomatic = next.type !== 'closed' && next.type !== 'paused' && next.mode === 'live' && !next.isClosing;
        if (!isAutomatic)
          for (const type of ['enqueueRun', 'scheduleChanges', 'scheduleRetry', 'startWatching']) expect(types).not.toContain(type);
        if (types.includes('enqueueRun')) {
          runs += 1;
          expect([before.type !== 'closed' && before.isRunQueued, next.type !== 'closed' && next.isRunQueued]).toEqual([false, true]);
        }
        if (before.type === 'closed') expect([next, effects]).toEqual([before, []]);
        if (event.type === 'closeRequested') expect(types.includes('enqueueLastRun')).toBe(isChangePending(before));
        state = next;
      }
      if (runs > 0) withRuns += 1;
    }),
    { numRuns: cases(2000) },
  );
  expectEnough(withRuns, cases(2000), 0.1);
});
