/** Components and their folders as the service shows them ([Component and component folder], G12). */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { found } from './found.ts';
import { isosOf, nameWithFallbacks, textMap } from './texts.ts';
import { childrenIn, treeOf } from './tree.ts';

/** The name is that of the main language, with fallbacks. */
export function componentTree(project: Project) {
  const isos = isosOf(project);
  return [...treeOf(project, 'component')].map(({ id, name, type, parentId }) => ({
    id,
    name: nameWithFallbacks(name, isos),
    type,
    parentId,
    children: childrenIn(project, 'component', id),
  }));
}

/** A folder has `children`, and neither customId, attributes nor cover. */
export function storedComponent(project: Project, componentId: string) {
  const { id, customId, parentId, name, type, cover }: StoryRecord<'component'> = found(project, 'component', componentId);
  const shown = textMap(name, project);
  if (type === 'folder') return { id, parentId, name: shown, children: childrenIn(project, 'component', id) };
  return { id, customId, parentId, name: shown, attributes: project.list(id, 'attributes'), assets: { cover } };
}
