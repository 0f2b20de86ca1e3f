/** The components as search options, each with its folders. */
import type { Project } from '../../../shared/model/project.ts';
import { recordName } from '../names/record-names.ts';
import { componentTree, folderPath } from '../trees/record-tree.ts';
import type { SearchOption } from './match-options.ts';

/** [Components] folders cannot be attached or listed. */
export const componentOptions = (project: Project, without: ReadonlySet<string> = new Set()): SearchOption[] =>
  [...project.recordsOfKind('component')].flatMap(({ id, type }) =>
    type === 'folder' || without.has(id) ? [] : [{ id, name: recordName(project, id), where: folderPath(componentTree, project, id) }],
  );
