/** Components to choose from by a part of their name, with the folders they are in. */

import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../names/record-names.ts';
import { ancestorFolderIds } from '../trees/component-tree-nodes.ts';
import type { SearchOption } from './match-options.ts';

/** [Components] folders are carried and listed by nobody. */
export const componentOptions = (project: Project, without: ReadonlySet<string> = new Set()): SearchOption[] =>
  [...project.recordsOfKind('component')].flatMap(({ id, type }) =>
    type === 'folder' || without.has(id) ? [] : [{ id, name: recordName(project, id), where: folderPathOf(project, id) }],
  );

/** The names of the folders above, `People / Crew`; '' on the top level. */
export const folderPathOf = (project: Project, id: string): string =>
  ancestorFolderIds(project, id)
    .map((each) => recordName(project, each) || t('components.unnamed'))
    .join(' / ');
