/** Of a merge, what can be taken in: one faulty record stops nothing else (I20). */
import type { Take } from '../../../shared/commands.ts';
import type { Merged } from '../plan/merge.ts';
import { baseEntries, type Entry } from './rows.ts';

/** undefined: nothing. `faulty` are the ids of records that were refused as they came. */
export function soundPartOf(merged: Merged, faulty: ReadonlyMap<string, string>): { command: Take; entries: Entry[] } | undefined {
  const { renamed, raised } = merged;
  const sound = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !faulty.has(id));
  const known = (ids: readonly string[]) => ids.filter((id) => !faulty.has(id));
  const [put, gone] = [sound(merged.put), known(merged.gone)];
  const base = { put: sound(merged.base.put), gone: known(merged.base.gone) };
  if (put.length + gone.length + base.put.length + base.gone.length + renamed.length === 0) return undefined;
  const questions = raised.map((question) => ({ id: `question/${question.id}`, value: question }));
  const aliases = renamed.map(([from, to]) => ({ id: `alias/${from}`, value: to }));
  return { command: { do: 'take', renamed, put, gone }, entries: [...baseEntries(base), ...questions, ...aliases] };
}
