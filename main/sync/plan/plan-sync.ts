/**
 * Plans sync from base, local and remote: what to merge, what is in conflict, what to send. Pure: the same three trees produce the same
 * plan, whatever the order of their records. Operations are only sent if there is nothing to merge (docs/sync.md).
 */

import type { HeldText } from './held-texts.ts';
import { isMergeEmpty, type MergeResult, mergeTrees, type SyncTrees } from './merge-trees.ts';
import { planLocalChanges, type SyncOperation } from './plan-operations.ts';

export interface SyncPlan {
  readonly mergeResult: MergeResult;
  /** Whether there are remote changes to apply; nothing is sent before that. */
  readonly hasIncoming: boolean;
  /** In the order in which they may be sent, each as one request. */
  readonly operations: readonly SyncOperation[];
  /** (G30) Only determined if there is nothing to merge. */
  readonly held: readonly HeldText[];
}

export function planSync(trees: SyncTrees): SyncPlan {
  const mergeResult = mergeTrees(trees);
  const hasIncoming = !isMergeEmpty(mergeResult);
  const { local, remote } = trees;
  const changes = hasIncoming ? { operations: [], held: [] } : planLocalChanges(local, remote, mergeResult.withheld);
  return { mergeResult, hasIncoming, ...changes };
}
