/**
 * The plan: base, mine, theirs in; what to take in, what to ask, what to send out. Pure, and the same for the same three trees, in
 * whatever order their records came. First what they did is taken in; only when nothing of that is left is anything sent (docs/sync.md).
 */
import { isMergeEmpty, type MergeResult, mergeTrees, type SyncTrees } from './merge-trees.ts';
import { planOperations, type SyncOperation } from './plan-operations.ts';

export interface SyncPlan {
  readonly mergeResult: MergeResult;
  /** Whether there is something to take in; then nothing is to be sent yet. */
  readonly hasIncoming: boolean;
  /** In the order in which they may be sent, each one request. */
  readonly operations: readonly SyncOperation[];
}

export function planSync(trees: SyncTrees): SyncPlan {
  const mergeResult = mergeTrees(trees);
  const hasIncoming = !isMergeEmpty(mergeResult);
  return { mergeResult, hasIncoming, operations: hasIncoming ? [] : planOperations(trees.local, trees.remote, mergeResult.withheld) };
}
