/**
 * The states of a target, its events, and the effects of each. Pure: target-runner.ts reports the events and performs the effects.
 *
 *   paused ──settingsChanged──▶ waiting ──run──▶ writing ──▶ upToDate | changedByOthers | blocked
 *      ▲                           ▲                             │ storyChanged, folderChanged,
 *      └──settingsChanged,         └─────────────────────────────┘ folderReturned, retryElapsed
 *         exportRestored
 *
 * Any state becomes `closed` when the target is removed or the program ends.
 */
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { ForeignFile } from '../../../shared/contracts/targets.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { CompletedDelivery } from '../folder/delivery-run.ts';
import type { TargetRow } from './target-row.ts';

type Findings = readonly Finding[];

/** The fields that all states but `closed` have in common: the schedule and the last delivery. */
interface TargetSchedule {
  /** `onRequest`: exports are only made on request, and nothing is watched. */
  readonly mode: WorkMode;
  /** Whether a run is queued. Further requests until it begins are part of it. */
  readonly isRunQueued: boolean;
  /** Whether the story has changed and will be written after a moment without changes. */
  readonly isChangePending: boolean;
  /** Whether the target is closing: scheduled runs are finished, and no new ones begin. */
  readonly isClosing: boolean;
  /** Milliseconds until the next retry, if the next run fails. */
  readonly retryDelay: number;
  readonly lastDelivery: LastDelivery | null;
}

/** The last completed run with its settings; `version` is null if it restored an earlier export. */
interface LastDelivery {
  readonly delivery: CompletedDelivery;
  readonly version: number | null;
  readonly settings: TargetRow['settings'];
}

type Condition =
  /** `restoredExport` is the earlier export that the folder contains. */
  | { readonly type: 'paused'; readonly restoredExport: TargetRow['restoredExport'] }
  | { readonly type: 'waiting'; readonly reason: 'starting' | 'storyChanged'; readonly findings: Findings }
  | { readonly type: 'writing'; readonly findings: Findings }
  | {
      readonly type: 'upToDate';
      /** Files that were left unchanged because the user chose so. */
      readonly skipped: readonly string[];
      readonly otherStoryFiles: readonly string[];
      readonly findings: Findings;
    }
  | { readonly type: 'changedByOthers'; readonly foreign: readonly ForeignFile[]; readonly findings: Findings }
  | { readonly type: 'blocked'; readonly problem: Problem; readonly findings: Findings };

export type OpenTargetState = Condition & TargetSchedule;
/** `last` is the state that is shown until the target is removed. */
export type TargetState = OpenTargetState | { readonly type: 'closed'; readonly last: OpenTargetState };

export type TargetEvent =
  /** `opened`: the program has opened the target; `added`: the user has added it and its first run has ended. */
  | { readonly type: 'opened' }
  | { readonly type: 'added' }
  | { readonly type: 'startElapsed' | 'storyChanged' | 'changesDue' | 'retryElapsed' }
  /** `folderDiffers`: a comparison found differences. `folderReturned`: the folder was missing and is available again. */
  | { readonly type: 'folderChanged' | 'folderDiffers' | 'folderReturned' }
  /**
   * `queuedRunBegan`, `inspectionBegan`: a queued job begins. `storyRead`: the export reads the story. `writingBegan`: the first file is about
   * to be replaced.
   */
  | { readonly type: 'queuedRunBegan' | 'inspectionBegan' | 'storyRead' | 'writingBegan' }
  /** The folder contains the story, and the editor integration is up to date. */
  | {
      readonly type: 'filesDelivered';
      readonly delivery: CompletedDelivery;
      readonly isRestoredExport: boolean;
      readonly settings: TargetRow['settings'];
      readonly exportedAt: number;
    }
  | { readonly type: 'runCompleted'; readonly delivery: CompletedDelivery; readonly findings: Findings; readonly exportedAt: number }
  | { readonly type: 'foreignFilesFound'; readonly foreign: readonly ForeignFile[]; readonly findings: Findings }
  | { readonly type: 'runFailed'; readonly problem: Problem; readonly isProjectMissing: boolean; readonly findings: Findings }
  | { readonly type: 'settingsChanged'; readonly isOn: boolean; readonly isPollingChanged: boolean }
  | { readonly type: 'exportRestored'; readonly exportedAt: string; readonly version: number }
  | { readonly type: 'closeRequested' | 'ended' };

