/** Where everything stands in the end: whose parent counts, no circles, and one order of each list. */
import { type AnyRecord, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import type { OrderRule } from '../../../shared/kinds/define.ts';
import { type Project, parentOf } from '../../../shared/project.ts';
import { mayChangeParent, parentField } from './cells.ts';
import { type Question, questionOf } from './question.ts';
import { mergeOrder, ranksFor } from './sequence.ts';

const trees: readonly string[] = ['board', 'component', 'asset'];

/** Lists whose order a request can change ([Endpoints] the index routes). */
const orderable: readonly string[] = [
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
export const mayReorder = (list: string): boolean => orderable.includes(list);

export interface Parents {
  /** What stands elsewhere than with us now. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** What they moved to where we have nothing: it stays here, and is not sent back. */
  readonly waiting: ReadonlySet<string>;
  readonly questions: readonly Question[];
}

/** Parents of what both sides have. `exists`: whether a parent is there for us in the end. */
export function parentsOf(base: Project, mine: Project, theirs: Project, exists: (id: string) => boolean): Parents {
  const parents = new Map<string, string | null>();
  const waiting = new Set<string>();
  const questions: Question[] = [];
  const movedByUs: string[] = [];
  for (const m of mine.records()) {
    const t = theirs.at(m.id);
    const by = parentField(m.kind);
    if (!t || by === null || m[by] === t[by]) continue;
    const b = base.at(m.id);
    const target = parentOf(t, by);
    if (b && t[by] === b[by] && mayChangeParent(m.kind)) movedByUs.push(m.id);
    else if (target !== null && !exists(target)) waiting.add(m.id);
    else {
      parents.set(m.id, target);
      if (b && m[by] !== b[by]) questions.push(questionOf(m, 'place', 'place', { base: b[by], mine: m[by], theirs: t[by] }));
    }
  }
  const parentIn = (id: string): string | null => {
    const given = parents.get(id);
    const record = mine.at(id) ?? theirs.at(id);
    return given !== undefined ? given : record ? parentOf(record, 'parentId') : null;
  };
  for (const id of movedByUs.sort()) {
    const [m, t] = [mine.at(id), theirs.at(id)];
    if (!m || !t || !trees.includes(m.kind) || !isInCircle(id, parentIn)) continue;
    parents.set(id, parentOf(t, 'parentId'));
    questions.push(questionOf(m, 'place', 'place', { base: base.at(id)?.parentId, mine: m.parentId, theirs: t.parentId }));
  }
  return { parents, waiting, questions };
}

function isInCircle(id: string, parentIn: (id: string) => string | null): boolean {
  const seen = new Set<string>();
  for (let at = parentIn(id); at !== null && !seen.has(at); at = parentIn(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

export interface Stays {
  /** The record as it will be here, without its new rank; undefined when it will not be here. */
  at(id: string): AnyRecord | undefined;
  /** Of kinds that stand in lists: those that come from there, or whose parent changes. */
  readonly arrived: ReadonlySet<string>;
}

/** The records whose rank with us changes, by list. */
export function ranksOf(base: Project, mine: Project, theirs: Project, stays: Stays) {
  const ranks = new Map<string, Partial<Record<OrderRule['rank'], string>>>();
  const questions: Question[] = [];
  for (const { parent, order, kind } of differentLists(mine, theirs)) {
    const here = (id: string): boolean => {
      const record = stays.at(id);
      return record?.kind === kind && parentOf(record, order.by) === parent;
    };
    const [now, there] = [mine.list(parent, order.list), theirs.list(parent, order.list)];
    if (isEqual(now, there) && now.every((id) => here(id) && !stays.arrived.has(id))) continue;
    const [own, other] = [now.filter(here), there.filter(here)];
    const merged = mergeOrder(base.list(parent, order.list), own, other, mayReorder(order.list));
    const wanted = kind === 'condition' ? byRole(merged.order, stays) : merged.order;
    for (const id of merged.crossed) {
      const record = stays.at(id);
      const before = (list: readonly string[]) => list[list.indexOf(id) - 1] ?? null;
      if (record)
        questions.push(
          questionOf(record, 'place', 'place', { base: before(base.list(parent, order.list)), mine: before(own), theirs: before(other) }),
        );
    }
    const inPlace = new Set(own);
    const fresh = ranksFor(wanted, (id) => (inPlace.has(id) ? mine.at(id)?.[order.rank] : undefined));
    for (const [id, rank] of fresh) ranks.set(id, { ...ranks.get(id), [order.rank]: rank });
  }
  return { ranks, questions };
}

interface List {
  readonly parent: string | null;
  readonly order: OrderRule;
  readonly kind: KindName;
}

/** Every list of siblings that is not the same on both sides, each once: something in it stands elsewhere, or on one side only. */
export function* differentLists(mine: Project, theirs: Project): Generator<List> {
  const seen = new Map<OrderRule, Set<string | null>>();
  for (const [one, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const)
    for (const record of one.records()) {
      const there = other.at(record.id);
      if (there === record) continue;
      for (const order of kindNamed(record.kind).orders) {
        const { by, rank } = order;
        if (there && there[rank] === record[rank] && (by === null || there[by] === record[by])) continue;
        const parent = parentOf(record, by);
        const parents = seen.get(order) ?? new Set();
        if (parents.has(parent)) continue;
        seen.set(order, parents.add(parent));
        yield { parent, order, kind: record.kind };
      }
    }
}

const isEqual = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id, at) => id === two[at]);

const roles: readonly unknown[] = ['if', 'elseIf', 'else'];
function byRole(order: readonly string[], stays: Stays): string[] {
  return [...order].sort((one, two) => roles.indexOf(stays.at(one)?.role) - roles.indexOf(stays.at(two)?.role));
}
