/** Records of the remote that may come from a create of ours: lost creates that arrived, and creates that arrived twice. Pure. */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldPathsOf, isSameField, isSendable } from '../plan/field-paths.ts';

/** For a day every read looks for what a lost create left behind. */
export interface DuplicateWatch {
  readonly id: string;
  readonly created: AnyRecord;
  readonly knownIds: readonly string[];
  readonly expiresAt: number;
}
export const duplicateWatchDuration = 24 * 3_600_000;

/** Things like ours that nobody of us made, as long as it is watched for. */
export function findDuplicateIds(
  watches: readonly DuplicateWatch[],
  remote: Project,
  now: number,
): { readonly id: string; readonly duplicates: string[] }[] {
  return watches
    .filter(({ expiresAt }) => now < expiresAt)
    .map(({ id, created, knownIds }) => {
      const others = new Set([...knownIds, id]);
      // What the remote made of our text counts as ours, and so does what we sent and have changed since.
      const alike = [created, remote.get(id) ?? created];
      return { id, duplicates: [...new Set(alike.flatMap((one) => findMatchingIds(one, remote, others, alike)))] };
    })
    .filter(({ duplicates }) => duplicates.length > 0);
}

/** New ids in the list it was added to that say the same, field by field, as one of `alike`. */
export function findMatchingIds(
  made: AnyRecord,
  remote: Project,
  known: ReadonlySet<string>,
  alike: readonly AnyRecord[] = [made],
): string[] {
  const order = getKind(made.kind).orders[0];
  if (!order) return [];
  return remote.childIds(parentIdOf(made, order.parentField), order.list).filter((id) => {
    const remoteRecord = remote.get(id);
    return remoteRecord?.kind === made.kind && !known.has(id) && matchesSentContent(made, alike, remoteRecord);
  });
}

function matchesSentContent(made: AnyRecord, alike: readonly AnyRecord[], remoteRecord: AnyRecord): boolean {
  for (const fieldPath of fieldPathsOf(made, remoteRecord))
    if (isSendable(made.kind, fieldPath) && !alike.some((one) => isSameField(made.kind, fieldPath, one, remoteRecord))) return false;
  return made.type === remoteRecord.type && made.role === remoteRecord.role && made.componentId === remoteRecord.componentId;
}
