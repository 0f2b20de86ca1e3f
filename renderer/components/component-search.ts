/** Components to choose from by a part of their name, with the folders they are in. */
import type { Project } from '../../shared/project.ts';
import type { Option } from '../fields/best-matches.ts';
import { nameOf } from '../state/use-words.ts';
import { componentsWords } from '../words/en/components.ts';
import { foldersAbove } from './component-nodes.ts';

/** [Components] folders are carried and listed by nobody. */
export const componentOptions = (project: Project, without: ReadonlySet<string> = new Set()): Option[] =>
  [...project.all('component')].flatMap(({ id, type }) =>
    type === 'folder' || without.has(id) ? [] : [{ id, name: nameOf(project, id), where: whereIs(project, id) }],
  );

/** The names of the folders above, `People / Crew`; '' on the top level. */
export const whereIs = (project: Project, id: string): string =>
  foldersAbove(project, id)
    .map((each) => nameOf(project, each) || componentsWords.unnamed)
    .join(' / ');
