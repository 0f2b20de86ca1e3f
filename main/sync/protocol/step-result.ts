/** The result of a sync step for its caller. Times are on the monotonic clock. */
import type { Message } from '../../../shared/messages/message.ts';

/** `synced`: nothing to do, apart from conflicts. `blocked`: everything to do waits for something else. */
type WaitReason = 'synced' | 'blocked' | 'limit' | 'offline' | 'settling';

/** The reason why sync stops until the user has corrected something. */
export type StopCause =
  | { readonly reason: 'projectMissing' }
  | { readonly reason: 'unauthorized'; readonly status: number }
  /** `detail` is the text of the RemoteUnavailableError, or of a Problem on this computer. */
  | { readonly reason: 'unavailable'; readonly detail: Message }
  | { readonly reason: 'internalError' };

export type StepResult<Action extends string = string> =
  /** There may be more to do. */
  | { readonly type: 'progressed'; readonly action: Action }
  /** Nothing can be done before this time or a local change. */
  | { readonly type: 'waiting'; readonly until: number; readonly reason: WaitReason }
  | { readonly type: 'stopped'; readonly cause: StopCause };
