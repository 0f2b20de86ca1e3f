/** The components in their folders as a tree for the screen, named in a language. A node stays the same object as long as nothing in it has changed. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { projectLocales } from '../names/record-names.ts';

type ComponentRecord = StoryRecord<'component'>;

export interface ComponentTreeNode {
  readonly id: string;
  readonly component: ComponentRecord;
  readonly name: string;
  /** The language of the name, where it is not the one asked for; null where it is, or where there is no name at all. */
  readonly fallbackLanguage: string | null;
  readonly children: readonly ComponentTreeNode[];
}

const nodeCache = new WeakMap<ComponentRecord, ComponentTreeNode>();

/** What stands under the root folder. */
export function componentTreeNodes(project: Project, iso: string): readonly ComponentTreeNode[] {
  return project.children('component', project.projectRecord.roots.component, 'components').map((each) => toTreeNode(project, each, iso));
}

function toTreeNode(project: Project, component: ComponentRecord, iso: string): ComponentTreeNode {
  const { id } = component;
  const children = project.children('component', id, 'components').map((child) => toTreeNode(project, child, iso));
  const said = resolveLocalizedText(component.name, iso, projectLocales(project));
  const name = said.html ?? '';
  const fallbackLanguage = said.html === null || said.iso === iso ? null : said.iso;
  const known = nodeCache.get(component);
  if (
    known &&
    known.name === name &&
    known.fallbackLanguage === fallbackLanguage &&
    known.children.length === children.length &&
    known.children.every((child, at) => child === children[at])
  )
    return known;
  const node = { id, component, name, fallbackLanguage, children };
  nodeCache.set(component, node);
  return node;
}

/** The folders above a component, the outermost first, the root left out. */
export function ancestorFolderIds(project: Project, id: string): string[] {
  const folders: string[] = [];
  const root = project.projectRecord.roots.component;
  for (let at = project.find('component', id)?.parentId; at && at !== root; at = project.find('component', at)?.parentId) {
    if (folders.includes(at)) break;
    folders.unshift(at);
  }
  return folders;
}
