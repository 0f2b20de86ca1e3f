/** Assigns ranks to the lists of a remote: the ranks of the base where the order is the same, so that an unchanged order is no change. */
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { assignRanks } from '../plan/sibling-order.ts';

export type RecordRanks = Pick<AnyRecord, 'rank' | 'outputRank'>;

export class RankAssigner {
  readonly #base: Project;
  readonly #ranks = new Map<string, string>();

  constructor(base: Project) {
    this.#base = base;
  }

  /** Sets the whole list of a parent. */
  setList(kind: KindName, list: string, parent: string | null, ids: readonly string[]): void {
    const order = getKind(kind).orders.find((each) => each.list === list);
    if (!order || ids.length === 0) return;
    const before = this.#base.childIds(parent, list);
    const rankOf = (id: string): string | undefined => {
      const record = this.#base.get(id);
      return record?.kind === kind && parentIdOf(record, order.parentField) === parent ? record[order.rankField] : undefined;
    };
    const isSame = before.length === ids.length && before.every((id, at) => id === ids[at]);
    const fresh = isSame ? new Map<string, string>() : assignRanks(ids, rankOf);
    for (const id of ids) this.#ranks.set(`${list} ${id}`, fresh.get(id) ?? rankOf(id) ?? '');
  }

  /** The ranks of a record. A record in no list (a root) has that of the base. */
  ranksOf(kind: KindName, id: string): RecordRanks {
    const ranks: { -readonly [Name in keyof RecordRanks]: RecordRanks[Name] } = { rank: '' };
    for (const { list, rankField } of getKind(kind).orders)
      ranks[rankField] = this.#ranks.get(`${list} ${id}`) ?? this.#base.get(id)?.[rankField] ?? 'a0';
    return ranks;
  }
}
