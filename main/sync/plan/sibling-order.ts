/** Orders of siblings: which siblings were moved, how two orders are merged, and new ranks with as few changes as possible. */
import { addToList } from '../../../shared/lists.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { compareEntries } from '../../../shared/model/project.ts';
import { ranksBetween } from '../../../shared/model/rank.ts';

/** The positions of a longest increasing subsequence; everything else has moved. O(n log n). */
function longestIncreasingRun<T extends number | string>(values: readonly T[]): Set<number> {
  const tails: number[] = [];
  const before = new Array<number>(values.length).fill(-1);
  for (const [at, value] of values.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const tail = values[tails[middle] ?? 0];
      if (tail !== undefined && tail < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[at] = tails[low - 1] ?? -1;
    tails[low] = at;
  }
  const run = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) run.add(at);
  return run;
}

/** The smallest set of moves that turns `now` into `wanted`, in the order of `wanted`. Both must contain the same ids. */
export function minimalMoves(now: readonly string[], wanted: readonly string[]): string[] {
  const position = new Map(now.map((id, at) => [id, at]));
  const stays = longestIncreasingRun(wanted.map((id) => position.get(id) ?? -1));
  return wanted.filter((_id, at) => !stays.has(at));
}

interface MergedOrder {
  readonly order: string[];
  /** Records that both sides moved to different positions; the remote position is used. */
  readonly conflicting: string[];
}

/**
 * The remote order, with records that were only moved or added locally after their local predecessor. All three lists must only contain
 * records that stay in this list. `mayMove`: whether requests can change the order. In steps that take a few milliseconds for 10,000 siblings.
 */
export function* mergeSiblingOrderInSteps(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
  mayMove: boolean,
): Generator<void, MergedOrder> {
  const localIds = new Set(local);
  const remoteIds = new Set(remote);
  yield;
  const movedLocally = mayMove ? movedIdsSince(base, local, remoteIds) : new Set<string>();
  yield;
  const movedRemotely = movedIdsSince(base, remote, localIds);
  yield;
  const common = local.filter((id) => remoteIds.has(id));
  const remoteOrder = remote.filter((id) => localIds.has(id));
  const conflicting = isSameOrder(common, remoteOrder)
    ? []
    : common.filter((id) => movedLocally.has(id) && movedRemotely.has(id) && predecessor(common, id) !== predecessor(remoteOrder, id));
  yield;
  const kept = remote.filter((id) => !movedLocally.has(id) || movedRemotely.has(id));
  const isKept = new Set(kept);
  const behind = new Map<string, string[]>();
  let after = '';
  for (const id of local) {
    if (isKept.has(id)) after = id;
    else {
      addToList(behind, after, id);
    }
  }
  yield;
  return { order: [...(behind.get('') ?? []), ...kept.flatMap((id) => [id, ...(behind.get(id) ?? [])])], conflicting };
}

export const isSameOrder = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id, at) => id === two[at]);

function movedIdsSince(base: readonly string[], now: readonly string[], alsoIn: ReadonlySet<string>): Set<string> {
  const current = new Set(now);
  const before = base.filter((id) => current.has(id) && alsoIn.has(id));
  const known = new Set(before);
  const after = now.filter((id) => known.has(id));
  return new Set(isSameOrder(before, after) ? [] : minimalMoves(before, after));
}

const predecessor = (order: readonly string[], id: string): string | undefined => order[order.indexOf(id) - 1];

/** New ranks for the records whose rank does not fit their position; all others keep theirs. */
export function assignRanks(order: readonly string[], rankOf: (id: string) => string | undefined): Map<string, string> {
  const known = order.map((id) => rankOf(id) ?? '');
  const real = known.flatMap((rank, at) => (rank === '' ? [] : [at]));
  const stays = new Set([...longestIncreasingRun(real.map((at) => known[at] ?? ''))].map((index) => real[index]));
  const fresh = new Map<string, string>();
  for (let at = 0; at < order.length; at++) {
    if (stays.has(at)) continue;
    let end = at;
    while (end < order.length && !stays.has(end)) end++;
    const ranks = ranksBetween(at > 0 ? (known[at - 1] ?? null) : null, known[end] ?? null, end - at);
    for (const [index, rank] of ranks.entries()) fresh.set(order[at + index] ?? '', rank);
    at = end;
  }
  return fresh;
}

const conditionRoles: readonly unknown[] = ['if', 'elseIf', 'else'];
export const compareByRole = (one: AnyRecord | undefined, two: AnyRecord | undefined): number =>
  conditionRoles.indexOf(one?.role) - conditionRoles.indexOf(two?.role);

/**
 * [Branch and conditions] new ranks where those of a branch would not be `if`, `elseIf`…, `else`: two people have added the last one, and their merge has both.
 * `conditions`: all of one branch.
 */
export function ranksByRole(conditions: readonly AnyRecord[]): Map<string, string> {
  const ranked = conditions.toSorted(compareEntries);
  const wanted = ranked.toSorted(compareByRole);
  if (wanted.every((record, at) => record === ranked[at])) return new Map();
  const ranks = new Map(conditions.map(({ id, rank }) => [id, rank]));
  return assignRanks(
    wanted.map(({ id }) => id),
    (id) => ranks.get(id),
  );
}
