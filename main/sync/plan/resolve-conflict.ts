/**
 * The effect of a resolution. Resolutions are not stored: a resolution changes the base or is a command of the user, and the next plan does
 * the rest.
 */
import { type Command, changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project, parentIdOf } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import {
  fieldNameOf,
  fieldPathsOf,
  hasSameContent,
  isReadOnly,
  localeOf,
  parentField,
  referencedIdsAt,
  withFieldFrom,
  withFieldValue,
} from './field-paths.ts';
import type { MergeConflict } from './merge-conflict.ts';
import { cascadeIds, type SyncTrees } from './merge-trees.ts';

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

/** Fields that consist of several field paths, or that no command can set individually. */
const fieldsWithoutTextAnswer: readonly string[] = ['sourceid', 'targetid', 'value', 'extra', 'customId', 'locales', 'status', 'type'];

/** The text of the conflict: the local one, or else the remote one; undefined if the conflict is not about a text. */
export function conflictText({ kind, field: fieldPath, local, remote }: MergeConflict): string | undefined {
  if (fieldPath === null || fieldPath === 'place') return undefined;
  const field = fieldNameOf(fieldPath);
  if (fieldsWithoutTextAnswer.includes(field)) return undefined;
  const isText = getKind(kind).texts[field] !== undefined || ['name', 'css', 'script'].includes(field);
  if (!isText) return undefined;
  return [local, remote].find((text): text is string => typeof text === 'string');
}

/** The command of the user that sets the conflicting field to a value, and can be undone; undefined if no command can. */
export function setFieldCommand(
  { kind, recordId, field: fieldPath }: MergeConflict,
  value: unknown,
  local: AnyRecord | undefined,
): SingleCommand | undefined {
  if (!local || fieldPath === null || fieldPath === 'place') return undefined;
  const field = fieldNameOf(fieldPath);
  const locale = localeOf(fieldPath);
  if (fieldsWithoutTextAnswer.includes(field) || getKind(kind).immutableFields.includes(field)) return undefined;
  return changeCommand(kind, recordId, { [field]: locale === null ? value : { [locale]: value } });
}

/**
 * Before a record is removed because the remote has removed it, records that were only moved into it locally are moved back to their remote
 * positions. The commands are in the order in which they must be executed.
 */
function moveOutCommands(id: string, local: Project, remote: Project): SingleCommand[] {
  return [...cascadeIds(id, local)].flatMap((each) => {
    const [localRecord, remoteRecord] = [local.get(each), remote.get(each)];
    return localRecord && remoteRecord ? restoreReferencesCommands(localRecord, remoteRecord, local, remote) : [];
  });
}

function restoreReferencesCommands(localRecord: AnyRecord, remoteRecord: AnyRecord, local: Project, remote: Project): SingleCommand[] {
  const fields: Record<string, unknown> = {};
  const commands: SingleCommand[] = [];
  for (const { rulePath, targetId, rule } of referencesOf(localRecord)) {
    const remoteTarget = remoteRecord[rulePath];
    if (
      rule.onTargetRemoved !== 'cascade' ||
      remote.has(targetId) ||
      remoteTarget === targetId ||
      !(remoteTarget === null || (typeof remoteTarget === 'string' && local.has(remoteTarget)))
    )
      continue;
    if (rulePath === parentField(localRecord.kind))
      commands.push({ do: 'move', kind: localRecord.kind, id: localRecord.id, to: remoteTarget, at: '-' });
    else fields[rulePath] = remoteTarget;
    // [Connections] an end and its type must be sent together.
    if (rulePath === 'sourceid' || rulePath === 'targetid')
      fields[rulePath.replace('id', 'Type')] = remoteRecord[rulePath.replace('id', 'Type')];
  }
  // The fields come from the reference rules of this kind.
  if (Object.keys(fields).length > 0) commands.push({ do: 'change', kind: localRecord.kind, id: localRecord.id, fields });
  return commands;
}
