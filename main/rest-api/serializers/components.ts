/** Components and their folders as the API shows them ([Component and component folder], G12). */
import type { Project } from '../../../shared/model/project.ts';
import { localeCodes, nameWithLocaleFallback, serializeLocalizedText } from './localized-text.ts';
import { childIds, defineReply, requireRecord, walkTree } from './records.ts';

/** The name is in the main language, with fallbacks. */
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

const storedComponent = defineReply('component', 'single', {
  order: ['customId', 'parentId', 'name', '*', 'attributes', 'assets'],
  omit: ['cover'],
  computed: {
    attributes: ({ id }, project) => project.childIds(id, 'attributes'),
    assets: ({ cover }) => ({ cover }),
  },
});

/** A folder has `children`, but no customId, attributes or cover. */
export function serializeComponent(project: Project, componentId: string) {
  const component = requireRecord(project, 'component', componentId);
  const { id, parentId, name, type } = component;
  if (type !== 'folder') return storedComponent(component, project);
  return { id, parentId, name: serializeLocalizedText(name, project), children: childIds(project, 'component', id) };
}
