/** What a step of sync reports to whoever runs it. */
export type StepResult =
  /** There is more to do. */
  | { readonly is: 'busy'; readonly action: string }
  /** Nothing to do, or nothing allowed, before that time or a change here. */
  | { readonly is: 'until'; readonly at: number; readonly reason: 'in step' | 'waiting for the limit' | 'offline' | 'settling' }
  | { readonly is: 'stopped'; readonly reason: string };
