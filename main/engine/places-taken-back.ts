/** The places among siblings when a step is taken back: others may have taken them since. */
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import type { OrderRule } from '../../shared/kinds/define.ts';
import { parentOf } from '../../shared/project.ts';
import { rankBetween } from '../../shared/rank.ts';
import type { Stage } from './stage.ts';

/** Whose old place among its siblings has been taken since, or comes back twice, goes right behind who is there. */
export function makeRoom(stage: Stage): void {
  const lists = new Map<string, ComingBack>();
  for (const record of stage.puts())
    for (const order of kindNamed(record.kind).orders) {
      const parent = parentOf(record, order.by);
      const key = `${order.list} ${parent}`;
      const found = lists.get(key) ?? new ComingBack(stage, order, parent);
      lists.set(key, found);
      found.add(record);
    }
  for (const list of lists.values()) list.settle();
}

/** What comes back into one list, beside what is in it. */
class ComingBack {
  readonly #stage: Stage;
  readonly #order: OrderRule;
  readonly #parent: string | null;
  readonly #ranks = new Map<string, string>();

  constructor(stage: Stage, order: OrderRule, parent: string | null) {
    this.#stage = stage;
    this.#order = order;
    this.#parent = parent;
  }

  add(record: AnyRecord): void {
    this.#ranks.set(record.id, record[this.#order.rank] ?? '');
  }

  settle(): void {
    const taken = new Set<string>();
    for (const [id, old] of this.#ranks) {
      let rank = old;
      while (taken.has(rank) || this.#isHeld(rank, id)) rank = rankBetween(rank, this.#above(rank));
      taken.add(rank);
      this.#ranks.set(id, rank);
      const record = this.#stage.at(id);
      if (record && rank !== old) this.#stage.put({ ...record, [this.#order.rank]: rank });
    }
  }

  /** By somebody who stays there. */
  #isHeld(rank: string, id: string): boolean {
    const { list, by, rank: named } = this.#order;
    const { project } = this.#stage;
    const at = project.firstNotBelow(this.#parent, list, rank);
    if (project.rankAt(this.#parent, list, at) !== rank) return false;
    const there = this.#stage.at(project.list(this.#parent, list)[at] ?? '');
    return there !== undefined && there.id !== id && there[named] === rank && parentOf(there, by) === this.#parent;
  }

  /** The next rank above, of those that are there and those that come. */
  #above(rank: string): string | null {
    const { project } = this.#stage;
    let at = project.firstNotBelow(this.#parent, this.#order.list, rank);
    while (project.rankAt(this.#parent, this.#order.list, at) === rank) at++;
    let next = project.rankAt(this.#parent, this.#order.list, at) ?? null;
    for (const each of this.#ranks.values()) if (each > rank && (next === null || each < next)) next = each;
    return next;
  }
}

/** The else of a branch stands behind all else-ifs, also behind those that came in between. */
export function elseStandsLast(stage: Stage): void {
  const put = [...stage.puts()].filter(({ kind }) => kind === 'condition');
  for (const [branch, records] of Map.groupBy(put, (record) => String(record.branchId))) {
    const ids = new Set([...stage.project.list(branch, 'conditions'), ...records.map(({ id }) => id)]);
    const conditions = [...ids].flatMap((id) => stage.find('condition', id) ?? []);
    const last = conditions.find(({ role }) => role === 'else');
    const highest = conditions.filter((each) => each !== last).reduce((top, { rank }) => (rank > top ? rank : top), '');
    if (last && last.rank <= highest) stage.put({ ...last, rank: rankBetween(highest, null) });
  }
}
