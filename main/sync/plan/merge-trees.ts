/**
 * The first half of the plan: merges remote changes into the local project; what cannot be merged becomes a conflict. After the merge, the
 * base equals the remote project except for conflicts, and everything that still differs from the remote is a local change to be sent.
 */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import {
  type FieldPath,
  fieldEntries,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
  hasIdenticalFields,
  hasSameContent,
  isEqualRecord,
  isSameField,
  isSendable,
  localeOf,
  parentField,
  referencedIdsAt,
  withFieldFrom,
  withoutField,
} from './field-paths.ts';
import { mergeHeldText } from './held-texts.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { mergeParents, mergeRanks } from './merge-placements.ts';
import { isCreatedWithBranch, mergeRemovals, requiredIds, restoreLastBoards } from './merge-removals.ts';
import { matchByUniqueName, reconcileNames, renameInScripts, withRenamedIds } from './reconcile-names.ts';
import { adoptMentionLabels, dropRemovedLocales, reconcileAssetTypes } from './reconcile-project.ts';

export interface SyncTrees {
  /** The state on which both sides last agreed. */
  readonly base: Project;
  readonly local: Project;
  /** The remote as last read. */
  readonly remote: Project;
}

export interface MergeResult {
  /** Local records that are identified with remote ones: they get the remote id. Applied before all other changes. */
  readonly renamedIds: readonly (readonly [from: string, to: string])[];
  /** The local records that change, and those that are removed. */
  readonly put: readonly AnyRecord[];
  readonly removedIds: readonly string[];
  /**
   * The base records that change: equal to the remote if both sides agree, unchanged if there is a conflict, removed if neither side has
   * them.
   */
  readonly base: { readonly put: readonly AnyRecord[]; readonly removedIds: readonly string[] };
  /** Conflicts that every plan finds until they are resolved or do not apply any more. */
  readonly conflicts: readonly MergeConflict[];
  /**
   * Conflicts that are only found once: the merge uses the remote value, and only the conflict contains the local one. The code that
   * applies the merge stores them.
   */
  readonly oneTimeConflicts: readonly MergeConflict[];
  /** Changes that must not be sent, each as an id or `<id>#<field path>`. */
  readonly withheld: ReadonlySet<string>;
}

export function mergeTrees({ base, local: before, remote }: SyncTrees): MergeResult {
  const renamedIds = matchByUniqueName(base, before, remote);
  const local = renamedIds.length > 0 ? withRenamedIds(before, renamedIds) : before;
  const trees = { base, local, remote };
  const removals = mergeRemovals(base, local, remote);
  const { removeLocally, retainedLocally } = removals;
  const restored = restoreLastBoards(base, local, remote, new Set([...removeLocally, ...retainedLocally]));
  const retainedRemotely = new Set([...removals.retainedRemotely].filter((id) => !restored.ids.has(id)));
  const taken = remoteAdditions(local, remote, (id) => restored.ids.has(id) || (!base.has(id) && !retainedRemotely.has(id)));
  const exists = (id: string): boolean => (local.has(id) && !removeLocally.has(id)) || taken.has(id);
  const places = mergeParents(base, local, remote, exists);
  const common = mergeCommonRecords(trees, places, exists);
  const after = new Map([...taken, ...common.after]);
  const project = reconcileProject(trees, after, { ...common, removeLocally, addedIds: new Set(taken.keys()) });
  const basePut = [...common.base, ...[...taken.values()].filter((record) => !isEqualToBase(base.get(record.id), record))];
  return {
    renamedIds,
    put: [...after.values()].filter(({ id }) => !project.evicted.has(id)).sort(compareById),
    removedIds: [...removeLocally, ...project.evicted].sort(),
    base: { put: basePut.sort(compareById), removedIds: idsGoneFromBase(base, remote, retainedLocally) },
    conflicts: [...removals.conflicts.filter(({ recordId }) => !restored.ids.has(recordId)), ...common.conflicts].sort(compareById),
    oneTimeConflicts: [...restored.conflicts, ...places.conflicts, ...project.conflicts].sort(compareById),
    withheld: new Set([...retainedLocally, ...retainedRemotely, ...[...places.deferred].map((id) => `${id}#place`), ...common.withheld]),
  };
}

interface CommonRecordsMerge {
  /** The local records that change. */
  readonly after: ReadonlyMap<string, AnyRecord>;
  /** The base records that change. */
  readonly base: readonly AnyRecord[];
  /** The remote records that are not identical to the local ones. */
  readonly differing: readonly AnyRecord[];
  readonly conflicts: readonly MergeConflict[];
  /** Each as `<id>#<field path>`. */
  readonly withheld: readonly string[];
}

