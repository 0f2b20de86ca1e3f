/** The states of a synced project, and which of them is shown for several projects together. */

/**
 * `synced` is a proof: nothing is pending, rejected, unconfirmed, held or in conflict, and both sides are known to be equal. Until that is known it
 * is `checking`. `held`: only held texts are left (G30). `attention`: something is left that only the user can settle.
 * Most severe first: several projects together are shown as the most severe state among them.
 */
export const syncStates = [
  'stopped',
  'offline',
  'attention',
  'sending',
  'receiving',
  'waiting',
  'checking',
  'held',
  'synced',
  'paused',
] as const;
export type SyncStateName = (typeof syncStates)[number];

/** undefined for an empty list. */
export const mostSevereState = (list: readonly { readonly state: SyncStateName }[]): SyncStateName | undefined =>
  syncStates.find((each) => list.some(({ state }) => state === each));
