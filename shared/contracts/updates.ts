/** Updates of the program, as the desktop reports them to its window. */
import { type Message, message } from '../messages/message.ts';

export interface AvailableUpdate {
  readonly version: string;
  /** Plain text, as the release describes it; empty if it has no notes. */
  readonly notes: string;
}

/** Why this program never checks for updates. */
export type UpdatesDisabledReason = 'development' | 'policy' | 'noFeed';

export type UpdateState =
  | { readonly name: 'disabled'; readonly reason: UpdatesDisabledReason }
  /** `checkedAt`: milliseconds; null: not since the start. */
  | { readonly name: 'idle'; readonly checkedAt: number | null }
  | { readonly name: 'checking' }
  /** This kind of package is installed by the user. */
  | { readonly name: 'available'; readonly update: AvailableUpdate }
  /** Bytes; `total` is 0 while it is unknown. */
  | { readonly name: 'downloading'; readonly update: AvailableUpdate; readonly done: number; readonly total: number }
  /** Installed when the program quits. */
  | { readonly name: 'ready'; readonly update: AvailableUpdate }
  | { readonly name: 'failed'; readonly reason: Message; readonly update: AvailableUpdate | null };

export interface UpdateStatus {
  readonly state: UpdateState;
  /** Whether Taleport checks for updates after each start and once a day; otherwise only when the user asks for it. */
  readonly isAutomatic: boolean;
  /** Whether Taleport can install updates. Otherwise the user or the package manager does. */
  readonly canInstall: boolean;
  /** Where packages can be downloaded by hand. */
  readonly downloadPage: string;
}

/** Each state of an update as a sentence. */
export function describeUpdateState(state: UpdateState): Message {
  switch (state.name) {
    case 'disabled':
      return message(`updates.state.${state.reason}`);
    case 'idle':
      return state.checkedAt === null ? message('updates.state.notChecked') : message('updates.state.upToDate', { at: state.checkedAt });
    case 'checking':
      return message('updates.state.checking');
    case 'failed':
      return message('updates.state.failed', { reason: state.reason });
    case 'available':
    case 'downloading':
    case 'ready':
      return message(`updates.state.${state.name}`, { version: state.update.version });
  }
}