/** Merges the records that both sides have, field path by field path. */
function mergeCommonRecords(
  { base, local, remote }: SyncTrees,
  places: ReturnType<typeof mergeParents>,
  exists: (id: string) => boolean,
): CommonRecordsMerge {
  const isRemoteOnly = (id: string): boolean => remote.has(id) && !exists(id);
  const after = new Map<string, AnyRecord>();
  const basePut: AnyRecord[] = [];
  const differing: AnyRecord[] = [];
  const conflicts: MergeConflict[] = [];
  const withheld: string[] = [];
  for (const localRecord of local.records()) {
    const { id } = localRecord;
    const remoteRecord = remote.get(id);
    if (!remoteRecord || !exists(id)) continue;
    const knownRecord = base.get(id);
    const baseRecord = knownRecord ?? (isCreatedWithBranch(remoteRecord, base) ? asCreatedByRemote(remoteRecord) : undefined);
    const parent = places.parents.get(id);
    const isDeferred = places.deferred.has(id);
    const isIdentical = hasIdenticalFields(localRecord, remoteRecord);
    if (!isIdentical) differing.push(remoteRecord);
    const hasPlace = parent === undefined && !isDeferred;
    if (hasPlace && (isIdentical || baseRecord === remoteRecord || hasSameContent(localRecord, remoteRecord))) {
      if (!isEqualToBase(knownRecord, remoteRecord)) basePut.push(remoteRecord);
      continue;
    }
    const one = mergeFields(baseRecord, localRecord, remoteRecord, isRemoteOnly);
    const by = parentField(localRecord.kind);
    if (by !== null && parent !== undefined) one.local = { ...one.local, [by]: parent };
    if (by !== null && isDeferred && baseRecord) one.base = { ...one.base, [by]: baseRecord[by] };
    for (const { fieldPath, conflict } of one.unresolved) {
      withheld.push(`${id}#${fieldPath}`);
      if (conflict) conflicts.push(createMergeConflict(localRecord, fieldPath, 'bothChanged', conflict));
    }
    if (one.local !== localRecord) after.set(id, one.local);
    if (!isEqualToBase(knownRecord, one.base)) basePut.push(one.base);
  }
  return { after, base: basePut, differing, conflicts, withheld };
}

const isEqualToBase = (baseRecord: AnyRecord | undefined, record: AnyRecord): boolean =>
  baseRecord !== undefined && isEqualRecord(baseRecord, record);

interface RecordChanges extends Pick<CommonRecordsMerge, 'differing'> {
  readonly removeLocally: ReadonlySet<string>;
  /** The records that the merge adds. */
  readonly addedIds: ReadonlySet<string>;
}

/**
 * Merges what concerns the project as a whole: its languages, the types of its assets, unique names, and then scripts, labels and orders.
 * Changes `after`, the local records after the merge. `evicted` are local records that must be removed.
 */
function reconcileProject(
  { base, local, remote }: SyncTrees,
  after: Map<string, AnyRecord>,
  { differing, removeLocally, addedIds }: RecordChanges,
): { readonly evicted: ReadonlySet<string>; readonly conflicts: readonly MergeConflict[] } {
  const root = after.get(projectRecordId) ?? local.get(projectRecordId);
  const localeConflicts = root ? dropRemovedLocales(base, local, root, after) : [];
  const types = reconcileAssetTypes(local, remote, after);
  const names = reconcileNames(local, remote, after, removeLocally);
  const scriptConflicts = renameInScripts(base, local, after);
  adoptMentionLabels(local, remote, differing, after);
  const evicted = new Set([...types.evicted, ...names.evicted]);
  const at = (id: string): AnyRecord | undefined =>
    removeLocally.has(id) || evicted.has(id) ? undefined : (after.get(id) ?? local.get(id));
  const { ranks, conflicts: orderConflicts } = mergeRanks(base, local, remote, { at, added: addedIds });
  for (const [id, fresh] of ranks) {
    const record = at(id);
    if (record) after.set(id, { ...record, ...fresh });
  }
  return { evicted, conflicts: [...orderConflicts, ...localeConflicts, ...types.conflicts, ...names.conflicts, ...scriptConflicts] };
}

/** [Branch and conditions] an `if` as the remote has created it: everything else in it has been changed since. */
function asCreatedByRemote({ extra: _others, ...condition }: AnyRecord): AnyRecord {
  return { ...condition, script: null };
}

/** Sorts results, so that the plan does not depend on the order in which records were read (I18). */
function compareById(one: { readonly id: string }, two: { readonly id: string }): number {
  if (one.id === two.id) return 0;
  return one.id < two.id ? -1 : 1;
}

