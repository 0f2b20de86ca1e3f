/** The label of a record's kind. */
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { useProject } from '../../state/open-project.ts';

export const useRecordKind = (id: string | null): KindName | null =>
  useProject((project) => (id === null ? null : (project.get(id)?.kind ?? null)));
