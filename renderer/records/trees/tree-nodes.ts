/** The records of a tree as nodes for the window. A node stays the same object while nothing in it changes, so that React skips its row. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { projectLocales } from '../names/record-names.ts';
import { assetTree, boardTree, childRecords, componentTree, type TreeDefinition, type TreeKind, treeRootId } from './record-tree.ts';

/** `Details` are what a row shows beside its record. */
export type TreeNode<K extends TreeKind = TreeKind, Details extends object = object> = Details & {
  readonly id: string;
  readonly record: StoryRecord<K>;
  readonly children: readonly TreeNode<K, Details>[];
};

interface TreeNodeRules<K extends TreeKind, Details extends object, Context> {
  readonly children?: (project: Project, record: StoryRecord<K>, context: Context) => readonly StoryRecord<K>[];
  readonly details: (project: Project, record: StoryRecord<K>, children: readonly TreeNode<K, Details>[], context: Context) => Details;
}

/** Returns a function that builds the nodes below the root folder. */
function createTreeNodeBuilder<K extends TreeKind, Details extends object, Context>(
  tree: TreeDefinition<K>,
  rules: TreeNodeRules<K, Details, Context>,
) {
  type Node = TreeNode<K, Details>;
  const cache = new WeakMap<StoryRecord<K>, Node>();
  const listChildren = rules.children ?? ((project: Project, { id }: StoryRecord<K>) => childRecords(tree, project, id));
  const build = (project: Project, record: StoryRecord<K>, context: Context): Node => {
    const children = listChildren(project, record, context).map((child) => build(project, child, context));
    const details = rules.details(project, record, children, context);
    const cached = cache.get(record);
    if (cached && isUnchanged(cached, details, children)) return cached;
    const node: Node = { ...details, id: record.id, record, children };
    cache.set(record, node);
    return node;
  };
  return (project: Project, context: Context): readonly Node[] =>
    childRecords(tree, project, treeRootId(tree, project)).map((record) => build(project, record, context));
}

const isUnchanged = (cached: { readonly children: readonly object[] }, details: object, children: readonly object[]): boolean =>
  Object.entries(details).every(([key, value]) => Reflect.get(cached, key) === value) &&
  cached.children.length === children.length &&
  cached.children.every((child, index) => child === children[index]);

export interface BoardDetails {
  /** Whether the story starts on this board, or on one in this folder. */
  readonly hasStart: boolean;
}
export type BoardTreeNode = TreeNode<'board', BoardDetails>;

const buildBoardNodes = createTreeNodeBuilder<'board', BoardDetails, string | null>(boardTree, {
  details: (_project, { id }, children, startBoardId) => ({
    hasStart: id === startBoardId || children.some(({ hasStart }) => hasStart),
  }),
});

export const boardTreeNodes = (project: Project): readonly BoardTreeNode[] => buildBoardNodes(project, findStartBoardId(project));

function findStartBoardId(project: Project): string | null {
  const start = project.projectRecord.startingElement;
  return start === null ? null : (project.find('element', start)?.boardId ?? null);
}

/** The board on which the story starts, else the first one in the order of the tree. */
export const firstBoardId = (project: Project): string | null => findStartBoardId(project) ?? findBoardId(boardTreeNodes(project)) ?? null;

function findBoardId(nodes: readonly BoardTreeNode[]): string | undefined {
  for (const { id, record, children } of nodes) {
    const found = record.type === 'board' ? id : findBoardId(children);
    if (found !== undefined) return found;
  }
  return undefined;
}

export interface ComponentDetails {
  readonly name: string;
  /** The language of the name if it is not the requested one; null if it is, or if there is no name at all. */
  readonly fallbackLanguage: string | null;
}
export type ComponentTreeNode = TreeNode<'component', ComponentDetails>;

/** `iso`: the language of the names. */
export const componentTreeNodes = createTreeNodeBuilder<'component', ComponentDetails, string>(componentTree, {
  details: (project, component, _children, iso) => {
    const name = resolveLocalizedText(component.name, iso, projectLocales(project));
    return { name: name.html ?? '', fallbackLanguage: name.html === null || name.iso === iso ? null : name.iso };
  },
});

export interface AssetDetails {
  readonly isOpen: boolean;
  /** How many records a folder contains. */
  readonly count: number;
}
export type AssetTreeNode = TreeNode<'asset', AssetDetails>;

/**
 * `openFolders`: ids. Of a closed folder only the first child is a node, which is enough to show that the folder can be opened: so
 * thousands of assets cost only what is visible of them.
 */
export const assetTreeNodes = createTreeNodeBuilder<'asset', AssetDetails, ReadonlySet<unknown>>(assetTree, {
  children: (project, { id, type }, openFolders) => {
    if (type !== 'folder') return [];
    if (openFolders.has(id)) return childRecords(assetTree, project, id);
    const [firstId] = project.childIds(id, 'assets');
    const first = firstId === undefined ? undefined : project.find('asset', firstId);
    return first ? [first] : [];
  },
  details: (project, { id, type }, _children, openFolders) => ({
    isOpen: type === 'folder' && openFolders.has(id),
    count: type === 'folder' ? project.listSize(id, 'assets') : 0,
  }),
});
