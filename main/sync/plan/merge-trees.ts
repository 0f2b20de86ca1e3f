/**
 * The first half of the plan: merges remote changes into the local project; what cannot be merged becomes a conflict. After the merge, the
 * base equals the remote project except for conflicts, and everything that still differs from the remote is a local change to be sent.
 *
 * Removals are merged first, then fields, parents and orders. What no field shows by itself is reconciled last: unique
 * names, the types of assets that are used, the languages of the project, the labels of mentions.
 */

import { isReorderable } from '../../../shared/contracts/rest/routes/routes.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { applyIdMapping, type IdMapping } from '../../../shared/model/id-mapping.ts';
import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, isOfKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { positionFields } from '../../../shared/model/kinds/record-envelope.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { referencedIds, referencesOf, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { replaceElements } from '../../../shared/rich-text/edit-scripts.ts';
import { mentionLabelsOf, withMentionLabels } from '../../../shared/rich-text/mentions.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { mentionLabel, mentionNameOf } from '../../engine/decide/derived-texts.ts';
import { linesOfText, textOfLines } from '../../story-format/record-block.ts';
import { type Place, placeIn, placeOf } from './conflict-place.ts';
import {
  canChangeParent,
  differingIds,
  type FieldPath,
  fieldEntries,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
  hasIdenticalFields,
  hasSameContent,
  isEqualRecord,
  isLocalToEachSide,
  isSameField,
  isSendable,
  localeOf,
  parentField,
  referencedIdsAt,
  withFieldFrom,
  withFieldValue,
  withoutField,
  withoutUnknownFields,
} from './field-paths.ts';
import { mergeHeldText } from './held-texts.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { mergeParagraphs } from './merge-paragraphs.ts';
import { assignRanks, compareByRole, isSameOrder, mergeSiblingOrderInSteps, ranksByRole } from './sibling-order.ts';

export interface SyncTrees {
  /** The state on which both sides last agreed. */
  readonly base: Project;
  readonly local: Project;
  /** The remote as last read. */
  readonly remote: Project;
}

/** What the other side can contain. */
interface MergeRules {
  /** Whether it has everything that a project has, order keys included, so that no local change has to stay here. A workspace has what its interface accepts. */
  readonly isComplete: boolean;
  /** Whether local comments are part of it. */
  readonly hasLocalComments: boolean;
}

const workspaceRules: MergeRules = { isComplete: false, hasLocalComments: false };

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

