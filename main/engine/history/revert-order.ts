/** Resolves the positions of restored records among their siblings, which other records may have taken. */

import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { rankBetween } from '../../../shared/model/rank.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';

/** Places a restored record directly after the record with the same rank, if its rank is in use again or is restored twice. */
export function resolveRankConflicts(draft: ProjectDraft): void {
  const lists = new Map<string, RestoredSiblings>();
  for (const record of draft.writtenRecords())
    for (const order of getKind(record.kind).orders) {
      const parent = parentIdOf(record, order.parentField);
      const key = `${order.list} ${parent}`;
      const siblings = lists.get(key) ?? new RestoredSiblings(draft, order, parent);
      lists.set(key, siblings);
      siblings.add(record);
    }
  for (const list of lists.values()) list.resolveConflicts();
}

/** The records that are restored to one list. */
class RestoredSiblings {
  readonly #draft: ProjectDraft;
  readonly #order: OrderRule;
  readonly #parent: string | null;
  readonly #ranks = new Map<string, string>();

  constructor(draft: ProjectDraft, order: OrderRule, parent: string | null) {
    this.#draft = draft;
    this.#order = order;
    this.#parent = parent;
  }

  add(record: AnyRecord): void {
    this.#ranks.set(record.id, record[this.#order.rankField] ?? '');
  }

  resolveConflicts(): void {
    const takenRanks = new Set<string>();
    for (const [id, old] of this.#ranks) {
      let rank = old;
      while (takenRanks.has(rank) || this.#isInUse(rank, id)) rank = rankBetween(rank, this.#above(rank));
      takenRanks.add(rank);
      this.#ranks.set(id, rank);
      const record = this.#draft.get(id);
      if (record && rank !== old) this.#draft.put({ ...record, [this.#order.rankField]: rank });
    }
  }

  /** Whether another record has this rank and keeps it. */
  #isInUse(rank: string, id: string): boolean {
    const { list, parentField, rankField } = this.#order;
    const { project } = this.#draft;
    const index = project.lowerBoundInList(this.#parent, list, rank);
    if (project.rankInList(this.#parent, list, index) !== rank) return false;
    const other = this.#draft.get(project.childIds(this.#parent, list)[index] ?? '');
    return other !== undefined && other.id !== id && other[rankField] === rank && parentIdOf(other, parentField) === this.#parent;
  }

  /** The next higher rank among the existing and the restored records. */
  #above(rank: string): string | null {
    const { project } = this.#draft;
    let at = project.lowerBoundInList(this.#parent, this.#order.list, rank);
    while (project.rankInList(this.#parent, this.#order.list, at) === rank) at++;
    let next = project.rankInList(this.#parent, this.#order.list, at) ?? null;
    for (const each of this.#ranks.values()) if (each > rank && (next === null || each < next)) next = each;
    return next;
  }
}

/** Moves the `else` of a branch after all else-ifs, including those created since. */
export function moveElseLast(draft: ProjectDraft): void {
  const put = [...draft.writtenRecords()].filter(({ kind }) => kind === 'condition');
  for (const [branch, records] of Map.groupBy(put, (record) => String(record.branchId))) {
    const ids = new Set([...draft.project.childIds(branch, 'conditions'), ...records.map(({ id }) => id)]);
    const conditions = [...ids].flatMap((id) => draft.find('condition', id) ?? []);
    const last = conditions.find(({ role }) => role === 'else');
    const highest = conditions.filter((each) => each !== last).reduce((top, { rank }) => (rank > top ? rank : top), '');
    if (last && last.rank <= highest) draft.put({ ...last, rank: rankBetween(highest, null) });
  }
}
