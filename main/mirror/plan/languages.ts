/** A language that they removed takes its texts along here too; what we wrote in it since is kept in a question. */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { type Cell, cellsOf, fieldOf, localeOf, sameCell, valueIn } from './cells.ts';
import { type Question, questionOf } from './question.ts';

/** Changes `after`, the records as they will be here. */
export function withoutLostLanguages(base: Project, mine: Project, root: AnyRecord, after: Map<string, AnyRecord>): Question[] {
  const known = new Set((root.locales as { iso: string }[]).map(({ iso }) => iso));
  if (mine.root.locales.every(({ iso }) => known.has(iso))) return [];
  const questions: Question[] = [];
  for (const { id } of [...mine.records()]) {
    const m = after.get(id) ?? mine.at(id);
    if (!m) continue;
    const lost = [...cellsOf(m)].filter((cell) => isText(cell) && !known.has(localeOf(cell) ?? ''));
    const status = Object.entries((m.status ?? {}) as object).filter(([locale]) => known.has(locale));
    if (lost.length === 0 && status.length === Object.keys(m.status ?? {}).length) continue;
    const b = base.at(id);
    for (const cell of lost)
      if ((valueIn(m, cell) ?? null) !== null && !sameCell(m.kind, cell, b, m))
        questions.push(questionOf(m, cell, 'no room', { base: valueIn(b, cell) ?? null, mine: valueIn(m, cell), theirs: null }));
    after.set(id, stripped(m, lost, m.status === null || m.status === undefined ? m.status : Object.fromEntries(status)));
  }
  return questions;
}

const isText = (cell: Cell): boolean => localeOf(cell) !== null && fieldOf(cell) !== 'extra';

function stripped(record: AnyRecord, lost: readonly Cell[], status: unknown): AnyRecord {
  const after: Record<string, unknown> = { ...record, ...(status === undefined ? {} : { status }) };
  for (const cell of lost) {
    const { [localeOf(cell) ?? '']: _gone, ...left } = after[fieldOf(cell)] as Record<string, unknown>;
    after[fieldOf(cell)] = left;
  }
  return after as AnyRecord;
}
