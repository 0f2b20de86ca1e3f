/**
 * The effect of a resolution. Resolutions are not stored: a resolution changes the base or is a command of the user, and the next plan does
 * the rest.
 */
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldPathsOf, hasSameContent, isReadOnly, parentField, referencedIdsAt, withFieldFrom, withFieldValue } from './field-paths.ts';
import type { MergeConflict } from './merge-conflict.ts';
import { cascadeIds } from './merge-removals.ts';
import type { SyncTrees } from './merge-trees.ts';
import { moveOutCommands } from './move-out-commands.ts';

export type ConflictSide = 'local' | 'remote';

interface ConflictOutcome {
  readonly base: { readonly put: readonly AnyRecord[]; readonly removedIds: readonly string[] };
  /** Executed as the user's command, so that it can be undone. */
  readonly command?: Command;
  /** The user is asked again, because the conflict has changed. */
  readonly conflict?: MergeConflict;
}

/** The part of the remote project that the conflict contains, for the time before the first read. */
export function remoteFromConflict({ reason, recordId, field, remote }: MergeConflict, base: Project): Project {
  const row = base.get(recordId);
  return new Project(reason === 'bothChanged' && row && field !== null && field !== 'place' ? [withFieldValue(row, field, remote)] : []);
}

const noBaseUpdate: ConflictOutcome['base'] = { put: [], removedIds: [] };

export function resolveConflict(conflict: MergeConflict, side: ConflictSide, { base, local, remote }: SyncTrees): ConflictOutcome {
  const { recordId: id, kind, field, reason } = conflict;
  if (reason === 'bothChanged') {
    const [localRecord, remoteRecord] = [local.get(id), remote.get(id)];
    if (!localRecord || !remoteRecord || field === null) return { base: noBaseUpdate };
    return {
      base: { put: [withFieldFrom(base.get(id) ?? remoteRecord, field, side === 'local' ? remoteRecord : localRecord)], removedIds: [] },
    };
  }
  if (reason === 'deletedRemotely') {
    if (side === 'remote')
      return { base: noBaseUpdate, command: toCommand([...moveOutCommands(id, local, remote), { do: 'remove', kind, id }]) };
    // Comments cannot be created on the remote, so they remain in the base and are also removed locally.
    const all = existingRecords(
      cascadeIds(id, local, (each) => !remote.has(each)),
      local,
    );
    return { base: { put: [], removedIds: all.flatMap((each) => (isReadOnly(each) ? [] : [each.id])) } };
  }
  if (reason === 'deletedLocally') {
    const all = cascadeIds(id, remote, (each) => !local.has(each));
    return {
      base:
        side === 'remote'
          ? { put: [], removedIds: [...all] }
          : { put: [...existingRecords(all, remote), ...baseOfRemoteUsers(all, base, remote)], removedIds: [] },
    };
  }
  if (reason === 'duplicateCreate') return side === 'local' ? removeDuplicate(conflict, local) : { base: noBaseUpdate };
  return side === 'local' && reason === 'movedDifferently' ? moveBack(conflict, local) : { base: noBaseUpdate };
}

/**
 * (I31) The record that was sent remains. Its duplicate is only removed if it is still as it was when the user was asked, so that changes
 * of others are never removed unseen.
 */
function removeDuplicate(conflict: MergeConflict, local: Project): ConflictOutcome {
  const { recordId: id, kind, remote: shown, dependentIds = [] } = conflict;
  const record = local.get(id);
  if (!record) return { base: noBaseUpdate };
  const dependents = [...cascadeIds(id, local)].filter((each) => each !== id);
  // The value of a conflict about a whole record is the record.
  const isAsShown = hasSameContent(record, shown as AnyRecord) && dependents.every((each) => dependentIds.includes(each));
  if (isAsShown) return { base: noBaseUpdate, command: { do: 'remove', kind, id } };
  return { base: noBaseUpdate, conflict: { ...conflict, remote: record, dependentIds: dependents, isTouched: true } };
}

const toCommand = (commands: readonly SingleCommand[]): Command =>
  commands.length === 1 && commands[0] ? commands[0] : { do: 'batch', commands };

const existingRecords = (ids: Iterable<string>, project: Project): AnyRecord[] => [...ids].flatMap((id) => project.get(id) ?? []);

/** Base records with the remote's new references to the removed records, so that the local removal wins. */
function baseOfRemoteUsers(all: ReadonlySet<string>, base: Project, remote: Project): AnyRecord[] {
  const put = new Map<string, AnyRecord>();
  for (const id of all)
    for (const user of remote.referrersOf(id)) {
      const remoteRecord = remote.get(user);
      const baseRecord = put.get(user) ?? base.get(user);
      if (all.has(user) || !remoteRecord || !baseRecord) continue;
      let row = baseRecord;
      for (const fieldPath of fieldPathsOf(remoteRecord))
        if (referencedIdsAt(remoteRecord, fieldPath).includes(id)) row = withFieldFrom(row, fieldPath, remoteRecord);
      const by = parentField(remoteRecord.kind);
      if (by !== null && remoteRecord[by] === id) row = { ...row, [by]: id };
      put.set(user, row);
    }
  return [...put.values()];
}

/** Moves the record to its previous local position: into that folder, or after its previous sibling. */
function moveBack({ recordId: id, kind, local: place }: MergeConflict, local: Project): ConflictOutcome {
  const localRecord = local.get(id);
  if (!localRecord) return { base: noBaseUpdate };
  const order = getKind(kind).orders[0];
  const list = order ? local.childIds(parentIdOf(localRecord, order.parentField), order.list).filter((each) => each !== id) : [];
  const isParent = typeof place === 'string' && local.has(place) && !list.includes(place);
  const command: SingleCommand = isParent
    ? { do: 'move', kind, id, to: place, at: '-' }
    : { do: 'move', kind, id, at: typeof place === 'string' ? list.indexOf(place) + 1 : 0 };
  return { base: noBaseUpdate, command };
}
