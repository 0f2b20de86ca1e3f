/** The places among siblings when a step is taken back: others may have taken them since. */

import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { rankBetween } from '../../../shared/model/rank.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';

/** Whose old place among its siblings has been taken since, or comes back twice, goes right behind who is there. */
export function resolveRankConflicts(stage: ProjectDraft): void {
  const lists = new Map<string, RestoredSiblings>();
  for (const record of stage.writtenRecords())
    for (const order of getKind(record.kind).orders) {
      const parent = parentIdOf(record, order.parentField);
      const key = `${order.list} ${parent}`;
      const found = lists.get(key) ?? new RestoredSiblings(stage, order, parent);
      lists.set(key, found);
      found.add(record);
    }
  for (const list of lists.values()) list.resolveConflicts();
}

/** What comes back into one list, beside what is in it. */
class RestoredSiblings {
  readonly #stage: ProjectDraft;
  readonly #order: OrderRule;
  readonly #parent: string | null;
  readonly #ranks = new Map<string, string>();

  constructor(stage: ProjectDraft, order: OrderRule, parent: string | null) {
    this.#stage = stage;
    this.#order = order;
    this.#parent = parent;
  }

  add(record: AnyRecord): void {
    this.#ranks.set(record.id, record[this.#order.rankField] ?? '');
  }

  resolveConflicts(): void {
    const taken = new Set<string>();
    for (const [id, old] of this.#ranks) {
      let rank = old;
      while (taken.has(rank) || this.#isHeld(rank, id)) rank = rankBetween(rank, this.#above(rank));
      taken.add(rank);
      this.#ranks.set(id, rank);
      const record = this.#stage.get(id);
      if (record && rank !== old) this.#stage.put({ ...record, [this.#order.rankField]: rank });
    }
  }

  /** By somebody who stays there. */
  #isHeld(rank: string, id: string): boolean {
    const { list, parentField, rankField: named } = this.#order;
    const { project } = this.#stage;
    const at = project.lowerBoundInList(this.#parent, list, rank);
    if (project.rankInList(this.#parent, list, at) !== rank) return false;
    const there = this.#stage.get(project.childIds(this.#parent, list)[at] ?? '');
    return there !== undefined && there.id !== id && there[named] === rank && parentIdOf(there, parentField) === this.#parent;
  }

  /** The next rank above, of those that are there and those that come. */
  #above(rank: string): string | null {
    const { project } = this.#stage;
    let at = project.lowerBoundInList(this.#parent, this.#order.list, rank);
    while (project.rankInList(this.#parent, this.#order.list, at) === rank) at++;
    let next = project.rankInList(this.#parent, this.#order.list, at) ?? null;
    for (const each of this.#ranks.values()) if (each > rank && (next === null || each < next)) next = each;
    return next;
  }
}

/** The else of a branch stands behind all else-ifs, also behind those that came in between. */
export function moveElseLast(stage: ProjectDraft): void {
  const put = [...stage.writtenRecords()].filter(({ kind }) => kind === 'condition');
  for (const [branch, records] of Map.groupBy(put, (record) => String(record.branchId))) {
    const ids = new Set([...stage.project.childIds(branch, 'conditions'), ...records.map(({ id }) => id)]);
    const conditions = [...ids].flatMap((id) => stage.find('condition', id) ?? []);
    const last = conditions.find(({ role }) => role === 'else');
    const highest = conditions.filter((each) => each !== last).reduce((top, { rank }) => (rank > top ? rank : top), '');
    if (last && last.rank <= highest) stage.put({ ...last, rank: rankBetween(highest, null) });
  }
}
