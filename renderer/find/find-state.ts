/** What was looked for last, so that the next search begins there. Gone with the window. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openProject } from '../state/open-project.ts';
import { type Filters, noFilters } from './filters.ts';
import type { Wanted } from './matching.ts';

export interface FindState {
  readonly wanted: Wanted;
  readonly by: string;
  readonly filters: Filters;
}

const nothing: FindState = { wanted: { words: '', matchCase: false, wholeWords: false }, by: '', filters: noFilters };
export const finding = createStore<FindState>(() => nothing);
export const useFinding = (): FindState => useStore(finding);

export const setWanted = (part: Partial<Wanted>): void => finding.setState(({ wanted }) => ({ wanted: { ...wanted, ...part } }));
export const setFilters = (part: Partial<Filters>): void => finding.setState(({ filters }) => ({ filters: { ...filters, ...part } }));
export const setBy = (by: string): void => finding.setState({ by });

/** Filters name records of one project. */
openProject.subscribe(({ hash }, before) => {
  if (hash !== before.hash) finding.setState(nothing);
});
