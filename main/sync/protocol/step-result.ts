/** What a step of sync reports to whoever runs it. Times are in milliseconds since 1970. */

export type WaitReason = 'synced' | 'limit' | 'offline' | 'settling' | 'paused' | 'key';

/** Why sync stops until somebody fixes something. */
export type StopCause =
  | { readonly reason: 'project missing' }
  | { readonly reason: 'unauthorized'; readonly status: number }
  /** `detail` is the message of the RemoteUnavailableError. */
  | { readonly reason: 'unavailable'; readonly detail: string }
  | { readonly reason: 'internal error' };

export type StepResult<Action extends string = string> =
  /** There may be more to do. */
  | { readonly type: 'progressed'; readonly action: Action }
  /** Nothing to do, or nothing allowed, before that time or a local change. */
  | { readonly type: 'waiting'; readonly until: number; readonly reason: WaitReason }
  | { readonly type: 'stopped'; readonly cause: StopCause };
