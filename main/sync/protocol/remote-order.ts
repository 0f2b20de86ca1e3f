/** The position of a record among its remote siblings. */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { misplacedIds } from '../plan/plan-operations.ts';
import { assignRanks } from '../plan/sibling-order.ts';

/** The index after the nearest local predecessor that is in its final position on the remote, not counting the record itself. */
export function remoteIndexFor(localRecord: AnyRecord, list: string, local: Project, remote: Project): number {
  const parent = parentIdOf(localRecord, getKind(localRecord.kind).orders.find((order) => order.list === list)?.parentField ?? null);
  const siblings = remote.childIds(parent, list).filter((id) => id !== localRecord.id);
  const position = new Map(siblings.map((id, at) => [id, at]));
  const unsettled = new Set(misplacedIds(local, remote, parent, list));
  const localIds = local.childIds(parent, list);
  for (let at = localIds.indexOf(localRecord.id) - 1; at >= 0; at--) {
    const id = localIds[at] ?? '';
    const index = position.get(id);
    if (index !== undefined && !unsettled.has(id)) return index + 1;
  }
  return 0;
}

/** The record with its expected remote ranks. Without an index, it becomes the last. */
export function withRemoteRanks(record: AnyRecord, remote: Project, index: number | undefined, only?: string): AnyRecord {
  let after = record;
  for (const order of getKind(record.kind).orders) {
    if (only !== undefined && order.list !== only) continue;
    const siblings = remote.childIds(parentIdOf(record, order.parentField), order.list).filter((id) => id !== record.id);
    const at = order.rankField === 'rank' || only !== undefined ? Math.min(index ?? siblings.length, siblings.length) : siblings.length;
    const wanted = [...siblings.slice(0, at), record.id, ...siblings.slice(at)];
    const isElseIf = record.kind === 'condition' && record.role === 'elseIf' && index === undefined;
    const last = remote.get(siblings.at(-1) ?? '');
    if (isElseIf && last?.role === 'else') wanted.splice(-2, 2, record.id, last.id);
    const rank = assignRanks(wanted, (id) => (id === record.id ? undefined : remote.get(id)?.[order.rankField])).get(record.id);
    after = { ...after, [order.rankField]: rank ?? '' };
  }
  return after;
}

/** A connection that gets another source becomes the last output of that source. */
export function withOutputRank(after: AnyRecord, remoteRecord: AnyRecord, remote: Project): AnyRecord {
  if (after.kind !== 'connection' || after.sourceid === remoteRecord.sourceid) return after;
  const siblings = remote.childIds(String(after.sourceid), 'outputs');
  const rank = assignRanks([...siblings, after.id], (id) => (id === after.id ? undefined : remote.get(id)?.outputRank)).get(after.id);
  return { ...after, outputRank: rank ?? '' };
}
