/**
 * The effect of a resolution. Resolutions are not stored: a resolution changes the base or is a command of the user, and the next plan does
 * the rest.
 */
import type { ConflictResolution } from '../../../shared/contracts/sync.ts';
import { appendAll } from '../../../shared/lists.ts';
import { message } from '../../../shared/messages/message.ts';
import { type ChangeSet, changeBetween } from '../../../shared/model/change-set.ts';
import { type Command, changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import { namedRecord } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project, parentIdOf } from '../../../shared/model/project.ts';
import { recordTitle } from '../../../shared/model/record-title.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { Problem } from '../../../shared/problem.ts';
import { type Place, readPlace } from './conflict-place.ts';
import {
  canChangeParent,
  type FieldPath,
  fieldNameOf,
  fieldPathsOf,
  hasSameContent,
  isReadOnly,
  isSameField,
  localeOf,
  parentField,
  referencedIdsAt,
  withFieldFrom,
  withFieldValue,
} from './field-paths.ts';
import type { MergeConflict } from './merge-conflict.ts';
import { cascadeIds, nearestAncestor, type SyncTrees } from './merge-trees.ts';
import { hasLossOf } from './read-losses.ts';
import { recordsAfterRemovals } from './write-effects.ts';

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

function resolveConflict(conflict: MergeConflict, side: ConflictSide, { base, local, remote }: SyncTrees): ConflictOutcome {
  const { recordId: id, kind, field, reason } = conflict;
  // The base contains no files.
  if (field === 'file') return { base: noBaseUpdate };
  if (reason === 'bothChanged') {
    const [localRecord, remoteRecord] = [local.get(id), remote.get(id)];
    if (!localRecord || !remoteRecord || field === null) return { base: noBaseUpdate };
    return {
      base: { put: [withFieldFrom(base.get(id) ?? remoteRecord, field, side === 'local' ? remoteRecord : localRecord)], removedIds: [] },
    };
  }
  if (reason === 'deletedRemotely') {
    if (side === 'remote' && !local.has(id)) return { base: noBaseUpdate };
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
          ? { put: baseOfLostReferences(id, { base, local, remote }), removedIds: [...all] }
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

/**
 * (I26) Base records with what the local removal has taken from other records, so that the references of the remote come back with the record.
 * What was changed here since is kept.
 */
function baseOfLostReferences(id: string, { base, local, remote }: SyncTrees): AnyRecord[] {
  return [...recordsAfterRemovals(remote, [id]).values()].flatMap((after) => {
    const [baseRecord, localRecord, remoteRecord] = [base.get(after.id), local.get(after.id), remote.get(after.id)];
    if (!baseRecord || !localRecord || !remoteRecord) return [];
    const { kind } = after;
    const isLost = (fieldPath: FieldPath) =>
      !isSameField(kind, fieldPath, remoteRecord, after) && isSameField(kind, fieldPath, localRecord, after);
    return [[...fieldPathsOf(after)].filter(isLost).reduce((row, fieldPath) => withFieldFrom(row, fieldPath, localRecord), baseRecord)];
  });
}

/** Moves the record to the place to which it was moved here. */
function moveBack(conflict: MergeConflict, local: Project): ConflictOutcome {
  const record = local.get(conflict.recordId);
  if (!record) return { base: noBaseUpdate };
  const place = readPlace(conflict.local, record, local);
  const command = place && moveCommand(record, place, local);
  if (!command) throw new Problem('conflict', message('problem.sync.placeRemoved'));
  return { base: noBaseUpdate, command: toCommand([...moveOutOfSubtree(conflict, record, place, local), command]) };
}

/**
 * Undefined if the place is not left: another folder or element that was removed, or in the same list a sibling that is not in it any more.
 * In another folder or element, the record becomes the last one instead.
 */
function moveCommand(record: AnyRecord, { list, parent, after }: Place, local: Project): SingleCommand | undefined {
  const { kind, id } = record;
  const order = getKind(kind).orders.find((each) => each.list === list);
  if (!order) return undefined;
  const siblings = local.childIds(parent, list).filter((each) => each !== id);
  const at = after === null ? 0 : siblings.indexOf(after) + 1;
  const isAfterLeft = after === null || at > 0;
  if (parentIdOf(record, order.parentField) === parent)
    return isAfterLeft ? { do: 'move', kind, id, at, ...(list === 'outputs' && { list }) } : undefined;
  if (order.rankField !== 'rank' || !canChangeParent(kind) || parent === null || !local.has(parent)) return undefined;
  return { do: 'move', kind, id, to: parent, at: isAfterLeft ? at : '-' };
}

/**
 * If the remote has moved the folder of the previous position into the record itself, that folder first moves back to where it was, or else
 * to where the record is.
 */
function moveOutOfSubtree({ movedInside = [] }: MergeConflict, record: AnyRecord, { parent }: Place, local: Project): SingleCommand[] {
  const by = parentField(record.kind);
  if (by === null || parent === null) return [];
  const path = pathWithin(record.id, parent, by, local);
  const outermost = path?.at(-1);
  if (!path || outermost === undefined) return [];
  const moved = path.flatMap((id) => movedInside.find((each) => each.id === id) ?? []).at(-1);
  const previous = moved?.parentId ?? null;
  const isPreviousLeft = previous !== null && local.has(previous) && pathWithin(record.id, previous, by, local) === undefined;
  return [
    {
      do: 'move',
      kind: record.kind,
      id: moved?.id ?? outermost,
      to: isPreviousLeft ? previous : (parentIdOf(record, by) ?? ''),
      at: '-',
    },
  ];
}

/** The ids from `id` up to the child of `root` above it; empty for `root` itself; undefined if it is not within `root`. */
function pathWithin(root: string, id: string, by: string, project: Project): readonly string[] | undefined {
  const path: string[] = [];
  for (let at: string | null = id; at !== null && !path.includes(at); ) {
    if (at === root) return path;
    path.push(at);
    const record = project.get(at);
    at = record ? parentIdOf(record, by) : null;
  }
  return undefined;
}

/** Whether a choice can take effect in the local project as it is now. No request adds a language, so that its texts could not be sent. */
export function isChoicePossible(conflict: MergeConflict, side: ConflictSide, local: Project): boolean {
  if (conflict.reason === 'disappeared') return side === 'remote' || !hasLossOf(conflict.base, 'removedLanguages');
  if (conflict.reason === 'duplicateCreate' && side === 'local') return isBoardLeft(conflict.recordId, local);
  if (conflict.reason !== 'movedDifferently' || side === 'remote') return true;
  const record = local.get(conflict.recordId);
  if (!record) return false;
  const place = readPlace(conflict.local, record, local);
  return place !== undefined && moveCommand(record, place, local) !== undefined;
}

/**
 * Whether *Theirs* is executed as a command of the user, so that it is a step of undo. What others did otherwise is merged when it is read. The result of a
 * resolution says whether it was: the value of a field may be one that no command accepts.
 */
export function isRemoteChoiceUndoable(conflict: MergeConflict, local: Project): boolean {
  const { reason, recordId, field, remote } = conflict;
  if (reason === 'deletedRemotely') return local.has(recordId);
  return reason === 'bothChanged' && field !== 'file' && setFieldCommand(conflict, remote, local.get(recordId)) !== undefined;
}

/** Whether the project has a board without the record and what is in it: the last one cannot be removed. */
function isBoardLeft(removedId: string, local: Project): boolean {
  const removed = cascadeIds(removedId, local);
  return [...local.recordsOfKind('board')].some(({ id, type }) => type === 'board' && !removed.has(id));
}

/** What `decide` would change in this copy of the local project. Throws the Problem of a command that cannot be executed. */
type DryRun = (command: SingleCommand, copy: Project) => ChangeSet;

interface ResolvedConflict {
  readonly conflict: MergeConflict;
  /** The user is asked again, because the conflict has changed. */
  readonly next: MergeConflict | undefined;
  /** Whether a command of the user sets the chosen value. */
  readonly isByCommand: boolean;
}

export interface ConflictsOutcome {
  readonly base: { readonly put: readonly AnyRecord[]; readonly removedIds: readonly string[] };
  /** Executed as one command of the user; undefined if only the base changes. */
  readonly command: Command | undefined;
  readonly resolved: readonly ResolvedConflict[];
}

/**
 * (I37) The effect of one answer to several conflicts, each on what the ones before it have left. Throws a Problem that says which conflict
 * cannot be resolved in this way; nothing is to be changed then. `remoteOf` returns what is known of the remote. Pauses after each conflict.
 */
export function* resolveConflictsInSteps(
  conflicts: readonly MergeConflict[],
  resolution: ConflictResolution,
  { base: baseBefore, local: localBefore }: Pick<SyncTrees, 'base' | 'local'>,
  remoteOf: (conflict: MergeConflict) => Project,
  dryRun: DryRun,
): Generator<void, ConflictsOutcome> {
  const [base, local] = [baseBefore.clone(), localBefore.clone()];
  const changedIds = new Set<string>();
  const commands: SingleCommand[] = [];
  const resolved: ResolvedConflict[] = [];
  for (const conflict of conflicts) {
    const outcome = tryResolving(
      conflict,
      () => {
        const found = outcomeOf(conflict, resolution, { base, local, remote: remoteOf(conflict) }, dryRun);
        for (const command of commandsOf(found.command)) local.apply(dryRun(command, local));
        return found;
      },
      local,
    );
    const { put, removedIds } = outcome.base;
    const updates = [...put.map((record) => [record.id, record] as const), ...removedIds.map((id) => [id, undefined] as const)];
    for (const [id, record] of updates) {
      const change = changeBetween(base.get(id), record);
      if (change) base.apply([change]);
      changedIds.add(id);
    }
    appendAll(commands, commandsOf(outcome.command));
    resolved.push({ conflict, next: outcome.conflict, isByCommand: outcome.command !== undefined });
    yield;
  }
  const put = existingRecords(changedIds, base);
  const removedIds = [...changedIds].filter((id) => !base.has(id));
  return { base: { put, removedIds }, command: commands.length > 0 ? toCommand(commands) : undefined, resolved };
}

function commandsOf(command: Command | undefined): readonly SingleCommand[] {
  if (!command) return [];
  return command.do === 'batch' ? command.commands : [command];
}

/** A Problem says which conflict it is about. The faults of a text that the user has entered are shown beside it. */
function tryResolving<T>(conflict: MergeConflict, resolve: () => T, local: Project): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof Problem) || error.faults.length > 0) throw error;
    const record = local.get(conflict.recordId);
    const params = { record: namedRecord(conflict.kind, recordTitle(record, local)), reason: error.text };
    throw new Problem('conflict', message('problem.sync.notResolved', params), { cause: error });
  }
}