export const isMergeEmpty = ({ renamedIds, put, removedIds, base }: MergeResult): boolean =>
  renamedIds.length + put.length + removedIds.length + base.put.length + base.removedIds.length === 0;

/** The new remote records, without those that depend on a record in conflict, and without references to such records. */
function remoteAdditions(local: Project, remote: Project, isNew: (id: string) => boolean): Map<string, AnyRecord> {
  const taken = new Map<string, AnyRecord>();
  for (const remoteRecord of remote.records())
    if (!local.has(remoteRecord.id) && isNew(remoteRecord.id)) taken.set(remoteRecord.id, remoteRecord);
  for (let size = -1; size !== taken.size; ) {
    size = taken.size;
    for (const [id, remoteRecord] of taken)
      if ([...requiredIds(remoteRecord)].some((target) => !local.has(target) && !taken.has(target))) taken.delete(id);
  }
  for (const [id, remoteRecord] of taken)
    for (const fieldPath of fieldPathsOf(remoteRecord))
      if (referencedIdsAt(remoteRecord, fieldPath).some((target) => remote.has(target) && !local.has(target) && !taken.has(target)))
        taken.set(id, withFieldCleared(taken.get(id) ?? remoteRecord, fieldPath));
  return taken;
}

/** The record without a reference to a record in conflict that does not exist locally. */
function withFieldCleared(record: AnyRecord, fieldPath: FieldPath): AnyRecord {
  if (record.kind === 'attribute') return { ...record, value: { ...fieldEntries(record, 'value'), data: null } };
  const field = fieldNameOf(fieldPath);
  return { ...record, [field]: localeOf(fieldPath) === null ? getKind(record.kind).defaults[field] : withoutLocale(record, fieldPath) };
}

function withoutLocale(record: AnyRecord, fieldPath: FieldPath): unknown {
  const { [localeOf(fieldPath) ?? '']: _removed, ...rest } = fieldEntries(record, fieldNameOf(fieldPath));
  return rest;
}

interface RecordMerge {
  local: AnyRecord;
  base: AnyRecord;
  readonly unresolved: { readonly fieldPath: FieldPath; readonly conflict?: Pick<MergeConflict, 'base' | 'local' | 'remote'> }[];
}

/**
 * Merges each field path individually: a change on one side is used, different changes on both sides are a conflict unless the text is held
 * (G30).
 */
function mergeFields(
  baseRecord: AnyRecord | undefined,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
  isRemoteOnly: (id: string) => boolean,
): RecordMerge {
  const one: RecordMerge = { local: localRecord, base: remoteRecord, unresolved: [] };
  const keepBaseValue = (fieldPath: FieldPath) => {
    one.base =
      baseRecord && fieldValue(baseRecord, fieldPath) !== undefined
        ? withFieldFrom(one.base, fieldPath, baseRecord)
        : withoutField(one.base, fieldPath);
  };
  for (const fieldPath of fieldPathsOf(baseRecord, localRecord, remoteRecord)) {
    if (isSameField(localRecord.kind, fieldPath, localRecord, remoteRecord)) continue;
    const [isChangedLocally, isChangedRemotely] = [
      !isSameField(localRecord.kind, fieldPath, baseRecord, localRecord),
      !isSameField(localRecord.kind, fieldPath, baseRecord, remoteRecord),
    ];
    if (!isChangedRemotely) continue;
    if (referencedIdsAt(remoteRecord, fieldPath).some(isRemoteOnly)) {
      keepBaseValue(fieldPath);
      one.unresolved.push({ fieldPath });
    } else if (!isChangedLocally || !isSendable(localRecord.kind, fieldPath)) one.local = withFieldFrom(one.local, fieldPath, remoteRecord);
    else {
      const merged = mergeHeldText(fieldPath, baseRecord, one.local, remoteRecord);
      if (merged) {
        one.local = merged;
        continue;
      }
      keepBaseValue(fieldPath);
      one.unresolved.push({
        fieldPath,
        conflict: {
          base: fieldValue(baseRecord, fieldPath) ?? null,
          local: fieldValue(localRecord, fieldPath) ?? null,
          remote: fieldValue(remoteRecord, fieldPath) ?? null,
        },
      });
    }
  }
  return one;
}

/** The ids of base records that exist on neither side. */
function idsGoneFromBase(base: Project, remote: Project, retainedLocally: ReadonlySet<string>): string[] {
  const gone: string[] = [];
  for (const { id } of base.records()) if (!remote.has(id) && !retainedLocally.has(id)) gone.push(id);
  return gone.sort();
}
