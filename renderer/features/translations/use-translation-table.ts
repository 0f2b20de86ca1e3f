/** The rows of the translations table and the progress of the languages, computed in slices: when the table opens, the filter changes or the story changes. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../../shared/model/project.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { runInSlices, yieldToMain } from '../../state/run-in-slices.ts';
import { iterateTextRows, type TextRow } from './text-rows.ts';
import { createProgressCounter, createRowFilter, type TranslationProgress, type TranslationQuery } from './translation-progress.ts';

export interface TranslationTableData {
  readonly query: TranslationQuery;
  readonly rows: readonly TextRow[];
  readonly progress: readonly TranslationProgress[];
}

/** null until they have been computed for the first time. */
export function useTranslationTable(query: TranslationQuery): TranslationTableData | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [table, setTable] = useState<TranslationTableData | null>(null);
  const last = useRef(table);
  last.current = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is mutated in place; its revision shows that it has changed
  useEffect(() => {
    let isCurrent = true;
    const result: BuiltTable = { rows: [], progress: [] };
    const work = buildTable(project, query, last.current, result);
    void runInSlices(work, { pause: yieldToMain, isCurrent: () => isCurrent }).then(
      (isDone) => isDone && isCurrent && setTable({ query, ...result }),
    );
    return () => {
      isCurrent = false;
    };
  }, [project, revision, query]);
  return table;
}

/** Filled by `buildTable`. */
interface BuiltTable {
  rows: TextRow[];
  progress: TranslationProgress[];
}

/** Edited rows stay in place until the filter changes, even if they no longer match; only deleted ones are removed. */
export function* buildTable(
  project: Project,
  query: TranslationQuery,
  before: TranslationTableData | null,
  result: BuiltTable,
): Generator<void> {
  const counter = createProgressCounter(project);
  const filter = createRowFilter(project, query);
  const previousRows = before?.query === query ? before.rows : null;
  const all = new Map<string, TextRow>();
  const [first, others]: [TextRow[], TextRow[]] = [[], []];
  for (const row of iterateTextRows(project)) {
    counter.add(row);
    if (previousRows) all.set(row.key, row);
    else {
      const is = filter(row);
      if (is !== 'no') (is === 'first' ? first : others).push(row);
    }
    yield;
  }
  result.rows = previousRows ? previousRows.filter(({ key }) => all.has(key)) : [...first, ...others];
  result.progress = counter.read();
}