/** In short steps, between which the trees must not change. */
export function* mergeTreesInSteps(
  { base, local: before, remote }: SyncTrees,
  rules: MergeRules = workspaceRules,
): Generator<void, MergeResult> {
  const renamedIds = matchByUniqueName(base, before, remote);
  const local = renamedIds.length > 0 ? withRenamedIds(before, renamedIds) : before;
  const trees = { base, local, remote };
  yield;
  const removals = mergeRemovals(base, local, remote, rules);
  yield;
  const { removeLocally, retainedLocally } = removals;
  const restored = restoreLastBoards(base, local, remote, new Set([...removeLocally, ...retainedLocally]));
  const retainedRemotely = new Set([...removals.retainedRemotely].filter((id) => !restored.ids.has(id)));
  const taken = yield* remoteAdditions(local, remote, (id) => restored.ids.has(id) || (!base.has(id) && !retainedRemotely.has(id)));
  const exists = (id: string): boolean => (local.has(id) && !removeLocally.has(id)) || taken.has(id);
  const places = mergeParents(trees, exists, rules);
  const common = yield* mergeCommonRecords(trees, places, exists, rules);
  const after = new Map([...taken, ...common.after]);
  const project = yield* reconcileProject(
    trees,
    after,
    { ...common, removeLocally, addedIds: new Set(taken.keys()), strays: places.strays },
    rules,
  );
  yield;
  const basePut = [...common.base, ...[...taken.values()].filter((record) => !isEqualToBase(base.get(record.id), record, rules))];
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

/** (I38) The root folders: their fields belong to the remote, and no request writes them. */
export const rootIdsOf = (project: Project): ReadonlySet<string> =>
  new Set(Object.values(project.find('project', projectRecordId)?.roots ?? {}));

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
function* mergeCommonRecords(
  { base, local, remote }: SyncTrees,
  places: ReturnType<typeof mergeParents>,
  exists: (id: string) => boolean,
  rules: MergeRules,
): Generator<void, CommonRecordsMerge> {
  const isRemoteOnly = (id: string): boolean => remote.has(id) && !exists(id);
  const rootIds = rootIdsOf(remote);
  const after = new Map<string, AnyRecord>();
  const basePut: AnyRecord[] = [];
  const differing: AnyRecord[] = [];
  const conflicts: MergeConflict[] = [];
  const withheld: string[] = [];
  for (const localRecord of local.records()) {
    yield;
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
    const isAgreed = rules.isComplete ? jsonEquals(localRecord, remoteRecord) : isIdentical || hasSameContent(localRecord, remoteRecord);
    if (hasPlace && (isAgreed || baseRecord === remoteRecord)) {
      if (!isEqualToBase(knownRecord, remoteRecord, rules)) basePut.push(remoteRecord);
      continue;
    }
    const isSent = (fieldPath: FieldPath) => rules.isComplete || (!rootIds.has(id) && isSendable(localRecord.kind, fieldPath));
    const one = mergeFields(baseRecord, localRecord, remoteRecord, { isRemoteOnly, isSent, rules });
    if (rules.isComplete) one.local = mergeOwnProperties(baseRecord, one.local, remoteRecord, rules);
    const by = parentField(localRecord.kind);
    if (by !== null && parent !== undefined) one.local = { ...one.local, [by]: parent };
    if (by !== null && isDeferred && baseRecord) one.base = { ...one.base, [by]: baseRecord[by] };
    for (const { fieldPath, conflict } of one.unresolved) {
      withheld.push(`${id}#${fieldPath}`);
      if (conflict) conflicts.push(createMergeConflict(localRecord, fieldPath, 'bothChanged', conflict));
    }
    if (one.local !== localRecord) after.set(id, one.local);
    if (!isEqualToBase(knownRecord, one.base, rules)) basePut.push(one.base);
  }
  return { after, base: basePut, differing, conflicts, withheld };
}

const isEqualToBase = (baseRecord: AnyRecord | undefined, record: AnyRecord, { isComplete }: MergeRules): boolean =>
  baseRecord !== undefined && (isComplete ? jsonEquals(baseRecord, record) : isEqualRecord(baseRecord, record));

/**
 * Merges what a workspace does not have, in a record of the other side that has it: order keys, fields that are local to each side of sync, the sources of
 * translations and comments. What both sides have changed is merged entry by entry, and the other side's is used where it is one value.
 */
function mergeOwnProperties(
  baseRecord: AnyRecord | undefined,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
  { hasLocalComments }: MergeRules,
): AnyRecord {
  const kindFields = Object.keys(getKind(localRecord.kind).fields).filter((field) => isLocalToEachSide(localRecord.kind, field));
  const merged = new Map<string, unknown>();
  for (const property of [...kindFields, ...positionFields, 'translatedFrom', ...(hasLocalComments ? ['localComments'] : [])]) {
    const [before, ours, theirs] = [baseRecord?.[property], localRecord[property], remoteRecord[property]];
    if (jsonEquals(ours, theirs) || jsonEquals(before, theirs)) continue;
    merged.set(property, jsonEquals(before, ours) ? theirs : mergeEntries(before, ours, theirs));
  }
  if (merged.size === 0) return localRecord;
  const properties: Record<string, unknown> = { ...localRecord, ...Object.fromEntries(merged) };
  for (const [property, value] of merged) if (value === undefined) delete properties[property];
  // The properties are those of the same record on both sides.
  return properties as AnyRecord;
}

/** An object has a value for each entry; where both have changed one, and for any other value, that of the other side is used. */
function mergeEntries(before: unknown, ours: unknown, theirs: unknown): unknown {
  if (!isJsonObject(ours) || !isJsonObject(theirs)) return theirs;
  const known = isJsonObject(before) ? before : {};
  const entries = new Map(Object.entries(theirs));
  for (const key of new Set([...Object.keys(known), ...Object.keys(ours)])) {
    if (!jsonEquals(known[key], theirs[key])) continue;
    if (key in ours) entries.set(key, ours[key]);
    else entries.delete(key);
  }
  return Object.fromEntries(entries);
}

interface RecordChanges extends Pick<CommonRecordsMerge, 'differing'> {
  readonly removeLocally: ReadonlySet<string>;
  /** The records that the merge adds. */
  readonly addedIds: ReadonlySet<string>;
  readonly strays: ParentMerge['strays'];
}

/**
 * Merges what concerns the project as a whole: its languages, the types of its assets, unique names, and then scripts, labels and orders.
 * Changes `after`, the local records after the merge. `evicted` are local records that must be removed.
 */
function* reconcileProject(
  { base, local, remote }: SyncTrees,
  after: Map<string, AnyRecord>,
  { differing, removeLocally, addedIds, strays }: RecordChanges,
  rules: MergeRules,
): Generator<void, { readonly evicted: ReadonlySet<string>; readonly conflicts: readonly MergeConflict[] }> {
  const root = after.get(projectRecordId) ?? local.get(projectRecordId);
  const localeConflicts = root ? dropRemovedLocales(base, local, root, after) : [];
  const types = reconcileAssetTypes(local, remote, after);
  yield;
  const names = reconcileNames(local, remote, after, removeLocally, rules);
  yield;
  const scriptConflicts = renameInScripts(base, local, after);
  yield;
  adoptMentionLabels(local, remote, differing, after);
  const evicted = new Set([...types.evicted, ...names.evicted]);
  const at = (id: string): AnyRecord | undefined =>
    removeLocally.has(id) || evicted.has(id) ? undefined : (after.get(id) ?? local.get(id));
  // Where the other side has order keys, these were merged like fields: other keys than its own would be written back to it.
  const { ranks, conflicts: orderConflicts } = rules.isComplete
    ? { ranks: conditionRanks(local, after, at), conflicts: [] }
    : yield* mergeRanks(base, local, remote, { at, added: addedIds, strays });
  for (const [id, fresh] of ranks) {
    const record = at(id);
    if (record) after.set(id, { ...record, ...fresh });
  }
  return { evicted, conflicts: [...orderConflicts, ...localeConflicts, ...types.conflicts, ...names.conflicts, ...scriptConflicts] };
}

/** New ranks for the branches whose conditions the merge has changed, where they would not be in the order of their roles. */
function conditionRanks(
  local: Project,
  after: ReadonlyMap<string, AnyRecord>,
  at: (id: string) => AnyRecord | undefined,
): MergedRanks['ranks'] {
  const changed = [...after.values()].flatMap((record) => (record.kind === 'condition' ? [record] : []));
  const ranks = new Map<string, { readonly rank: string }>();
  for (const [branchId, own] of Map.groupBy(changed, (condition) => String(condition.branchId))) {
    const ids = new Set([...local.childIds(branchId, 'conditions'), ...own.map(({ id }) => id)]);
    const conditions = [...ids].flatMap((id) => at(id) ?? []).filter((record) => record.branchId === branchId);
    for (const [id, rank] of ranksByRole(conditions)) ranks.set(id, { rank });
  }
  return ranks;
}

/** [Branch and conditions] an `if` as the remote has created it: everything else in it has been changed since. */
const asCreatedByRemote = (condition: AnyRecord): AnyRecord => ({ ...withoutUnknownFields(condition), script: null });

/** Sorts results, so that the plan does not depend on the order in which records were read (I18). */
function compareById(one: { readonly id: string }, two: { readonly id: string }): number {
  if (one.id === two.id) return 0;
  return one.id < two.id ? -1 : 1;
}

export const isMergeEmpty = ({ renamedIds, put, removedIds, base }: MergeResult): boolean =>
  renamedIds.length + put.length + removedIds.length + base.put.length + base.removedIds.length === 0;

/** The new remote records, without those that depend on a record in conflict, and without references to such records. */
function* remoteAdditions(local: Project, remote: Project, isNew: (id: string) => boolean): Generator<void, Map<string, AnyRecord>> {
  const taken = new Map<string, AnyRecord>();
  for (const remoteRecord of remote.records())
    if (!local.has(remoteRecord.id) && isNew(remoteRecord.id)) taken.set(remoteRecord.id, remoteRecord);
  for (let size = -1; size !== taken.size; ) {
    size = taken.size;
    for (const [id, remoteRecord] of taken) {
      if ([...requiredIds(remoteRecord)].some((target) => !local.has(target) && !taken.has(target))) taken.delete(id);
      yield;
    }
  }
  for (const [id, remoteRecord] of taken) {
    yield;
    for (const fieldPath of fieldPathsOf(remoteRecord))
      if (referencedIdsAt(remoteRecord, fieldPath).some((target) => remote.has(target) && !local.has(target) && !taken.has(target)))
        taken.set(id, withFieldCleared(taken.get(id) ?? remoteRecord, fieldPath));
  }
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

interface FieldMergeContext {
  readonly isRemoteOnly: (id: string) => boolean;
  readonly isSent: (fieldPath: FieldPath) => boolean;
  readonly rules: MergeRules;
}

/**
 * Merges each field path individually: a change on one side is used, different changes on both sides are a conflict unless the text is held
 * (G30).
 */
function mergeFields(
  baseRecord: AnyRecord | undefined,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
  { isRemoteOnly, isSent, rules }: FieldMergeContext,
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
    } else if (!isChangedLocally || !isSent(fieldPath)) one.local = withFieldFrom(one.local, fieldPath, remoteRecord);
    else {
      const merged = rules.isComplete
        ? mergeByPart(fieldPath, baseRecord, one.local, remoteRecord)
        : mergeHeldText(fieldPath, baseRecord, one.local, remoteRecord);
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

/** A text that both sides have changed in different paragraphs, or an object in different entries; undefined if there is a conflict. */
function mergeByPart(
  fieldPath: FieldPath,
  baseRecord: AnyRecord | undefined,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
): AnyRecord | undefined {
  const [before, ours, theirs] = [baseRecord, localRecord, remoteRecord].map((record) => fieldValue(record, fieldPath));
  const format = getKind(localRecord.kind).texts[fieldNameOf(fieldPath)]?.format;
  if (fieldPath === 'status' && isJsonObject(ours) && isJsonObject(theirs))
    return withFieldValue(localRecord, fieldPath, mergeEntries(before, ours, theirs));
  if (format === undefined || typeof before !== 'string' || typeof ours !== 'string' || typeof theirs !== 'string') return undefined;
  const [base, local, remote] = [linesOfText(before, format), linesOfText(ours, format), linesOfText(theirs, format)];
  const merged = base.length + local.length + remote.length > 3 ? mergeParagraphs(base, local, remote) : null;
  return merged ? withFieldValue(localRecord, fieldPath, textOfLines(merged, format)) : undefined;
}

/** The ids of base records that exist on neither side. */
function idsGoneFromBase(base: Project, remote: Project, retainedLocally: ReadonlySet<string>): string[] {
  const gone: string[] = [];
  for (const { id } of base.records()) if (!remote.has(id) && !retainedLocally.has(id)) gone.push(id);
  return gone.sort();
}

/** Whether records of the kind are in others of the same kind: the parents form a tree, which must not get cycles. */
const isTreeKind = (kind: KindName): boolean => getKind(kind).references[parentField(kind) ?? '']?.targetKinds.includes(kind) === true;

interface ParentMerge {
  /** New parents, by record id. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** Records that the remote moved into a parent that does not exist locally: they keep their parent, and their position is not sent. */
  readonly deferred: ReadonlySet<string>;
  /** The records whose new parent is that of neither side. */
  readonly strays: readonly string[];
  readonly conflicts: readonly MergeConflict[];
}

/** Merges the parents of records that exist on both sides. `exists` returns whether a parent exists locally after the merge. */
function mergeParents({ base, local, remote }: SyncTrees, exists: (id: string) => boolean, { isComplete }: MergeRules): ParentMerge {
  const parents = new Map<string, string | null>();
  const deferred = new Set<string>();
  const strays: string[] = [];
  const conflicts: MergeConflict[] = [];
  const movedLocally: string[] = [];
  for (const localRecord of local.records()) {
    const remoteRecord = remote.get(localRecord.id);
    const by = parentField(localRecord.kind);
    if (!remoteRecord || by === null || localRecord[by] === remoteRecord[by]) continue;
    const baseRecord = base.get(localRecord.id);
    const target = parentIdOf(remoteRecord, by);
    if (baseRecord && remoteRecord[by] === baseRecord[by] && (isComplete || canChangeParent(localRecord.kind)))
      movedLocally.push(localRecord.id);
    else if (target !== null && !exists(target)) deferred.add(localRecord.id);
    else {
      parents.set(localRecord.id, target);
      if (baseRecord && localRecord[by] !== baseRecord[by])
        conflicts.push(createMergeConflict(localRecord, 'place', 'movedDifferently', placesOf(localRecord.id, { base, local, remote })));
    }
  }
  const parentIn = (id: string): string | null => {
    const merged = parents.get(id);
    if (merged !== undefined) return merged;
    const record = local.get(id) ?? remote.get(id);
    return record ? parentIdOf(record, 'parentId') : null;
  };
  for (const id of movedLocally.sort()) {
    const [localRecord, remoteRecord] = [local.get(id), remote.get(id)];
    const cycle = localRecord && isTreeKind(localRecord.kind) ? cycleThrough(id, parentIn) : undefined;
    if (!localRecord || !remoteRecord || !cycle) continue;
    const movedInside = cycle.flatMap((each) => {
      const other = local.get(each);
      return other && parents.has(each) ? [{ id: each, parentId: parentIdOf(other, 'parentId') }] : [];
    });
    // The folder that the remote shows may have been removed here, or moved into the record itself.
    const isOutside = (folder: string) => exists(folder) && !ancestorsOf(folder, parentIn).has(id);
    const parent = nearestAncestor(remoteRecord, remote, isOutside);
    parents.set(id, parent);
    if (parent !== parentIdOf(remoteRecord, 'parentId')) strays.push(id);
    const places = placesOf(id, { base, local, remote });
    conflicts.push({ ...createMergeConflict(localRecord, 'place', 'movedDifferently', places), movedInside });
  }
  return { parents, deferred, strays, conflicts };
}

/** Where each side has the record, in the list of its parent. */
function placesOf(id: string, { base, local, remote }: SyncTrees): Record<'base' | 'local' | 'remote', Place | null> {
  const placeOn = (side: Project): Place | null => {
    const record = side.get(id);
    const order = record && getKind(record.kind).orders[0];
    return order ? placeOf(record, order, side) : null;
  };
  return { base: placeOn(base), local: placeOn(local), remote: placeOn(remote) };
}

/** The other records of the cycle that contains this one; undefined if there is none. */
function cycleThrough(id: string, parentIn: (id: string) => string | null): readonly string[] | undefined {
  const above = [...ancestorsOf(id, parentIn)];
  return above.includes(id) ? above.filter((each) => each !== id) : undefined;
}

/** The records above this one, from the inside out; in a cycle, with itself as the last. */
function ancestorsOf(id: string, parentIn: (id: string) => string | null): ReadonlySet<string> {
  const above = new Set<string>();
  for (let at = parentIn(id); at !== null && !above.has(at); at = at === id ? null : parentIn(at)) above.add(at);
  return above;
}

/** The innermost folder that contains the entry of a tree in this project and is suitable; null if none is. */
export function nearestAncestor(record: AnyRecord, project: Project, isSuitable: (id: string) => boolean): string | null {
  const parentIn = (id: string) => parentIdOf(project.get(id) ?? record, 'parentId');
  return [...ancestorsOf(record.id, parentIn)].find(isSuitable) ?? null;
}

interface RecordPlacement {
  /** The local record after the merge, without its new rank; undefined if it does not exist then. */
  at(id: string): AnyRecord | undefined;
  /** Records of ordered kinds that are new from the remote, or whose parent changes. */
  readonly added: ReadonlySet<string>;
  readonly strays: ParentMerge['strays'];
}

type RecordRanks = Partial<Record<OrderRule['rankField'], string>>;

interface MergedRanks {
  readonly ranks: ReadonlyMap<string, RecordRanks>;
  readonly conflicts: readonly MergeConflict[];
}

/** The local records whose rank changes. */
function* mergeRanks(base: Project, local: Project, remote: Project, placements: RecordPlacement): Generator<void, MergedRanks> {
  const ranks = new Map<string, RecordRanks>();
  const conflicts: MergeConflict[] = [];
  for (const { parent, order, kind } of differingLists(local, remote, differingIds(local, remote), placements.at)) {
    yield;
    const isInList = (id: string): boolean => {
      const record = placements.at(id);
      return record?.kind === kind && parentIdOf(record, order.parentField) === parent;
    };
    const [localIds, remoteIds] = [local.childIds(parent, order.list), remote.childIds(parent, order.list)];
    const strays = placements.strays.filter(isInList);
    if (strays.length === 0 && isSameOrder(localIds, remoteIds) && localIds.every((id) => isInList(id) && !placements.added.has(id)))
      continue;
    yield;
    const own = localIds.filter(isInList);
    yield;
    const other = remoteIds.filter(isInList);
    yield;
    const merged = yield* mergeSiblingOrderInSteps(base.childIds(parent, order.list), own, other, isReorderable(order.list));
    const wanted = [...(kind === 'condition' ? sortByRole(merged.order, placements) : merged.order), ...strays];
    for (const id of merged.conflicting) {
      const record = placements.at(id);
      const place = (siblings: readonly string[]) => placeIn(siblings, id, { list: order.list, parent });
      const agreed = base.childIds(parent, order.list).filter(isInList);
      const places = { base: place(agreed), local: place(own), remote: place(other) };
      if (record) conflicts.push(createMergeConflict(record, 'place', 'movedDifferently', places));
    }
    yield;
    const inPlace = new Set(own);
    const fresh = assignRanks(wanted, (id) => (inPlace.has(id) ? local.get(id)?.[order.rankField] : undefined));
    for (const [id, rank] of fresh) ranks.set(id, { ...ranks.get(id), [order.rankField]: rank });
  }
  return { ranks, conflicts };
}

interface SiblingList {
  readonly parent: string | null;
  readonly order: OrderRule;
  readonly kind: KindName;
}

/**
 * Every list of siblings that differs between the sides, once: one of its records is elsewhere on the other side, or does not exist there. `ids` contains
 * at least the records that differ. `merged` returns a record as it becomes, which may be in a third list.
 */
export function* differingLists(
  local: Project,
  remote: Project,
  ids: Iterable<string>,
  merged: (id: string) => AnyRecord | undefined = () => undefined,
): Generator<SiblingList> {
  const seen = new Map<OrderRule, Set<string | null>>();
  for (const id of ids) {
    const [one, two] = [local.get(id), remote.get(id)];
    const record = one ?? two;
    if (!record || one === two) continue;
    for (const order of getKind(record.kind).orders) {
      const { parentField: by, rankField } = order;
      if (one && two && one[rankField] === two[rankField] && (by === null || one[by] === two[by])) continue;
      for (const each of [one, two, merged(id)]) {
        if (!each) continue;
        const parent = parentIdOf(each, by);
        const parents = seen.get(order) ?? new Set();
        if (parents.has(parent)) continue;
        seen.set(order, parents.add(parent));
        yield { parent, order, kind: record.kind };
      }
    }
  }
}

const sortByRole = (order: readonly string[], placements: RecordPlacement): string[] =>
  [...order].sort((one, two) => compareByRole(placements.at(one), placements.at(two)));

/**
 * An asset that is used as audio or as a cover must keep its type. If one side has changed the type and the other has begun to use it, the
 * remote side wins. Changes `after`, the local records after the merge.
 * `evicted` are local records that must be removed.
 */
function reconcileAssetTypes(
  local: Project,
  remote: Project,
  after: Map<string, AnyRecord>,
): { evicted: string[]; conflicts: MergeConflict[] } {
  const evicted: string[] = [];
  const conflicts: MergeConflict[] = [];
  for (const { id, type } of local.recordsOfKind('asset')) {
    const remoteRecord = remote.find('asset', id);
    const now = after.get(id) ?? local.get(id);
    if (!remoteRecord || !now || remoteRecord.type === type) continue;
    const isRemote = now.type === remoteRecord.type;
    const [users, others] = isRemote ? [local, remote] : [remote, local];
    for (const [user, fieldPath] of assetUsers(id, users)) {
      const other = others.get(user.id);
      if (other && assetReferenceField(other, id) === fieldPath) continue;
      const ours = after.get(user.id) ?? user;
      if (!isRemote) {
        after.set(id, { ...now, type: remoteRecord.type });
        conflicts.push(createMergeConflict(now, 'type', 'displaced', { base: null, local: type, remote: remoteRecord.type }));
        break;
      }
      if (assetReferenceField(ours, id) !== fieldPath) continue;
      if (other) after.set(user.id, withFieldFrom(ours, fieldPath, other));
      else evicted.push(user.id);
      conflicts.push(
        createMergeConflict(user, other ? fieldPath : null, 'displaced', {
          base: null,
          local: other ? fieldValue(ours, fieldPath) : [ours],
          remote: other ?? null,
        }),
      );
    }
  }
  return { evicted, conflicts };
}

function assetUsers(asset: string, project: Project): [AnyRecord, 'assetId' | 'cover'][] {
  return [...project.referrersOf(asset)].sort().flatMap((id): [AnyRecord, 'assetId' | 'cover'][] => {
    const user = project.get(id);
    const fieldPath = user && assetReferenceField(user, asset);
    return fieldPath ? [[user, fieldPath]] : [];
  });
}

function assetReferenceField(record: AnyRecord, asset: string): 'assetId' | 'cover' | undefined {
  if (record.assetId === asset) return 'assetId';
  const cover: unknown = record.cover;
  return typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === asset ? 'cover' : undefined;
}

/**
 * Removes the local texts of a language that the remote has removed. Texts that have changed since the last sync are kept in a conflict.
 * Changes `after`, the local records after the merge.
 */
function dropRemovedLocales(base: Project, local: Project, root: AnyRecord, after: Map<string, AnyRecord>): MergeConflict[] {
  const remaining = new Set(isOfKind(root, 'project') ? root.locales.map(({ iso }) => iso) : []);
  if (local.projectRecord.locales.every(({ iso }) => remaining.has(iso))) return [];
  const conflicts: MergeConflict[] = [];
  for (const { id } of [...local.records()]) {
    const localRecord = after.get(id) ?? local.get(id);
    if (!localRecord) continue;
    const dropped = [...fieldPathsOf(localRecord)].filter(
      (fieldPath) => isLocalizedPath(fieldPath) && !remaining.has(localeOf(fieldPath) ?? ''),
    );
    const status = Object.entries(localRecord.status ?? {}).filter(([locale]) => remaining.has(locale));
    if (dropped.length === 0 && status.length === Object.keys(localRecord.status ?? {}).length) continue;
    const baseRecord = base.get(id);
    for (const fieldPath of dropped)
      if ((fieldValue(localRecord, fieldPath) ?? null) !== null && !isSameField(localRecord.kind, fieldPath, baseRecord, localRecord))
        conflicts.push(
          createMergeConflict(localRecord, fieldPath, 'displaced', {
            base: fieldValue(baseRecord, fieldPath) ?? null,
            local: fieldValue(localRecord, fieldPath),
            remote: null,
          }),
        );
    after.set(
      id,
      withoutLocales(
        localRecord,
        dropped,
        localRecord.status === null || localRecord.status === undefined ? localRecord.status : Object.fromEntries(status),
      ),
    );
  }
  return conflicts;
}

const isLocalizedPath = (fieldPath: FieldPath): boolean => localeOf(fieldPath) !== null && fieldNameOf(fieldPath) !== 'extra';

function withoutLocales(record: AnyRecord, dropped: readonly FieldPath[], status: unknown): AnyRecord {
  let after: AnyRecord = { ...record, ...(status === undefined ? {} : { status }) };
  for (const fieldPath of dropped) {
    const field = fieldNameOf(fieldPath);
    const { [localeOf(fieldPath) ?? '']: _dropped, ...kept } = fieldEntries(after, field);
    after = { ...after, [field]: kept };
  }
  return after;
}

/** Whether both sides show the same name of a record in a language; null stands for text without a language. */
type HasSameName = (id: string, locale: string | null) => boolean;

/**
 * Makes mentions show the names that the remote shows (G22), except for records that were renamed locally and not yet remotely. Changes
 * `after`, the local records after the merge. Texts are compared without their labels, so merging fields does not update the
 * labels. `differing` are the remote records that are not identical to their local ones; all others have the same labels.
 */
function adoptMentionLabels(local: Project, remote: Project, differing: Iterable<AnyRecord>, after: Map<string, AnyRecord>): void {
  const now = (id: string): AnyRecord | undefined => after.get(id) ?? local.get(id);
  // The displayed names are compared and not the fields, because a missing name and an empty one are displayed in the same way.
  const hasSameName: HasSameName = (id, locale) => {
    const [record, remoteRecord] = [now(id), remote.get(id)];
    if (!record || !remoteRecord) return false;
    const [label, remoteLabel] = [record, remoteRecord].map((each) => mentionLabel(mentionNameOf(each), locale, remote.mainLocale));
    return label === remoteLabel;
  };
  for (const remoteRecord of differing) {
    const record = now(remoteRecord.id);
    if (!record) continue;
    const relabelled = withLabelsOf(record, remoteRecord, hasSameName);
    if (relabelled !== record) after.set(remoteRecord.id, relabelled);
  }
}

function withLabelsOf(record: AnyRecord, remoteRecord: AnyRecord, hasSameName: HasSameName): AnyRecord {
  let after = record;
  const remoteTexts = [...textsOfRecord(remoteRecord)];
  for (const text of textsOfRecord(record)) {
    const { field, locale } = text;
    if (text.rule.format === 'plain' || !text.text.includes('<span')) continue;
    const remoteText = remoteTexts.find((each) => each.field === field && each.locale === locale)?.text;
    const fieldPath = locale === null ? field : `${field}/${locale}`;
    if (remoteText === undefined || remoteText === text.text || !isSameField(record.kind, fieldPath, record, remoteRecord)) continue;
    const labels = mentionLabelsOf(remoteText).map((label) => (hasSameName(label.id, locale) ? label : undefined));
    const relabelled = withMentionLabels(text.text, labels);
    if (relabelled !== text.text) after = replaceText(after, text, relabelled);
  }
  return after;
}

/**
 * Unique names: two new records with the same name are merged if the name identifies them; otherwise the local one is renamed or removed.
 */

/**
 * Kinds whose name identifies a record, so that two with the same name are the same record: a variable, an `else`, the `if` of a new
 * branch.
 */
const kindsIdentifiedByName: readonly string[] = ['variable', 'condition', 'attribute'];

/**
 * Records that are new on both sides with the same name: the local one gets the id of the remote one. So does the `if` of a branch that an
 * undo has restored with an earlier id, because no request creates or removes an `if` individually ([Branch and conditions]).
 */
function matchByUniqueName(base: Project, local: Project, remote: Project): IdMapping {
  const renaming: (readonly [string, string])[] = [];
  for (const localRecord of local.records()) {
    if (base.has(localRecord.id) || remote.has(localRecord.id) || !kindsIdentifiedByName.includes(localRecord.kind)) continue;
    for (const key of uniqueKeysOf(localRecord)) {
      const other = remote.recordIdByUniqueKey(key);
      if (other === undefined || local.has(other) || remote.get(other)?.kind !== localRecord.kind) continue;
      if (!base.has(other) || localRecord.role === 'if') renaming.push([localRecord.id, other]);
    }
  }
  return renaming.sort(([one], [two]) => (one < two ? -1 : 1));
}

interface NameReconciliation {
  /** Local records that must be removed. */
  readonly evicted: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Only the remote assigns customIds of components. A component that was removed locally and restored while another one had its customId has
 * received another, which no request can send, so it gets the remote one. Changes `after`, the local records after the merge.
 */
function adoptCustomIds(local: Project, remote: Project, after: Map<string, AnyRecord>, removedLocally: ReadonlySet<string>): void {
  for (const { id, customId } of remote.recordsOfKind('component')) {
    const record = after.get(id) ?? local.get(id);
    // null if it has not been looked up yet.
    if (customId === null || record === undefined || record.customId === customId || removedLocally.has(id)) continue;
    after.set(id, { ...record, customId });
  }
}

/** A name that both sides use belongs to the remote record. Changes `after`, the local records after the merge. */
function reconcileNames(
  local: Project,
  remote: Project,
  after: Map<string, AnyRecord>,
  removedLocally: ReadonlySet<string>,
  { isComplete }: MergeRules,
): NameReconciliation {
  const evicted = new Set<string>();
  const conflicts: MergeConflict[] = [];
  const now = (id: string): AnyRecord | undefined =>
    removedLocally.has(id) || evicted.has(id) ? undefined : (after.get(id) ?? local.get(id));
  if (!isComplete) adoptCustomIds(local, remote, after, removedLocally);
  const inUse = (customId: string): boolean => {
    const key = `scope:${customId}`;
    const holder = now(local.recordIdByUniqueKey(key) ?? '');
    return (holder !== undefined && uniqueKeysOf(holder).includes(key)) || remote.recordIdByUniqueKey(key) !== undefined;
  };
  const suspects = new Set([...after.values()].flatMap((record) => uniqueKeysOf(record)));
  const last = namesOfLastBoards(local, remote);
  for (const key of [...new Set([...suspects, ...last])].sort()) {
    const owner = remote.recordIdByUniqueKey(key);
    const ours = local.recordIdByUniqueKey(key);
    if (owner === undefined || ours === undefined || ours === owner) continue;
    const [record, other] = [now(ours), now(owner) ?? (last.includes(key) ? remote.get(owner) : undefined)];
    if (!record || !other || !uniqueKeysOf(record).includes(key) || !uniqueKeysOf(other).includes(key)) continue;
    const remoteRecord = remote.get(ours);
    if (!remoteRecord && key.startsWith('scope:')) {
      const customId = generateCustomId(String(record.customId), inUse);
      after.set(ours, { ...record, customId });
      conflicts.push(createMergeConflict(record, 'customId', 'renamed', { base: null, local: record.customId, remote: customId }));
      continue;
    }
    if (remoteRecord) {
      conflicts.push(createMergeConflict(record, null, 'displaced', { base: null, local: [record], remote: other }));
      after.set(ours, withRemoteName(record, remoteRecord, key));
      continue;
    }
    const dependents = [...cascadeIds(ours, local, (each) => !remote.has(each))];
    for (const id of dependents) evicted.add(id);
    conflicts.push(
      createMergeConflict(record, null, 'displaced', { base: null, local: dependents.flatMap((id) => local.get(id) ?? []), remote: other }),
    );
  }
  return { evicted, conflicts };
}

/** [Boards] the last boards of the remote are only removed after another was created, which must not have the name of one of them. */
function namesOfLastBoards(local: Project, remote: Project): string[] {
  for (const { id, type } of remote.recordsOfKind('board')) if (type === 'board' && local.has(id)) return [];
  return [...local.records()].flatMap((localRecord) =>
    localRecord.kind === 'board' && !remote.has(localRecord.id) ? uniqueKeysOf(localRecord) : [],
  );
}

/** The record with the remote values of the fields from which its name is derived. */
function withRemoteName(record: AnyRecord, remoteRecord: AnyRecord, key: string): AnyRecord {
  let merged = record;
  for (const fieldPath of fieldPathsOf(record, remoteRecord)) {
    if (isSameField(record.kind, fieldPath, record, remoteRecord)) continue;
    const tried = withFieldFrom(merged, fieldPath, remoteRecord);
    if (
      !getKind(tried.kind)
        .uniqueKeys(tried)
        .some((each) => each.key === key)
    )
      return tried;
    if (!uniqueKeysOf(tried).includes(key)) merged = tried;
  }
  return { ...remoteRecord, rank: record.rank };
}

/** Renames ids in a copy, because plans must not change their input. */
function withRenamedIds(project: Project, renaming: IdMapping): Project {
  const { put, removedIds } = applyIdMapping(project, renaming);
  const records = new Map([...project.records()].map((record) => [record.id, record]));
  for (const id of removedIds) records.delete(id);
  for (const record of put) records.set(record.id, record);
  return project.withRecords(records.values());
}

/** The unique names of the record, which no other record may have. */
export const uniqueKeysOf = (record: AnyRecord): readonly string[] =>
  getKind(record.kind)
    .uniqueKeys(record)
    .map(({ key }) => key);

/**
 * Replaces a customId that changes in a merge in the local scripts that use it and that the remote does not have. Scripts that exist on
 * both sides remain unchanged. Changes `after`, the local records after the merge. Returns the changed names as conflicts to report.
 */
function renameInScripts(base: Project, local: Project, after: Map<string, AnyRecord>): MergeConflict[] {
  const names = new Map<string, string>();
  const conflicts: MergeConflict[] = [];
  for (const { id, customId } of after.values()) {
    const localRecord = local.get(id);
    if (
      !localRecord ||
      localRecord.kind === 'attribute' ||
      typeof localRecord.customId !== 'string' ||
      typeof customId !== 'string' ||
      localRecord.customId === customId
    )
      continue;
    names.set(localRecord.customId, customId);
    if (base.has(id))
      conflicts.push(
        createMergeConflict(localRecord, 'customId', 'renamed', { base: null, local: localRecord.customId, remote: customId }),
      );
  }
  if (names.size === 0) return [];
  for (const localRecord of local.records()) {
    if (!canContainScripts(localRecord)) continue;
    const now = after.get(localRecord.id) ?? localRecord;
    let updated = now;
    for (const text of textsOfRecord(now)) {
      const fieldPath = text.locale === null ? text.field : `${text.field}/${text.locale}`;
      const isLocalChange =
        isSameField(localRecord.kind, fieldPath, now, localRecord) &&
        !isSameField(localRecord.kind, fieldPath, base.get(localRecord.id), localRecord);
      if (!isLocalChange || text.rule.format === 'plain') continue;
      const renamed = text.rule.format === 'script' ? renameInScript(text.text, names) : renameInCode(text.text, names);
      if (renamed !== text.text) updated = replaceText(updated, text, renamed);
    }
    if (updated !== now) after.set(localRecord.id, updated);
  }
  return conflicts;
}

const canContainScripts = ({ kind }: AnyRecord): boolean =>
  Object.values(getKind(kind).texts).some(({ format }) => format === 'script' || format === 'rich');

const renameInCode = (html: string, names: ReadonlyMap<string, string>): string =>
  replaceElements(html, 'code', (openingTag, code) => `${openingTag}${renameInScript(code, names)}</code>`);

/** Tags, entities and quoted strings contain no names. A name before a `.` is a customId. */
const scriptTokenPattern =
  /<[^<>]*>|&(?:quot|#34);.*?&(?:quot|#34);|&[a-z0-9#]+;|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|(?<name>(?<![\w$])[A-Za-z$_][0-9A-Za-z$_]*)(?=\s*\.\s*[A-Za-z$_])/g;

const renameInScript = (script: string, names: ReadonlyMap<string, string>): string =>
  script.replace(scriptTokenPattern, (match: string, ...more: unknown[]) => {
    // The last argument of a replacer contains the named groups.
    const groups = more.at(-1);
    return (isJsonObject(groups) && typeof groups.name === 'string' && names.get(groups.name)) || match;
  });

interface RemovalMerge {
  /** Removed by the remote and unchanged locally, so they must be removed locally. */
  readonly removeLocally: ReadonlySet<string>;
  /** Existing only locally and in conflict, so they are neither removed nor sent. */
  readonly retainedLocally: ReadonlySet<string>;
  /** Existing only remotely and in conflict, so they are neither removed nor merged. */
  readonly retainedRemotely: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges removals. A removal includes all records that cannot exist without the removed one. If the other side has changed, added or newly
 * used any of them, nothing is removed and there is a conflict. Local comments count as changes (I28), because the remote cannot have them.
 */
export function mergeRemovals(base: Project, local: Project, remote: Project, rules: MergeRules = workspaceRules): RemovalMerge {
  const removedRemotely = removalsOnSide({ base, holder: local, other: remote, rules }, 'deletedRemotely');
  const removedLocally = removalsOnSide({ base, holder: remote, other: local, rules }, 'deletedLocally');
  return {
    removeLocally: removedRemotely.untouched,
    retainedLocally: removedRemotely.touched,
    retainedRemotely: removedLocally.touched,
    conflicts: [...removedRemotely.conflicts, ...removedLocally.conflicts],
  };
}

/**
 * The records that `other` has removed and `holder` still has. `touched` are those that were changed or newly used since, so that they are
 * in conflict.
 */
function removalsOnSide(
  { base, holder, other, rules }: { readonly base: Project; readonly holder: Project; readonly other: Project; readonly rules: MergeRules },
  reason: 'deletedRemotely' | 'deletedLocally',
) {
  const removed = new Set<string>();
  for (const { id } of base.records()) if (!other.has(id) && holder.has(id)) removed.add(id);
  const touched = new Set<string>();
  const untouched = new Set<string>();
  const conflicts: MergeConflict[] = [];
  for (const id of removalRoots(removed, holder)) {
    const all = cascadeIds(id, holder, (each) => !other.has(each));
    const record = holder.get(id);
    if (!record) continue;
    const isTouched = [...all].some((each) => isModified(each, base, holder, rules)) || isNewlyUsed(all, base, holder);
    for (const each of all) (isTouched ? touched : untouched).add(each);
    const [local, remote] = reason === 'deletedRemotely' ? [record, null] : [null, record];
    if (isTouched) conflicts.push(createMergeConflict(record, null, reason, { base: base.get(id), local, remote }));
  }
  for (const id of touched) untouched.delete(id);
  return { touched, untouched, conflicts };
}

/** The removed records that are not removed because of another one, sorted by id. */
export function removalRoots(removed: ReadonlySet<string>, holder: Project): string[] {
  return [...removed].filter((id) => ![...requiredIds(holder.get(id))].some((target) => removed.has(target))).sort();
}

/** The record and all records that cannot exist without it and that `within` includes. */
export function cascadeIds(id: string, project: Project, within: (id: string) => boolean = () => true): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const holder of project.referrersOf(each)) {
      if (all.has(holder) || !within(holder)) continue;
      if ([...requiredIds(project.get(holder))].includes(each)) all.add(holder);
    }
  return all;
}

/** The ids of the records without which a record cannot exist. */
export function* requiredIds(record: AnyRecord | undefined): Generator<string> {
  if (record) for (const { targetId, rule } of referencesOf(record)) if (rule.onTargetRemoved === 'cascade') yield targetId;
}

/** Whether the record was changed, or has local comments that only exist on this computer. */
function isModified(id: string, base: Project, holder: Project, { hasLocalComments }: MergeRules): boolean {
  const [before, now] = [base.get(id), holder.get(id)];
  if (hasLocalComments) {
    if (!jsonEquals(before?.localComments, now?.localComments)) return true;
  } else if (now?.localComments !== undefined) return true;
  if (!before && now && isCreatedWithBranch(now, base)) return now.script !== null;
  return !before || !now || !hasSameContent(before, now);
}

/** [Branch and conditions] whether it is the `if` of a branch that was created locally: the remote creates it together with the branch. */
function isCreatedWithBranch({ role, branchId }: AnyRecord, base: Project): boolean {
  const branch = String(branchId);
  return (
    role === 'if' && base.has(branch) && !base.children('condition', branch, 'conditions').some((condition) => condition.role === 'if')
  );
}

/** Whether a remaining record refers to one of them and did not before. */
function isNewlyUsed(all: ReadonlySet<string>, base: Project, holder: Project): boolean {
  for (const id of all)
    for (const user of holder.referrersOf(id)) {
      if (all.has(user)) continue;
      const [before, now] = [base.get(user), holder.get(user)];
      if (now && (!before || !referencedIds(before).includes(id))) return true;
    }
  return false;
}

interface RestoredBoards {
  /** Boards that were removed locally and still exist on the remote. They are merged as if they were new. */
  readonly ids: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * A project has at least one board ([Boards]). If each side removed the other's last ones, the remote ones remain and are restored locally.
 * `removedRemotely` are the records that are removed locally as well, or are in conflict.
 */
function restoreLastBoards(base: Project, local: Project, remote: Project, removedRemotely: ReadonlySet<string>): RestoredBoards {
  for (const { id, type } of local.recordsOfKind('board'))
    if (type === 'board' && !removedRemotely.has(id)) return { ids: new Set(), conflicts: [] };
  const remoteBoards = [...remote.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
  const removed = new Set([...base.records()].flatMap(({ id }) => (remote.has(id) && !local.has(id) ? [id] : [])));
  const ids = new Set<string>();
  const conflicts: MergeConflict[] = [];
  for (const root of removalRoots(removed, remote)) {
    const all = cascadeIds(root, remote, (id) => !local.has(id));
    const record = remote.get(root);
    if (!record || !remoteBoards.some((id) => all.has(id))) continue;
    for (const id of all) ids.add(id);
    conflicts.push(createMergeConflict(record, null, 'lastBoard', { base: base.get(root), local: null, remote: record }));
  }
  return { ids, conflicts };
}
