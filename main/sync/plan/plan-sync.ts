/**
 * Plans sync from base, local and remote: what to merge, what is in conflict, what to send. Pure: the same three trees give the same plan,
 * whatever the order of their records. Operations are sent only when nothing is left to merge (docs/sync.md).
 */
import { isMergeEmpty, type MergeResult, mergeTrees, type SyncTrees } from './merge-trees.ts';
import { planOperations } from './plan-operations.ts';
import type { SyncOperation } from './sync-operation.ts';

export interface SyncPlan {
  readonly mergeResult: MergeResult;
  /** Whether there are remote changes to apply; then nothing is sent yet. */
  readonly hasIncoming: boolean;
  /** In the order in which they may be sent, each one request. */
  readonly operations: readonly SyncOperation[];
}

export function planSync(trees: SyncTrees): SyncPlan {
  const mergeResult = mergeTrees(trees);
  const hasIncoming = !isMergeEmpty(mergeResult);
  return { mergeResult, hasIncoming, operations: hasIncoming ? [] : planOperations(trees.local, trees.remote, mergeResult.withheld) };
}
