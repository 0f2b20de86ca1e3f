/** The places among siblings when a step is taken back: others may have taken them since. */
import { kindNamed } from '../../shared/kinds/all.ts';
import { parentOf } from '../../shared/project.ts';
import { rankBetween } from '../../shared/rank.ts';
import type { Stage } from './stage.ts';

/** Whose old place among its siblings has been taken since goes right behind who is there now. */
export function makeRoom(stage: Stage): void {
  const { project } = stage;
  for (const record of [...stage.puts()])
    for (const order of kindNamed(record.kind).orders) {
      const parent = parentOf(record, order.by);
      const rank = record[order.rank] ?? '';
      let at = project.firstNotBelow(parent, order.list, rank);
      const there = project.rankAt(parent, order.list, at) === rank ? stage.at(project.list(parent, order.list)[at] ?? '') : undefined;
      if (!there || there.id === record.id || there[order.rank] !== rank || parentOf(there, order.by) !== parent) continue;
      while ((project.rankAt(parent, order.list, at) ?? '') === rank) at++;
      stage.put({ ...(stage.at(record.id) ?? record), [order.rank]: rankBetween(rank, project.rankAt(parent, order.list, at) ?? null) });
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
