/** The ranks of lists as a remote has them: those of the base as far as its order is the same, so that an unchanged order is no change. */
import { type AnyRecord, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import { type Project, parentOf } from '../../../shared/project.ts';
import { ranksFor } from '../plan/sequence.ts';

export type Ranks = Pick<AnyRecord, 'rank' | 'outputRank'>;

export class Orders {
  readonly #base: Project;
  readonly #ranks = new Map<string, string>();

  constructor(base: Project) {
    this.#base = base;
  }

  /** The list of a parent, from its beginning to its end. */
  take(kind: KindName, list: string, parent: string | null, ids: readonly string[]): void {
    const order = kindNamed(kind).orders.find((each) => each.list === list);
    if (!order || ids.length === 0) return;
    const before = this.#base.list(parent, list);
    const rankOf = (id: string): string | undefined => {
      const record = this.#base.at(id);
      return record?.kind === kind && parentOf(record, order.by) === parent ? record[order.rank] : undefined;
    };
    const isSame = before.length === ids.length && before.every((id, at) => id === ids[at]);
    const fresh = isSame ? new Map<string, string>() : ranksFor(ids, rankOf);
    for (const id of ids) this.#ranks.set(`${list} ${id}`, fresh.get(id) ?? rankOf(id) ?? '');
  }

  /** The record's ranks. What stands in no list (a root) has that of the base. */
  ranksOf(kind: KindName, id: string): Ranks {
    const ranks: { -readonly [Name in keyof Ranks]: Ranks[Name] } = { rank: '' };
    for (const { list, rank } of kindNamed(kind).orders)
      ranks[rank] = this.#ranks.get(`${list} ${id}`) ?? this.#base.at(id)?.[rank] ?? 'a0';
    return ranks;
  }
}
