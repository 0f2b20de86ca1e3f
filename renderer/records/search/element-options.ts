/** The elements as search options, each with its board. */
import type { Project } from '../../../shared/model/project.ts';
import { recordName } from '../names/record-names.ts';
import type { SearchOption } from './match-options.ts';

export const elementOptions = (project: Project): SearchOption[] =>
  [...project.recordsOfKind('element')].map(({ id, boardId }) => ({
    id,
    name: recordName(project, id),
    where: recordName(project, boardId),
  }));
