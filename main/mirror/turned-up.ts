/** What appears there that may be ours: a create that was given up for lost, or a second one of what we have already. */
import type { Project } from '../../shared/project.ts';
import { likeIt, type Row, twinsOf, type Watch } from './outbox.ts';
import { type Question, questionOf } from './question.ts';

/** A create that was asked about and is there after all. */
export function turnedUp(unsure: readonly Row[], base: Project, theirs: Project): { row: Row; id: string } | undefined {
  for (const row of unsure) {
    const made = row.sending.expected[0]?.after;
    const [id] = made ? likeIt(made, theirs, new Set(row.known)).filter((each) => !base.has(each)) : [];
    if (id !== undefined) return { row, id };
  }
  return undefined;
}

/** Only what is new there can be a twin; `mine` of the question is the id of ours. */
export function twinQuestions(watches: readonly Watch[], base: Project, theirs: Project, now: number): Question[] {
  if (watches.length === 0 || [...theirs.records()].every(({ id }) => base.has(id))) return [];
  return twinsOf(watches, theirs, now).flatMap(({ id, twins }) =>
    twins.flatMap((twin) => {
      const record = base.has(twin) ? undefined : theirs.at(twin);
      return record ? [questionOf(record, null, 'twin', { base: null, mine: id, theirs: record })] : [];
    }),
  );
}