/** A choice that changes the project is a command of the user where one can set the value, so that it can be undone. */
function outcomeOf(conflict: MergeConflict, resolution: ConflictResolution, trees: SyncTrees, dryRun: DryRun): ConflictOutcome {
  const isText = 'text' in resolution;
  const side = isText ? 'local' : resolution.choice;
  if (conflict.reason !== 'bothChanged' || (!isText && side === 'local')) return resolveConflict(conflict, side, trees);
  const record = trees.local.get(conflict.recordId);
  const command = setFieldCommand(conflict, isText ? resolution.text : conflict.remote, record);
  // A text that the user has entered becomes the local value, and must be valid.
  if (isText) return { ...resolveConflict(conflict, 'local', trees), ...(command && { command }) };
  // The remote value may be one that no command of the user can set; it is then merged unchanged.
  return command && isAccepted(command, trees.local, dryRun) ? { base: noBaseUpdate, command } : resolveConflict(conflict, side, trees);
}

function isAccepted(command: SingleCommand, local: Project, dryRun: DryRun): boolean {
  try {
    dryRun(command, local);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
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
function setFieldCommand(
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
    // The folder that contains an entry of a tree on the remote may have been removed here.
    const remoteTarget = rulePath === 'parentId' ? nearestAncestor(remoteRecord, remote, (id) => local.has(id)) : remoteRecord[rulePath];
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