export type TargetEffect =
  | { readonly type: 'scheduleStart' | 'scheduleChanges' | 'cancelChanges' | 'cancelRetry' | 'cancelInspection' }
  | { readonly type: 'scheduleRetry'; readonly delay: number }
  /** Jobs of the target, one after another. `enqueueLastRun` writes the pending change before the target closes. */
  | { readonly type: 'enqueueRecovery' | 'enqueueRun' | 'enqueueInspection' | 'enqueueLastRun' }
  /** Steps of the job that began. `inspect` compares the folder with the last delivery. */
  | { readonly type: 'run' | 'inspect' }
  | { readonly type: 'startWatching' | 'stopWatching' | 'markFolderMissing' }
  /** `exported` are the paths of the last export, `others` further paths that matter in addition to those of the manifest. */
  | { readonly type: 'watchPaths'; readonly exported: readonly string[]; readonly others: readonly string[] | null }
  /** A run that has only found the folder to be up to date is no export. */
  | {
      readonly type: 'storeExport';
      readonly version: number;
      readonly exportedAt: number;
      readonly hasWrittenFiles: boolean;
      readonly isRestoredExport: boolean;
    }
  /** Adds the export to the history, which ignores one that it already contains. */
  | { readonly type: 'recordExport'; readonly delivery: CompletedDelivery; readonly exportedAt: number }
  /** Announces the target if it differs from what was announced last. */
  | { readonly type: 'publish' }
  | { readonly type: 'announceDelivery'; readonly written: readonly string[]; readonly removed: readonly string[] };

type Step<S extends TargetState = TargetState> = readonly [state: S, effects: readonly TargetEffect[]];

const firstRetryDelay = 1000;
const maxRetryDelay = 30_000;

export function initialTargetState(
  settings: Pick<TargetRow['settings'], 'on'>,
  mode: WorkMode,
  restoredExport: TargetRow['restoredExport'] = null,
): TargetState {
  const schedule: TargetSchedule = {
    mode,
    isRunQueued: false,
    isChangePending: false,
    isClosing: false,
    retryDelay: firstRetryDelay,
    lastDelivery: null,
  };
  if (!settings.on) return { ...schedule, type: 'paused', restoredExport };
  return { ...schedule, type: 'waiting', reason: 'starting', findings: [] };
}

export function transitionTarget(state: TargetState, event: TargetEvent): Step {
  if (state.type === 'closed') return [state, []];
  switch (event.type) {
    case 'opened':
      return [
        state,
        [
          { type: 'enqueueRecovery' },
          ...(isAutomatic(state) ? ([{ type: 'startWatching' }, { type: 'scheduleStart' }] as const) : []),
          { type: 'publish' },
        ],
      ];
    case 'added':
      return [state, [...(isAutomatic(state) ? [{ type: 'startWatching' } as const] : []), { type: 'publish' }]];
    case 'startElapsed':
    case 'retryElapsed':
    case 'folderDiffers':
      return requestRun(state);
    case 'changesDue':
      return requestRun({ ...state, isChangePending: false });
    case 'folderReturned':
      return withEffects([{ type: 'cancelRetry' }], requestRun({ ...state, retryDelay: firstRetryDelay }));
    case 'folderChanged':
      return [state, state.isClosing ? [] : [{ type: 'enqueueInspection' }]];
    case 'storyChanged':
      return onStoryChanged(state);
    case 'queuedRunBegan':
      return [{ ...state, isRunQueued: false }, state.type === 'paused' ? [] : [{ type: 'run' }]];
    case 'inspectionBegan':
      return onInspectionBegan(state);
    case 'storyRead':
      // Changes up to here are part of this run; the next one requests another run.
      return [{ ...state, isChangePending: false }, [{ type: 'cancelChanges' }]];
    case 'writingBegan':
      return show(state, { type: 'writing', findings: findingsOf(state) });
    case 'filesDelivered':
      return onFilesDelivered(state, event);
    case 'runCompleted':
      return onRunCompleted(state, event);
    case 'foreignFilesFound':
      return onForeignFilesFound(state, event);
    case 'runFailed':
      return onRunFailed(state, event);
    case 'settingsChanged':
      return onSettingsChanged(state, event);
    case 'exportRestored': {
      const { exportedAt, version } = event;
      const paused = withCondition(state, { type: 'paused', restoredExport: { exportedAt, version } });
      return [{ ...paused, isChangePending: false }, [{ type: 'cancelChanges' }, { type: 'stopWatching' }, { type: 'publish' }]];
    }
    case 'closeRequested':
      return [
        { ...state, isClosing: true, isChangePending: false },
        [...endSchedule, ...(hasPendingChange(state) ? ([{ type: 'enqueueLastRun' }] as const) : [])],
      ];
    case 'ended':
      return [{ type: 'closed', last: state }, endSchedule];
  }
}

