/** The records of a tree as nodes for React. A node is the same object until something in it changes, so that unchanged rows do not render again. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { projectLocales } from '../names/story-languages.ts';
import { assetTree, boardTree, childRecords, componentTree, type TreeDefinition, type TreeKind, treeRootId } from './record-tree.ts';

/** `Details` is the additional content of a row. */
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

interface BoardDetails {
  /** Whether the story starts on this board, or on a board in this folder. */
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

/** The board on which the story starts, or else the first one in the tree. */
export const firstBoardId = (project: Project): string | null => findStartBoardId(project) ?? findBoardId(boardTreeNodes(project)) ?? null;

function findBoardId(nodes: readonly BoardTreeNode[]): string | undefined {
  for (const { id, record, children } of nodes) {
    const found = record.type === 'board' ? id : findBoardId(children);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface ComponentDetails {
  readonly name: string;
  /** The language of the name if it is not the requested one; null if it is, or if the record has no name. */
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

interface AssetDetails {
  readonly isOpen: boolean;
  /** The number of records in a folder. */
  readonly count: number;
}
export type AssetTreeNode = TreeNode<'asset', AssetDetails>;

/**
 * `openFolders` contains ids. Of a closed folder only the first child becomes a node, which shows that the folder can be opened: so the cost of
 * thousands of assets depends on what is visible of them.
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
