/** The rows of the table and the progress of the languages, gone through in slices: when it opens, when something else is asked for, when the story changes. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../shared/project.ts';
import { openProject, rest } from '../state/open-project.ts';
import { inSlices } from '../state/slices.ts';
import { type Progress, progressCounter, rowFilter, type Wanted } from './progress.ts';
import { type TextRow, walkTexts } from './text-rows.ts';

export interface Table {
  readonly wanted: Wanted;
  readonly rows: readonly TextRow[];
  readonly progress: readonly Progress[];
}

/** null until all has been read for the first time. */
export function useTable(wanted: Wanted): Table | null {
  const project = useStore(openProject, (state) => state.project);
  const revision = useStore(openProject, (state) => state.revision);
  const [table, setTable] = useState<Table | null>(null);
  const last = useRef(table);
  last.current = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    const made = { rows: [] as TextRow[], progress: [] as Progress[] };
    const work = tableWork(project, wanted, last.current, made);
    void inSlices(work, { rest, going: () => going }).then((done) => done && going && setTable({ wanted, ...made }));
    return () => {
      going = false;
    };
  }, [project, revision, wanted]);
  return table;
}

/** What is written stays where it is until the writer asks for something else: only what is gone leaves. */
export function* tableWork(
  project: Project,
  wanted: Wanted,
  before: Table | null,
  made: { rows: TextRow[]; progress: Progress[] },
): Generator<void> {
  const counter = progressCounter(project);
  const filter = rowFilter(project, wanted);
  const keeps = before?.wanted === wanted ? before.rows : null;
  const all = new Map<string, TextRow>();
  const [first, others]: [TextRow[], TextRow[]] = [[], []];
  for (const row of walkTexts(project)) {
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
