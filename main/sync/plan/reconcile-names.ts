/** Names that only one may have: two new things of one name are one thing where the name is what it is, and else ours makes room. */

import type { IdMapping } from '../../../shared/model/id-mapping.ts';
import { generateCustomId } from '../../../shared/model/identifiers.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { fieldPathsOf, isSameField, withFieldFrom } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { cascadeIds } from './merge-removals.ts';
import { uniqueKeysOf } from './rename-ids.ts';

/** A variable, an else, the if of a new branch: whoever made it, there can only be this one. */
const kindsIdentifiedByName: readonly string[] = ['variable', 'condition', 'attribute'];

/** New on both sides under one name: ours takes the id that theirs has. */
export function matchByUniqueName(base: Project, mine: Project, theirs: Project): IdMapping {
  const renaming: (readonly [string, string])[] = [];
  for (const m of mine.records()) {
    if (base.has(m.id) || theirs.has(m.id) || !kindsIdentifiedByName.includes(m.kind)) continue;
    for (const key of uniqueKeysOf(m)) {
      const other = theirs.recordIdByUniqueKey(key);
      if (other !== undefined && !mine.has(other) && !base.has(other) && theirs.get(other)?.kind === m.kind) renaming.push([m.id, other]);
    }
  }
  return renaming.sort(([one], [two]) => (one < two ? -1 : 1));
}

export interface NameReconciliation {
  /** Ours that had to go out. */
  readonly evicted: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/** Lets theirs have the names that they have; `after` holds the records as they will be here, and is changed. */
export function reconcileNames(
  mine: Project,
  theirs: Project,
  after: Map<string, AnyRecord>,
  goHere: ReadonlySet<string>,
): NameReconciliation {
  const evicted = new Set<string>();
  const conflicts: MergeConflict[] = [];
  const now = (id: string): AnyRecord | undefined => (goHere.has(id) || evicted.has(id) ? undefined : (after.get(id) ?? mine.get(id)));
  const inUse = (customId: string): boolean =>
    mine.recordIdByUniqueKey(`scope:${customId}`) !== undefined || theirs.recordIdByUniqueKey(`scope:${customId}`) !== undefined;
  const suspects = new Set([...after.values()].flatMap((record) => uniqueKeysOf(record)));
  const last = namesOfLastBoards(mine, theirs);
  for (const key of [...new Set([...suspects, ...last])].sort()) {
    const owner = theirs.recordIdByUniqueKey(key);
    const ours = mine.recordIdByUniqueKey(key);
    if (owner === undefined || ours === undefined || ours === owner) continue;
    const [record, other] = [now(ours), now(owner) ?? (last.includes(key) ? theirs.get(owner) : undefined)];
    if (!record || !other || !uniqueKeysOf(record).includes(key) || !uniqueKeysOf(other).includes(key)) continue;
    const t = theirs.get(ours);
    if (!t && key.startsWith('scope:')) {
      const customId = generateCustomId(String(record.customId), inUse);
      after.set(ours, { ...record, customId });
      conflicts.push(createMergeConflict(record, 'customId', 'renamed', { base: null, local: record.customId, remote: customId }));
      continue;
    }
    if (t) {
      conflicts.push(createMergeConflict(record, null, 'no room', { base: null, local: [record], remote: other }));
      after.set(ours, withRemoteName(record, t, key));
      continue;
    }
    const falls = [...cascadeIds(ours, mine, (each) => !theirs.has(each))];
    for (const id of falls) evicted.add(id);
    conflicts.push(
      createMergeConflict(record, null, 'no room', { base: null, local: falls.flatMap((id) => mine.get(id) ?? []), remote: other }),
    );
  }
  return { evicted, conflicts };
}

/** [Boards] the last boards there go only after another has come: it cannot have the name of one of them. */
function namesOfLastBoards(mine: Project, theirs: Project): string[] {
  for (const { id, type } of theirs.recordsOfKind('board')) if (type === 'board' && mine.has(id)) return [];
  return [...mine.records()].flatMap((m) => (m.kind === 'board' && !theirs.has(m.id) ? uniqueKeysOf(m) : []));
}

/** The record with those cells as they have them that give it the name. */
function withRemoteName(record: AnyRecord, t: AnyRecord, key: string): AnyRecord {
  let given = record;
  for (const cell of fieldPathsOf(record, t)) {
    if (isSameField(record.kind, cell, record, t)) continue;
    const tried = withFieldFrom(given, cell, t);
    if (
      !getKind(tried.kind)
        .uniqueKeys(tried)
        .some((each) => each.key === key)
    )
      return tried;
    given = uniqueKeysOf(tried).includes(key) ? given : tried;
  }
  return { ...t, rank: record.rank };
}
