/** Components and their folders as the service shows them ([Component and component folder], G12). */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { localeCodes, nameWithLocaleFallback, serializeLocalizedText } from './localized-text.ts';
import { childIds, walkTree } from './record-tree.ts';
import { requireRecord } from './require-record.ts';

/** The name is that of the main language, with fallbacks. */
export function serializeComponentTree(project: Project) {
  const isos = localeCodes(project);
  return [...walkTree(project, 'component')].map(({ id, name, type, parentId }) => ({
    id,
    name: nameWithLocaleFallback(name, isos),
    type,
    parentId,
    children: childIds(project, 'component', id),
  }));
}

/** A folder has `children`, and neither customId, attributes nor cover. */
export function serializeComponent(project: Project, componentId: string) {
  const { id, customId, parentId, name, type, cover }: StoryRecord<'component'> = requireRecord(project, 'component', componentId);
  const shown = serializeLocalizedText(name, project);
  if (type === 'folder') return { id, parentId, name: shown, children: childIds(project, 'component', id) };
  return { id, customId, parentId, name: shown, attributes: project.childIds(id, 'attributes'), assets: { cover } };
}
