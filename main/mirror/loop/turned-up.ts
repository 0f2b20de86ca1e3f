/** What appears there that may be ours: a create that was given up for lost, or a second one of what we have already. */
import type { Project } from '../../../shared/project.ts';
import { type Question, questionOf } from '../plan/question.ts';
import { likeIt, type Row, twinsOf, type Watch } from './outbox.ts';
import { refusalEntry } from './refused.ts';
import type { Entry, Rows } from './rows.ts';

export interface TurnedUp {
  readonly row: Row;
  /** The id that it has there. */
  readonly id: string;
  /** Rows that this settles. */
  readonly over: readonly Entry[];
}

/** A create that was asked about, or refused because it had come twice, and is there after all. */
export function turnedUp({ unsure, refusals, base }: Rows, mine: Project, theirs: Project): TurnedUp | undefined {
  const refused = refusals.flatMap(({ row, record }) => (row && mine.has(record) ? [row] : []));
  for (const row of [...unsure, ...refused]) {
    const made = row.sending.expected[0]?.after;
    const [id] = made ? likeIt(made, theirs, new Set(row.known)).filter((each) => !base.has(each)) : [];
    if (id === undefined) continue;
    const old = row.sending.op.id;
    const ids = [
      `unsure/${old}`,
      `question/${old}#`,
      `question/${id}#`,
      `question/${id}#twin`,
      ...refusals.filter(({ record }) => record === old).map((each) => refusalEntry(each.record, each.request, each.why).id),
    ];
    return { row, id, over: ids.map((each) => ({ id: each, value: null })) };
  }
  return undefined;
}

/** Written down: what theirs, as it was read at that time, shows beside ours. */
export function askAboutTwins(rows: Rows, theirs: Project, at: number): void {
  const twins = twinQuestions(rows.watches, rows.base, theirs, at);
  if (twins.length > 0) rows.write(twins.map((question) => ({ id: `question/${question.id}`, value: question })));
}

/** Only what is new there can be a twin; `mine` of the question is the id of ours. */
function twinQuestions(watches: readonly Watch[], base: Project, theirs: Project, now: number): Question[] {
  if (watches.length === 0 || [...theirs.records()].every(({ id }) => base.has(id))) return [];
  return twinsOf(watches, theirs, now).flatMap(({ id, twins }) =>
    twins.flatMap((twin) => {
      const record = base.has(twin) ? undefined : theirs.at(twin);
      return record ? [questionOf(record, null, 'twin', { base: null, mine: id, theirs: record })] : [];
    }),
  );
}
