/** Which projects the list shows, and in which order. */

import { useStore } from 'zustand';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { asOneOf, createStoredState } from '../../state/stored-state.ts';

export const projectOrders = ['edited', 'created', 'name'] as const;
export type ProjectOrder = (typeof projectOrders)[number];

const orderStore = createStoredState<{ readonly order: ProjectOrder }>({
  topic: 'projectList',
  parse: ({ order }) => ({ order: asOneOf(order, projectOrders, 'edited') }),
  upgrade: () => ({}),
});
export const useProjectOrder = (): ProjectOrder => useStore(orderStore, ({ order }) => order);
export const setProjectOrder = (order: ProjectOrder): void => orderStore.setState({ order });

/** The projects whose names match, in order: newest first, or by name in the language of the window. */
export function listProjects(
  list: readonly ProjectSummary[],
  { query, order, locale }: { readonly query: string; readonly order: ProjectOrder; readonly locale: string },
): ProjectSummary[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const comparisons: Record<ProjectOrder, (one: ProjectSummary, two: ProjectSummary) => number> = {
    edited: (one, two) => compareCodeUnits(two.updatedAt, one.updatedAt),
    created: (one, two) => compareCodeUnits(two.createdAt, one.createdAt),
    name: (one, two) => compare(one.name, two.name),
  };
  return list.filter(({ name }) => matchesName(name, query)).sort(comparisons[order]);
}
