/**
 * Conditions that were created together with a branch get the ids that the remote has assigned. The response to the create contains only
 * the id of the branch, so the next read pairs them: with a condition of the same role and script, or else with the next one of the same
 * role.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { SyncTrees } from '../plan/merge-trees.ts';
import { hasUnreadConditions } from '../plan/plan-operations.ts';
import { type IdAdoption, noIdAdoption } from './lookup-response.ts';

/** The conditions that were created together with a branch, under their local ids. */
export interface SentConditions {
  /** The id of the branch on the remote. */
  readonly branchId: string;
  readonly conditions: readonly AnyRecord[];
}

export interface CreatedConditions {
  readonly branchId: string;
  readonly adoption: IdAdoption;
}

/** The first branch whose conditions have been read since it was created, or that does not exist on the remote any more. */
export function findCreatedConditions(
  sentConditions: readonly SentConditions[],
  { base, local, remote }: SyncTrees,
): CreatedConditions | undefined {
  for (const sent of sentConditions) {
    const { branchId } = sent;
    if (!remote.has(branchId)) return { branchId, adoption: noIdAdoption };
    if (!hasUnreadConditions(branchId, remote)) return { branchId, adoption: adoptConditionIds(sent, { base, local, remote }) };
  }
  return undefined;
}

/**
 * The sent conditions count as agreed, so that later changes of either side, and what the remote has added (I19), are recognised as such.
 */
function adoptConditionIds({ branchId, conditions }: SentConditions, { base, local, remote }: SyncTrees): IdAdoption {
  const unpaired = remote.children('condition', branchId, 'conditions').filter(({ id }) => !base.has(id) && !local.has(id));
  const pairs: { readonly sent: AnyRecord; readonly read: AnyRecord }[] = [];
  const pairWhere = (isPair: (sent: AnyRecord, read: AnyRecord) => boolean): void => {
    for (const sent of conditions) {
      if (pairs.some((pair) => pair.sent === sent)) continue;
      const at = unpaired.findIndex((read) => read.role === sent.role && isPair(sent, { ...read }));
      const [read] = at < 0 ? [] : unpaired.splice(at, 1);
      if (read) pairs.push({ sent, read: { ...read } });
    }
  };
  pairWhere((sent, read) => sent.script === read.script);
  pairWhere(() => true);
  return {
    added: pairs.map(({ sent, read: { extra: _unread, ...read } }) => ({ ...read, script: sent.script })),
    removedIds: [],
    duplicateIds: [],
    renamedIds: pairs.map(({ sent, read }) => [sent.id, read.id] as const),
  };
}
