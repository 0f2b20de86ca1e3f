/** Merges the positions of records: parents without cycles, and one order for each list. */

import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { canChangeParent, parentField } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { assignRanks, mergeSiblingOrder } from './sibling-order.ts';

const treeKinds: readonly string[] = ['board', 'component', 'asset'];

/** Lists whose order a request can change ([Endpoints] the index routes). */
const reorderableLists: readonly string[] = [
  'boards',
  'components',
  'assets',
  'elements',
  'audio',
  'attributes',
  'variables',
  'conditions',
  'outputs',
];
export const isReorderable = (list: string): boolean => reorderableLists.includes(list);

interface ParentMerge {
  /** New parents, by record id. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** Records that the remote moved into a parent that does not exist locally: they keep their parent, and their position is not sent. */
  readonly deferred: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/** Merges the parents of records that exist on both sides. `exists` returns whether a parent exists locally after the merge. */
export function mergeParents(base: Project, local: Project, remote: Project, exists: (id: string) => boolean): ParentMerge {
  const parents = new Map<string, string | null>();
  const deferred = new Set<string>();
  const conflicts: MergeConflict[] = [];
  const movedLocally: string[] = [];
  for (const localRecord of local.records()) {
    const remoteRecord = remote.get(localRecord.id);
    const by = parentField(localRecord.kind);
    if (!remoteRecord || by === null || localRecord[by] === remoteRecord[by]) continue;
    const baseRecord = base.get(localRecord.id);
    const target = parentIdOf(remoteRecord, by);
    if (baseRecord && remoteRecord[by] === baseRecord[by] && canChangeParent(localRecord.kind)) movedLocally.push(localRecord.id);
    else if (target !== null && !exists(target)) deferred.add(localRecord.id);
    else {
      parents.set(localRecord.id, target);
      if (baseRecord && localRecord[by] !== baseRecord[by])
        conflicts.push(
          createMergeConflict(localRecord, 'place', 'movedDifferently', {
            base: baseRecord[by],
            local: localRecord[by],
            remote: remoteRecord[by],
          }),
        );
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
    if (!localRecord || !remoteRecord || !treeKinds.includes(localRecord.kind) || !isInCycle(id, parentIn)) continue;
    parents.set(id, parentIdOf(remoteRecord, 'parentId'));
    conflicts.push(
      createMergeConflict(localRecord, 'place', 'movedDifferently', {
        base: base.get(id)?.parentId,
        local: localRecord.parentId,
        remote: remoteRecord.parentId,
      }),
    );
  }
  return { parents, deferred, conflicts };
}

function isInCycle(id: string, parentIn: (id: string) => string | null): boolean {
  const seen = new Set<string>();
  for (let at = parentIn(id); at !== null && !seen.has(at); at = parentIn(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

interface RecordPlacement {
  /** The local record after the merge, without its new rank; undefined if it does not exist then. */
  at(id: string): AnyRecord | undefined;
  /** Records of ordered kinds that are new from the remote, or whose parent changes. */
  readonly added: ReadonlySet<string>;
}

/** The local records whose rank changes. */
export function mergeRanks(base: Project, local: Project, remote: Project, placements: RecordPlacement) {
  const ranks = new Map<string, Partial<Record<OrderRule['rankField'], string>>>();
  const conflicts: MergeConflict[] = [];
  for (const { parent, order, kind } of differingLists(local, remote)) {
    const isInList = (id: string): boolean => {
      const record = placements.at(id);
      return record?.kind === kind && parentIdOf(record, order.parentField) === parent;
    };
    const [localIds, remoteIds] = [local.childIds(parent, order.list), remote.childIds(parent, order.list)];
    if (isSameOrder(localIds, remoteIds) && localIds.every((id) => isInList(id) && !placements.added.has(id))) continue;
    const [own, other] = [localIds.filter(isInList), remoteIds.filter(isInList)];
    const merged = mergeSiblingOrder(base.childIds(parent, order.list), own, other, isReorderable(order.list));
    const wanted = kind === 'condition' ? sortByRole(merged.order, placements) : merged.order;
    for (const id of merged.conflicting) {
      const record = placements.at(id);
      const before = (list: readonly string[]) => list[list.indexOf(id) - 1] ?? null;
      if (record)
        conflicts.push(
          createMergeConflict(record, 'place', 'movedDifferently', {
            base: before(base.childIds(parent, order.list)),
            local: before(own),
            remote: before(other),
          }),
        );
    }
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
 * Every list of siblings that differs between the sides, once: one of its records is elsewhere on the other side, or does not exist there.
 */
export function* differingLists(local: Project, remote: Project): Generator<SiblingList> {
  const seen = new Map<OrderRule, Set<string | null>>();
  function* listsOf(record: AnyRecord, counterpart: AnyRecord | undefined): Generator<SiblingList> {
    for (const order of getKind(record.kind).orders) {
      const { parentField: by, rankField } = order;
      if (counterpart && counterpart[rankField] === record[rankField] && (by === null || counterpart[by] === record[by])) continue;
      for (const each of counterpart ? [record, counterpart] : [record]) {
        const parent = parentIdOf(each, by);
        const parents = seen.get(order) ?? new Set();
        if (parents.has(parent)) continue;
        seen.set(order, parents.add(parent));
        yield { parent, order, kind: record.kind };
      }
    }
  }
  let onBothSides = 0;
  for (const record of local.records()) {
    const counterpart = remote.get(record.id);
    if (counterpart) onBothSides += 1;
    if (counterpart !== record) yield* listsOf(record, counterpart);
  }
  if (onBothSides === remote.size) return;
  for (const record of remote.records()) if (!local.has(record.id)) yield* listsOf(record, undefined);
}

const isSameOrder = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id, at) => id === two[at]);

const conditionRoles: readonly unknown[] = ['if', 'elseIf', 'else'];
function sortByRole(order: readonly string[], placements: RecordPlacement): string[] {
  return [...order].sort((one, two) => conditionRoles.indexOf(placements.at(one)?.role) - conditionRoles.indexOf(placements.at(two)?.role));
}
