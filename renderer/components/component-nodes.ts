/** The components in their folders as a tree for the screen, named in a language. A node stays the same object as long as nothing in it has changed. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { textIn } from '../../shared/text-in.ts';
import { localesOf } from '../state/use-words.ts';

type Component = StoryRecord<'component'>;

export interface ComponentNode {
  readonly id: string;
  readonly component: Component;
  readonly name: string;
  /** The language of the name, where it is not the one asked for; null where it is, or where there is no name at all. */
  readonly lent: string | null;
  readonly children: readonly ComponentNode[];
}

const kept = new WeakMap<Component, ComponentNode>();

/** What stands under the root folder. */
export function componentNodes(project: Project, iso: string): readonly ComponentNode[] {
  return project.children('component', project.root.roots.component, 'components').map((each) => nodeOf(project, each, iso));
}

function nodeOf(project: Project, component: Component, iso: string): ComponentNode {
  const { id } = component;
  const children = project.children('component', id, 'components').map((child) => nodeOf(project, child, iso));
  const said = textIn(component.name, iso, localesOf(project));
  const name = said.html ?? '';
  const lent = said.html === null || said.iso === iso ? null : said.iso;
  const known = kept.get(component);
  if (
    known &&
    known.name === name &&
    known.lent === lent &&
    known.children.length === children.length &&
    known.children.every((child, at) => child === children[at])
  )
    return known;
  const node = { id, component, name, lent, children };
  kept.set(component, node);
  return node;
}

/** The folders above a component, the outermost first, the root left out. */
export function foldersAbove(project: Project, id: string): string[] {
  const folders: string[] = [];
  const root = project.root.roots.component;
  for (let at = project.find('component', id)?.parentId; at && at !== root; at = project.find('component', at)?.parentId) {
    if (folders.includes(at)) break;
    folders.unshift(at);
  }
  return folders;
}
