/** Finds remote records that may come from a local create: lost creates that arrived, and creates that arrived twice. Pure. */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldPathsOf, isSentOnCreate } from '../plan/field-paths.ts';
import type { PendingWrite } from './pending-write.ts';
import { hasSentValue } from './sent-value.ts';

/** A create whose duplicates every read searches for, for a day. */
export interface DuplicateWatch {
  readonly id: string;
  readonly created: AnyRecord;
  readonly knownIds: readonly string[];
  readonly expiresAt: number;
}
export const duplicateWatchDuration = 24 * 3_600_000;

/** Remote records with the content of a watched create that do not belong to another known record. */
export function findDuplicateIds(
  watches: readonly DuplicateWatch[],
  remote: Project,
  now: number,
): { readonly id: string; readonly duplicates: string[] }[] {
  return watches
    .filter(({ expiresAt }) => now < expiresAt)
    .map(({ id, created, knownIds }) => {
      const others = new Set([...knownIds, id]);
      // Both the sent content and the content that the remote now has count as equal.
      const alike = [created, remote.get(id) ?? created];
      return { id, duplicates: [...new Set(alike.flatMap((one) => findMatchingIds(one, remote, others, alike)))] };
    })
    .filter(({ duplicates }) => duplicates.length > 0);
}

/**
 * The remote records that may come from a create whose response was lost, the earliest first. A record that also exists locally is not
 * among them: the remote was restored from a backup that contains it.
 */
export function findCreatedIds(
  { request, knownIds }: Pick<PendingWrite, 'request' | 'knownIds'>,
  { local, remote }: { readonly local: Project; readonly remote: Project },
): string[] {
  const { id } = request.operation;
  const created = request.expected.find(({ after }) => after?.id === id)?.after;
  if (!created) return [];
  const isHere = (other: string): boolean => other !== id && local.has(id) && local.has(other);
  return findMatchingIds(created, remote, new Set(knownIds)).filter((each) => !isHere(each));
}

/** Unknown ids in the list to which the record was added, whose fields equal those of one of `alike`. */
function findMatchingIds(
  created: AnyRecord,
  remote: Project,
  known: ReadonlySet<string>,
  alike: readonly AnyRecord[] = [created],
): string[] {
  const order = getKind(created.kind).orders[0];
  if (!order) return [];
  return remote.childIds(parentIdOf(created, order.parentField), order.list).filter((id) => {
    const remoteRecord = remote.get(id);
    return remoteRecord?.kind === created.kind && !known.has(id) && matchesSentContent(created, alike, remoteRecord);
  });
}

function matchesSentContent(created: AnyRecord, alike: readonly AnyRecord[], remoteRecord: AnyRecord): boolean {
  for (const fieldPath of fieldPathsOf(created, remoteRecord))
    if (isSentOnCreate(created.kind, fieldPath) && !alike.some((one) => hasSentValue(fieldPath, undefined, one, remoteRecord)))
      return false;
  return true;
}
