/** The order of a tree list: the root, then each folder with what it holds below it. Without recursion: trees may be as deep as they like. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';

type TreeKind = 'board' | 'component' | 'asset';
const listNames = { board: 'boards', component: 'components', asset: 'assets' } as const;

/** The ids directly inside an entry, in their order; none for what is no folder. */
export const childIds = (project: Project, kind: TreeKind, id: string): readonly string[] => project.childIds(id, listNames[kind]);

/** Every entry of the tree, the root first; touches nothing else. */
export function* walkTree<K extends TreeKind>(project: Project, kind: K): Generator<StoryRecord<K>> {
  const waiting: string[] = [project.projectRecord.roots[kind]];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const record = project.find(kind, id);
    if (!record) continue;
    yield record;
    const children = childIds(project, kind, id);
    for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at] ?? '');
  }
}
