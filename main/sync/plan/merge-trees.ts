/**
 * The first half of the plan: what they did is taken in, what both did is put together, what cannot be is asked. Afterwards the base says
 * what they have, but for what is in question; what still differs from theirs is ours and waits to be sent.
 */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { dropRemovedLocales } from './drop-removed-locales.ts';
import {
  type FieldPath,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
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
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { mergeParents, mergeRanks } from './merge-placements.ts';
import { isCreatedWithBranch, mergeRemovals, requiredIds } from './merge-removals.ts';
import { reconcileAssetTypes } from './reconcile-asset-types.ts';
import { matchByUniqueName, reconcileNames } from './reconcile-names.ts';
import { withRenamedIds } from './rename-ids.ts';
import { renameInScripts } from './rename-in-scripts.ts';
import { restoreLastBoards } from './restore-last-boards.ts';

export interface SyncTrees {
  /** What both sides last agreed on. */
  readonly base: Project;
  readonly local: Project;
  /** As last read. */
  readonly remote: Project;
}

export interface MergeResult {
  /** Ours that turn out to be theirs: old id, theirs. Before anything else. */
  readonly renamedIds: readonly (readonly [from: string, to: string])[];
  /** Records as they will be here, and those that go from here. */
  readonly put: readonly AnyRecord[];
  readonly removedIds: readonly string[];
  readonly base: { readonly put: readonly AnyRecord[]; readonly removedIds: readonly string[] };
  /** Open: the same every time until they are answered or settle themselves. */
  readonly conflicts: readonly MergeConflict[];
  /** Told this once: theirs counts from now on, ours is in the question only. Who applies the merge keeps them. */
  readonly oneTimeConflicts: readonly MergeConflict[];
  /** What is not sent: an id, or `<id>#<cell>`. */
  readonly withheld: ReadonlySet<string>;
}

export function mergeTrees({ base, local: before, remote }: SyncTrees): MergeResult {
  const renamedIds = matchByUniqueName(base, before, remote);
  const mine = renamedIds.length > 0 ? withRenamedIds(before, renamedIds) : before;
  const removals = mergeRemovals(base, mine, remote);
  const { removeLocally, retainedLocally } = removals;
  const restored = restoreLastBoards(base, mine, remote, new Set([...removeLocally, ...retainedLocally]));
  const keptThere = new Set([...removals.retainedRemotely].filter((id) => !restored.ids.has(id)));
  const questions = removals.conflicts.filter(({ recordId }) => !restored.ids.has(recordId));
  const withheld = new Set([...retainedLocally, ...keptThere]);
  const taken = remoteAdditions(mine, remote, (id) => restored.ids.has(id) || (!base.has(id) && !keptThere.has(id)));
  const exists = (id: string): boolean => (mine.has(id) && !removeLocally.has(id)) || taken.has(id);
  const isThereOnly = (id: string): boolean => remote.has(id) && !exists(id);
  const places = mergeParents(base, mine, remote, exists);
  for (const id of places.deferred) withheld.add(`${id}#place`);

  const after = new Map<string, AnyRecord>(taken);
  const agreed = new Map<string, AnyRecord>();
  for (const m of mine.records()) {
    const t = remote.get(m.id);
    if (!t || removeLocally.has(m.id)) continue;
    const b = base.get(m.id) ?? (isCreatedWithBranch(t, base) ? asCreatedByRemote(t) : undefined);
    const parent = places.parents.get(m.id);
    const isQuiet = parent === undefined && !places.deferred.has(m.id) && (b === t || hasSameContent(m, t));
    const one = isQuiet ? { local: m, base: t, unresolved: [] } : mergeFields(b, m, t, isThereOnly);
    const by = parentField(m.kind);
    if (by !== null && parent !== undefined) one.local = { ...one.local, [by]: parent };
    if (by !== null && places.deferred.has(m.id) && b) one.base = { ...one.base, [by]: b[by] };
    for (const { cell, conflict } of one.unresolved) {
      withheld.add(`${m.id}#${cell}`);
      if (conflict) questions.push(createMergeConflict(m, cell, 'both changed', conflict));
    }
    if (one.local !== m) after.set(m.id, one.local);
    agreed.set(m.id, one.base);
  }
  for (const [id, record] of taken) agreed.set(id, record);

  const root = after.get(PROJECT_RECORD_ID) ?? mine.get(PROJECT_RECORD_ID);
  const aboutLanguages = root ? dropRemovedLocales(base, mine, root, after) : [];
  const types = reconcileAssetTypes(mine, remote, after);
  const names = reconcileNames(mine, remote, after, removeLocally);
  const aboutScripts = renameInScripts(base, mine, after);
  const room = { out: new Set([...types.evicted, ...names.evicted]), questions: [...types.conflicts, ...names.conflicts, ...aboutScripts] };
  const at = (id: string): AnyRecord | undefined =>
    removeLocally.has(id) || room.out.has(id) ? undefined : (after.get(id) ?? mine.get(id));
  const { ranks, conflicts: aboutOrders } = mergeRanks(base, mine, remote, { at, added: new Set(taken.keys()) });
  for (const [id, fresh] of ranks) {
    const record = at(id);
    if (record) after.set(id, { ...record, ...fresh });
  }
  return {
    renamedIds,
    put: [...after.values()].filter(({ id }) => !room.out.has(id)).sort(compareById),
    removedIds: [...removeLocally, ...room.out].sort(),
    base: baseUpdateAfterMerge(base, remote, agreed, retainedLocally),
    conflicts: questions.sort(compareById),
    oneTimeConflicts: [...restored.conflicts, ...places.conflicts, ...aboutOrders, ...aboutLanguages, ...room.questions].sort(compareById),
    withheld,
  };
}

/** [Branch and conditions] an if as the remote made it: what else is known of it somebody has done since. */
function asCreatedByRemote({ extra: _others, ...condition }: AnyRecord): AnyRecord {
  return { ...condition, script: null };
}

/** The plan does not depend on the order in which records came (I18). */
const compareById = (one: { readonly id: string }, two: { readonly id: string }): number =>
  one.id < two.id ? -1 : one.id > two.id ? 1 : 0;

export const isMergeEmpty = ({ renamedIds, put, removedIds, base }: MergeResult): boolean =>
  renamedIds.length + put.length + removedIds.length + base.put.length + base.removedIds.length === 0;

/** What is new there, but for what stands on, or points to, what is in question. */
function remoteAdditions(mine: Project, theirs: Project, isNew: (id: string) => boolean): Map<string, AnyRecord> {
  const taken = new Map<string, AnyRecord>();
  for (const t of theirs.records()) if (!mine.has(t.id) && isNew(t.id)) taken.set(t.id, t);
  for (let size = -1; size !== taken.size; ) {
    size = taken.size;
    for (const [id, t] of taken) if ([...requiredIds(t)].some((target) => !mine.has(target) && !taken.has(target))) taken.delete(id);
  }
  for (const [id, t] of taken)
    for (const cell of fieldPathsOf(t))
      if (referencedIdsAt(t, cell).some((target) => theirs.has(target) && !mine.has(target) && !taken.has(target)))
        taken.set(id, withFieldCleared(taken.get(id) ?? t, cell));
  return taken;
}

/** What it points to is in question and not here: so is what points to it. */
function withFieldCleared(record: AnyRecord, cell: FieldPath): AnyRecord {
  if (record.kind === 'attribute') return { ...record, value: { ...(record.value as object), data: null } };
  const field = fieldNameOf(cell);
  return { ...record, [field]: localeOf(cell) === null ? getKind(record.kind).defaults[field] : withoutLocale(record, cell) };
}

function withoutLocale(record: AnyRecord, cell: FieldPath): unknown {
  const { [localeOf(cell) ?? '']: _gone, ...left } = record[fieldNameOf(cell)] as Record<string, unknown>;
  return left;
}

interface RecordMerge {
  local: AnyRecord;
  base: AnyRecord;
  readonly unresolved: { readonly cell: FieldPath; readonly conflict?: Pick<MergeConflict, 'base' | 'local' | 'remote'> }[];
}

/** The table of the two lower corners: nothing, pull, push, adopt or ask, for each cell by itself. */
function mergeFields(b: AnyRecord | undefined, m: AnyRecord, t: AnyRecord, isThereOnly: (id: string) => boolean): RecordMerge {
  const one: RecordMerge = { local: m, base: t, unresolved: [] };
  const keep = (cell: FieldPath) => {
    one.base = b && fieldValue(b, cell) !== undefined ? withFieldFrom(one.base, cell, b) : withoutField(one.base, cell);
  };
  for (const cell of fieldPathsOf(b, m, t)) {
    if (isSameField(m.kind, cell, m, t)) continue;
    const [changedHere, changedThere] = [!isSameField(m.kind, cell, b, m), !isSameField(m.kind, cell, b, t)];
    if (!changedThere) continue;
    if (referencedIdsAt(t, cell).some(isThereOnly)) {
      keep(cell);
      one.unresolved.push({ cell });
    } else if (!changedHere || !isSendable(m.kind, cell)) one.local = withFieldFrom(one.local, cell, t);
    else {
      keep(cell);
      one.unresolved.push({
        cell,
        conflict: { base: fieldValue(b, cell) ?? null, local: fieldValue(m, cell) ?? null, remote: fieldValue(t, cell) ?? null },
      });
    }
  }
  return one;
}

/** The rows of the base that change: theirs where both have it, as before where it is in question, nothing where neither has it. */
function baseUpdateAfterMerge(
  base: Project,
  theirs: Project,
  agreed: ReadonlyMap<string, AnyRecord>,
  keptHere: ReadonlySet<string>,
): MergeResult['base'] {
  const put = [...agreed.values()].filter((record) => {
    const known = base.get(record.id);
    return !known || !isEqualRecord(known, record);
  });
  const gone = [...base.records()].flatMap(({ id }) => (theirs.has(id) || keptHere.has(id) ? [] : [id]));
  return { put: put.sort(compareById), removedIds: gone.sort() };
}
