/** The rows of the table and the progress of the languages, gone through in slices: when it opens, when something else is asked for, when the story changes. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../../shared/model/project.ts';
import { openProjectStore, yieldToMain } from '../../state/open-project.ts';
import { runInSlices } from '../../state/run-in-slices.ts';
import { iterateTextRows, type TextRow } from './text-rows.ts';
import { createProgressCounter, createRowFilter, type TranslationProgress, type TranslationQuery } from './translation-progress.ts';

export interface TranslationTableData {
  readonly wanted: TranslationQuery;
  readonly rows: readonly TextRow[];
  readonly progress: readonly TranslationProgress[];
}

/** null until all has been read for the first time. */
export function useTranslationTable(wanted: TranslationQuery): TranslationTableData | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [table, setTable] = useState<TranslationTableData | null>(null);
  const last = useRef(table);
  last.current = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    const made = { rows: [] as TextRow[], progress: [] as TranslationProgress[] };
    const work = buildTable(project, wanted, last.current, made);
    void runInSlices(work, { rest: yieldToMain, going: () => going }).then((done) => done && going && setTable({ wanted, ...made }));
    return () => {
      going = false;
    };
  }, [project, revision, wanted]);
  return table;
}

/** What is written stays where it is until the writer asks for something else: only what is gone leaves. */
export function* buildTable(
  project: Project,
  wanted: TranslationQuery,
  before: TranslationTableData | null,
  made: { rows: TextRow[]; progress: TranslationProgress[] },
): Generator<void> {
  const counter = createProgressCounter(project);
  const filter = createRowFilter(project, wanted);
  const keeps = before?.wanted === wanted ? before.rows : null;
  const all = new Map<string, TextRow>();
  const [first, others]: [TextRow[], TextRow[]] = [[], []];
  for (const row of iterateTextRows(project)) {
    counter.add(row);
    if (keeps) all.set(row.key, row);
    else {
      const is = filter(row);
      if (is !== 'no') (is === 'first' ? first : others).push(row);
    }
    yield;
  }
  made.rows = keeps ? keeps.filter(({ key }) => all.has(key)) : [...first, ...others];
  made.progress = counter.read();
}
