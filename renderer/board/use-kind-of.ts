/** What kind of record an id names. */
import type { KindName } from '../../shared/kinds/all.ts';
import { useProject } from '../state/open-project.ts';

export const useKindOf = (id: string | null): KindName | null =>
  useProject((project) => (id === null ? null : (project.at(id)?.kind ?? null)));