const endSchedule: readonly TargetEffect[] = [{ type: 'cancelChanges' }, { type: 'cancelInspection' }, { type: 'cancelRetry' }];

/** Whether the target exports automatically. */
const isAutomatic = (state: OpenTargetState): boolean => state.type !== 'paused' && state.mode === 'live' && !state.isClosing;

/** Whether the story has unwritten changes. */
const hasPendingChange = (state: OpenTargetState): boolean => state.type !== 'paused' && state.isChangePending;

function requestRun(state: OpenTargetState): Step {
  if (state.isRunQueued || !isAutomatic(state)) return [state, []];
  return [{ ...state, isRunQueued: true }, [{ type: 'enqueueRun' }]];
}

/**
 * A run that is due anyway includes an inspection. A target that waits for a decision of the user, or for changes of the story, would find the
 * same again, and again with each inspection.
 */
function onInspectionBegan(state: OpenTargetState): Step {
  if (state.isChangePending) return [state, []];
  const waitsForUser = state.type === 'changedByOthers' || (state.type === 'blocked' && state.problem.code === 'storyError');
  return state.type === 'upToDate' || waitsForUser ? [state, [{ type: 'inspect' }]] : requestRun(state);
}

function onStoryChanged(state: OpenTargetState): Step {
  if (state.type === 'paused' || state.isClosing) return [state, []];
  const isAutomaticTarget = isAutomatic(state);
  const [next, effects]: Step<OpenTargetState> =
    state.type === 'upToDate' ? show(state, { type: 'waiting', reason: 'storyChanged', findings: state.findings }) : [state, []];
  if (!isAutomaticTarget) return [next, effects];
  return [{ ...next, isChangePending: true }, [...effects, { type: 'scheduleChanges' }]];
}

function onFilesDelivered(
  state: OpenTargetState,
  { delivery, isRestoredExport, settings, exportedAt }: Extract<TargetEvent, { type: 'filesDelivered' }>,
): Step {
  const { version, paths, written, removed } = delivery;
  const hasWrittenFiles = written.length + removed.length > 0;
  const lastDelivery = { delivery, version: isRestoredExport ? null : version, settings };
  const next = { ...state, lastDelivery, retryDelay: firstRetryDelay };
  return [
    next.type === 'paused' ? withCondition(next, { type: 'paused', restoredExport: null }) : next,
    [
      { type: 'cancelRetry' },
      { type: 'storeExport', version, exportedAt, hasWrittenFiles, isRestoredExport },
      { type: 'watchPaths', exported: paths, others: null },
    ],
  ];
}

function onRunCompleted(state: OpenTargetState, { delivery, findings, exportedAt }: Extract<TargetEvent, { type: 'runCompleted' }>): Step {
  const { written, removed, skipped, otherStoryFiles } = delivery;
  const isNew = written.length + removed.length > 0;
  const [next, effects] = state.isChangePending
    ? show(state, { type: 'waiting', reason: 'storyChanged', findings })
    : show(state, { type: 'upToDate', skipped, otherStoryFiles, findings });
  const announcement: readonly TargetEffect[] = isNew ? [{ type: 'announceDelivery', written, removed }] : [];
  return [next, [{ type: 'recordExport', delivery, exportedAt }, ...effects, ...announcement]];
}

