/**
 * The states of a story folder, as a pure function of events (docs/story-folder.md draws it). One step at a time reads what others have changed in the
 * folder, and then writes what was changed in the project; events only make the next step due.
 */
import type { FolderWaitReason } from '../../../shared/contracts/story-folders.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { VersionControlOperation } from './version-control.ts';

export type FolderCondition =
  | { readonly type: 'idle' }
  | { readonly type: 'reading' | 'writing' | 'paused' }
  | {
      readonly type: 'waiting';
      readonly reason: FolderWaitReason;
      /** What is in progress, for `versionControl`. */
      readonly operation?: VersionControlOperation;
      /** For `folder`. */
      readonly problem?: Problem;
      /** Records that the folder has lost, for `removals`. */
      readonly removals?: number;
      /** Who has the lock, and whether it can be taken over, for `lock`. */
      readonly holder?: { readonly name: string; readonly isStale: boolean };
    };

interface OpenState {
  readonly condition: FolderCondition;
  readonly mode: WorkMode;
  /** Whether a step is running, and whether another one must follow it. */
  readonly isStepping: boolean;
  readonly isDue: boolean;
  /** Milliseconds until the next attempt where only time helps. */
  readonly retryDelay: number;
}
export type FolderLinkState = OpenState | { readonly condition: FolderCondition; readonly isClosed: true };

/** The end of a step: everything is in step, or what has stopped it. */
export type StepOutcome = Extract<FolderCondition, { readonly type: 'idle' | 'waiting' }>;

export type FolderLinkEvent =
  | {
      readonly type: 'opened' | 'folderChanged' | 'storyChanged' | 'timeElapsed' | 'stepBegan' | 'readingBegan' | 'writingBegan';
    }
  | { readonly type: 'stepEnded'; readonly outcome: StepOutcome }
  | { readonly type: 'switched'; readonly isOn: boolean }
  | { readonly type: 'closed' };

export type FolderLinkEffect =
  /** Starts a step. */
  | { readonly type: 'step' }
  /** Starts a step after a moment without further changes. */
  | { readonly type: 'debounce' }
  | { readonly type: 'retry'; readonly delay: number }
  | { readonly type: 'cancelTimers' | 'startWatching' | 'stopWatching' | 'publish' };

type Transition = readonly [state: FolderLinkState, effects: readonly FolderLinkEffect[]];

/** The folder is inspected even if no watcher reports anything, as on network drives. */
const pollInterval = 60_000;
const firstRetryDelay = 500;
const maxRetryDelay = 30_000;

/** How long to wait for what ends by itself. A command of version control takes moments; a person who checks files out does not. */
const retryDelays: Partial<Record<FolderWaitReason, number>> = {
  versionControl: firstRetryDelay,
  lock: 5000,
  checkout: 2000,
  conflict: pollInterval,
};

export const initialLinkState = (isOn: boolean, mode: WorkMode): FolderLinkState => ({
  condition: isOn ? { type: 'waiting', reason: 'onRequest' } : { type: 'paused' },
  mode,
  isStepping: false,
  isDue: false,
  retryDelay: firstRetryDelay,
});

export function transitionLink(state: FolderLinkState, event: FolderLinkEvent): Transition {
  if ('isClosed' in state) return [state, []];
  switch (event.type) {
    case 'opened':
      return isFollowing(state)
        ? [state, [{ type: 'startWatching' }, { type: 'step' }, { type: 'publish' }]]
        : [state, [{ type: 'publish' }]];
    case 'folderChanged':
    case 'storyChanged':
      if (!isFollowing(state)) return [state, []];
      return [state, [{ type: 'debounce' }]];
    case 'timeElapsed':
      return isFollowing(state) ? requestStep(state) : [state, []];
    case 'stepBegan':
      return [{ ...state, isStepping: true, isDue: false }, [{ type: 'cancelTimers' }]];
    case 'readingBegan':
      return show(state, { type: 'reading' });
    case 'writingBegan':
      return show(state, { type: 'writing' });
    case 'stepEnded':
      return endStep(state, event.outcome);
    case 'switched': {
      const next: OpenState = { ...state, retryDelay: firstRetryDelay };
      if (!event.isOn)
        return [
          { ...next, condition: { type: 'paused' }, isDue: false },
          [{ type: 'cancelTimers' }, { type: 'stopWatching' }, { type: 'publish' }],
        ];
      const resumed: OpenState =
        state.condition.type === 'paused' ? { ...next, condition: { type: 'waiting', reason: 'onRequest' } } : next;
      return [resumed, isFollowing(resumed) ? [{ type: 'startWatching' }, { type: 'step' }, { type: 'publish' }] : [{ type: 'publish' }]];
    }
    case 'closed':
      return [{ condition: state.condition, isClosed: true }, [{ type: 'cancelTimers' }, { type: 'stopWatching' }]];
  }
}

const isFollowing = ({ condition, mode }: OpenState): boolean => condition.type !== 'paused' && mode === 'live';

const requestStep = (state: OpenState): Transition => (state.isStepping ? [{ ...state, isDue: true }, []] : [state, [{ type: 'step' }]]);

/** A folder that is paused and read on request stays paused. */
function show(state: OpenState, condition: FolderCondition): Transition {
  return [{ ...state, condition: state.condition.type === 'paused' ? state.condition : condition }, [{ type: 'publish' }]];
}

function endStep(state: OpenState, outcome: StepOutcome): Transition {
  const isBlocked = outcome.type === 'waiting' && outcome.reason === 'folder';
  const retryDelay = isBlocked ? Math.min(state.retryDelay * 2, maxRetryDelay) : firstRetryDelay;
  const [shown, effects] = show({ ...state, isStepping: false, retryDelay }, outcome);
  if ('isClosed' in shown || !isFollowing(shown)) return [shown, effects];
  if (state.isDue) return [{ ...shown, isDue: false }, [...effects, { type: 'step' }]];
  // The end of an update is noticed by the files.
  const isFixed = outcome.type === 'waiting' && outcome.operation !== 'update';
  const fixed = isFixed ? retryDelays[outcome.reason] : undefined;
  const delay = isBlocked ? state.retryDelay : (fixed ?? pollInterval);
  return [shown, [...effects, { type: 'retry', delay }]];
}
