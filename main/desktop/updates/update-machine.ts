/** The states of an update, from the check to the installation. Pure: actions are returned as effects. */
import type { AvailableUpdate, UpdateState } from '../../../shared/contracts/updates.ts';
import type { Message } from '../../../shared/messages/message.ts';

export type UpdateEvent =
  | { readonly event: 'checkRequested' }
  | { readonly event: 'upToDate'; readonly at: number }
  /** `canInstall`: whether the program itself can replace this kind of package. */
  | { readonly event: 'found'; readonly update: AvailableUpdate; readonly canInstall: boolean }
  | { readonly event: 'progress'; readonly done: number; readonly total: number }
  | { readonly event: 'downloaded' }
  | { readonly event: 'failed'; readonly reason: Message }
  /** The user has turned automatic updates off: a running download, or an update that waits for the program to end, is discarded. */
  | { readonly event: 'turnedOff' };

export type UpdateEffect = 'check' | 'download' | 'cancelDownload';

interface UpdateTransition {
  readonly state: UpdateState;
  readonly effects: readonly UpdateEffect[];
}

/** Events that do not fit the state, such as the progress of a cancelled download, are ignored. */
export function transitionUpdate(state: UpdateState, event: UpdateEvent): UpdateTransition {
  switch (state.name) {
    case 'idle':
    case 'available':
    case 'failed':
      return event.event === 'checkRequested' ? to({ name: 'checking' }, 'check') : to(state);
    case 'checking':
      return transitionChecking(state, event);
    case 'downloading':
      return transitionDownloading(state, event);
    case 'ready':
      return event.event === 'turnedOff' ? to(notChecked) : to(state);
    case 'disabled':
      return to(state);
  }
}

const notChecked: UpdateState = { name: 'idle', checkedAt: null };
const to = (state: UpdateState, ...effects: UpdateEffect[]): UpdateTransition => ({ state, effects });

function transitionChecking(state: UpdateState, event: UpdateEvent): UpdateTransition {
  if (event.event === 'upToDate') return to({ name: 'idle', checkedAt: event.at });
  if (event.event === 'failed') return to({ name: 'failed', reason: event.reason, update: null });
  if (event.event === 'turnedOff') return to(notChecked);
  if (event.event !== 'found') return to(state);
  const { update, canInstall } = event;
  return canInstall ? to({ name: 'downloading', update, done: 0, total: 0 }, 'download') : to({ name: 'available', update });
}

function transitionDownloading(state: Extract<UpdateState, { name: 'downloading' }>, event: UpdateEvent): UpdateTransition {
  const { update } = state;
  if (event.event === 'progress') return to({ name: 'downloading', update, done: event.done, total: event.total });
  if (event.event === 'downloaded') return to({ name: 'ready', update });
  if (event.event === 'failed') return to({ name: 'failed', reason: event.reason, update });
  return event.event === 'turnedOff' ? to(notChecked, 'cancelDownload') : to(state);
}