function onForeignFilesFound(state: OpenTargetState, { foreign, findings }: Extract<TargetEvent, { type: 'foreignFilesFound' }>): Step {
  const exported = state.lastDelivery?.delivery.paths ?? [];
  const effects: TargetEffect[] = [{ type: 'cancelRetry' }, { type: 'watchPaths', exported, others: foreign.map(({ path }) => path) }];
  return withEffects(effects, show({ ...state, retryDelay: firstRetryDelay }, { type: 'changedByOthers', foreign, findings }));
}

/** Errors of the story need a change by the writer. Other problems are retried. */
function onRunFailed(state: OpenTargetState, { problem, isProjectMissing, findings }: Extract<TargetEvent, { type: 'runFailed' }>): Step {
  const missing: readonly TargetEffect[] = isProjectMissing ? [{ type: 'markFolderMissing' }] : [];
  const blocked: Condition = { type: 'blocked', problem, findings };
  if (problem.code === 'storyError')
    return withEffects([...missing, { type: 'cancelRetry' }], show({ ...state, retryDelay: firstRetryDelay }, blocked));
  if (!isAutomatic(state)) return withEffects(missing, show(state, blocked));
  const { retryDelay } = state;
  const next = { ...state, retryDelay: Math.min(retryDelay * 2, maxRetryDelay) };
  return withEffects([...missing, { type: 'scheduleRetry', delay: retryDelay }], show(next, blocked));
}

function onSettingsChanged(state: OpenTargetState, { isOn, isPollingChanged }: Extract<TargetEvent, { type: 'settingsChanged' }>): Step {
  const reset = { ...state, isChangePending: false, retryDelay: firstRetryDelay };
  const cancel: readonly TargetEffect[] = [{ type: 'cancelChanges' }, { type: 'cancelRetry' }];
  if (!isOn)
    return [
      withCondition(reset, { type: 'paused', restoredExport: restoredExportOf(reset) }),
      [...cancel, { type: 'stopWatching' }, { type: 'publish' }],
    ];
  const next = reset.type === 'paused' ? withCondition(reset, { type: 'waiting', reason: 'starting', findings: [] }) : reset;
  const stop: readonly TargetEffect[] = isPollingChanged ? [{ type: 'stopWatching' }] : [];
  return [next, [...cancel, ...stop, ...(isAutomatic(next) ? [{ type: 'startWatching' } as const] : []), { type: 'publish' }]];
}

const restoredExportOf = (state: OpenTargetState): TargetRow['restoredExport'] => (state.type === 'paused' ? state.restoredExport : null);

/** The state with another condition. A paused target that is run on request remains paused and shows no condition. */
function show(state: OpenTargetState, condition: Condition): Step<OpenTargetState> {
  const shown: Condition = state.type === 'paused' ? { type: 'paused', restoredExport: state.restoredExport } : condition;
  return [withCondition(state, shown), [{ type: 'publish' }]];
}

function withCondition(state: OpenTargetState, condition: Condition): OpenTargetState {
  const { mode, isRunQueued, isChangePending, isClosing, retryDelay, lastDelivery } = state;
  return { mode, isRunQueued, isChangePending, isClosing, retryDelay, lastDelivery, ...condition };
}

const withEffects = (first: readonly TargetEffect[], [state, effects]: Step): Step => [state, [...first, ...effects]];

const openStateOf = (state: TargetState): OpenTargetState => (state.type === 'closed' ? state.last : state);

export function findingsOf(state: TargetState): Findings {
  const open = openStateOf(state);
  return open.type === 'paused' ? [] : open.findings;
}

export function foreignFilesOf(state: TargetState): readonly ForeignFile[] {
  const open = openStateOf(state);
  return open.type === 'changedByOthers' ? open.foreign : [];
}

export const lastDeliveryOf = (state: TargetState): LastDelivery | null => openStateOf(state).lastDelivery;

/** The last delivery, if a run with the same story, settings and files would change nothing. */
export function repeatableDelivery(state: TargetState, settings: TargetRow['settings'], version: number): CompletedDelivery | null {
  if (state.type !== 'upToDate' && state.type !== 'waiting') return null;
  const { lastDelivery } = state;
  if (lastDelivery?.settings !== settings || lastDelivery.version !== version) return null;
  // An editor integration may have to update its own file, and a missing stored file may have been added.
  if (settings.integrationFile !== null || lastDelivery.delivery.findings.some(({ rule }) => rule === 'asset-missing')) return null;
  return lastDelivery.delivery;
}
