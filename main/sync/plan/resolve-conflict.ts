/**
 * What an answer comes to. Nothing remembers an answer: it changes what both sides are said to have agreed on, or is a command like any
 * other of the user's, and the next plan does the rest.
 */
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldPathsOf, isReadOnly, parentField, referencedIdsAt, withFieldFrom, withFieldValue } from './field-paths.ts';
import type { MergeConflict } from './merge-conflict.ts';
import { cascadeIds } from './merge-removals.ts';
import type { SyncTrees } from './merge-trees.ts';
import { moveOutCommands } from './move-out-commands.ts';

export type ConflictSide = 'local' | 'remote';

export interface ConflictOutcome {
  readonly base: { readonly put: readonly AnyRecord[]; readonly removedIds: readonly string[] };
  /** To be sent as the user's, so that it can be undone. */
  readonly command?: Command;
}

/** Theirs as far as the question itself tells it, where it has not been read since the start. */
export function remoteFromConflict({ reason, recordId, field, remote }: MergeConflict, base: Project): Project {
  const row = base.get(recordId);
  return new Project(reason === 'both changed' && row && field !== null && field !== 'place' ? [withFieldValue(row, field, remote)] : []);
}

const noBaseUpdate: ConflictOutcome['base'] = { put: [], removedIds: [] };

export function resolveConflict(conflict: MergeConflict, side: ConflictSide, { base, local, remote }: SyncTrees): ConflictOutcome {
  const { recordId: id, kind, field, reason } = conflict;
  if (reason === 'both changed') {
    const [localRecord, remoteRecord] = [local.get(id), remote.get(id)];
    if (!localRecord || !remoteRecord || field === null) return { base: noBaseUpdate };
    return {
      base: { put: [withFieldFrom(base.get(id) ?? remoteRecord, field, side === 'local' ? remoteRecord : localRecord)], removedIds: [] },
    };
  }
  if (reason === 'gone there') {
    if (side === 'remote')
      return { base: noBaseUpdate, command: toCommand([...moveOutCommands(id, local, remote), { do: 'remove', kind, id }]) };
    // Comments cannot be made there again: they stay agreed on, so that they go from here as they went there.
    const all = existingRecords(
      cascadeIds(id, local, (each) => !remote.has(each)),
      local,
    );
    return { base: { put: [], removedIds: all.flatMap((each) => (isReadOnly(each) ? [] : [each.id])) } };
  }
  if (reason === 'gone here') {
    const all = cascadeIds(id, remote, (each) => !local.has(each));
    return {
      base:
        side === 'remote'
          ? { put: [], removedIds: [...all] }
          : { put: [...existingRecords(all, remote), ...baseOfRemoteUsers(all, base, remote)], removedIds: [] },
    };
  }
  // Ours is the one that stays.
  if (reason === 'twin')
    return side === 'local' && local.has(id) ? { base: noBaseUpdate, command: { do: 'remove', kind, id } } : { base: noBaseUpdate };
  return side === 'local' && reason === 'place' ? moveBack(conflict, local) : { base: noBaseUpdate };
}

const toCommand = (commands: readonly SingleCommand[]): Command =>
  commands.length === 1 && commands[0] ? commands[0] : { do: 'batch', commands };

const existingRecords = (ids: Iterable<string>, project: Project): AnyRecord[] => [...ids].flatMap((id) => project.get(id) ?? []);

/** Who began to use there what is to go: it was known, so that ours counts. */
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

/** To where we had it: into that folder, or behind what it stood behind. */
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
