/**
 * The tree of boards, components or assets. The arrow keys move the focus, Enter opens a record, and row actions have shortcuts. Rows can be dragged
 * with the pointer or the keyboard. Only visible rows are rendered.
 */

import { ChevronRight, GripVertical } from 'lucide-react';
import {
  type ComponentType,
  type KeyboardEventHandler,
  type MouseEvent,
  type MouseEventHandler,
  memo,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { Button, Collection, type Key, ListLayout, Tree, TreeItem, TreeItemContent, Virtualizer } from 'react-aria-components';
import { t } from '../../messages/translate.ts';
import { isFolder, type TreeKind } from '../../records/trees/record-tree.ts';
import type { TreeNode } from '../../records/trees/tree-nodes.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { ContextMenu, type RowMenuPosition, rowMenuPosition } from '../../ui/context-menu.tsx';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { selectedKeys } from '../../ui/selected-keys.ts';
import type { RecordTreeStore } from './tree-state.ts';
import { type FileDrops, useRecordTreeDrag } from './use-record-tree-drag.ts';
import './record-tree.css';

/** How a tree differs from the others. A constant, so that a row renders again only when its node changes. */
export interface RecordTreeAdapter<Node extends TreeNode> {
  readonly store: RecordTreeStore;
  readonly label: () => string;
  readonly className: string;
  /** The height of every row, in pixels. */
  readonly rowHeight: number;
  readonly mimeType: string;
  readonly selectionMode: 'single' | 'multiple';
  readonly select: (ids: readonly string[]) => void;
  /** Enter or a double click on a row that is not a folder. */
  readonly open: (id: string) => void;
  readonly rowName: (node: Node) => string;
  /** The text for screen readers; by default the name. */
  readonly rowTextValue?: (node: Node) => string;
  /** The icon, the name and whatever follows them. */
  readonly RowContent: ComponentType<{ readonly node: Node; readonly isExpanded: boolean }>;
  /** The menu of a row: at its button, and as its context menu. */
  readonly menuEntries: (id: string) => readonly (MenuEntry | null)[];
  /** The context menu of the empty area below the rows. */
  readonly emptyAreaEntries?: () => readonly (MenuEntry | null)[];
  readonly moveLabel: (name: string) => string;
  readonly EmptyState: ComponentType;
  readonly isMovable?: (id: string) => boolean;
  /** Only rows that match a filter are shown, with the folders above them. These are expanded, and cannot be collapsed. */
  readonly isFiltered?: boolean;
  readonly files?: FileDrops;
}

export interface RecordTreeViewProps<Node extends TreeNode> {
  readonly adapter: RecordTreeAdapter<Node>;
  readonly nodes: readonly Node[];
  readonly selected: Iterable<Key>;
  /** The expanded folders with which the nodes were built, if building them is deferred. */
  readonly toggledFolders?: ReadonlySet<string>;
  /** Handles the shortcuts of rows before the tree handles the key. */
  readonly onKeyDownCapture: KeyboardEventHandler;
  /** Before the tree selects what was clicked, which passes no clicks on. */
  readonly onClickCapture?: MouseEventHandler;
}

export function RecordTreeView<Node extends TreeNode>({
  adapter,
  nodes,
  selected,
  toggledFolders,
  onKeyDownCapture,
  onClickCapture,
}: RecordTreeViewProps<Node>) {
  const { store, rowHeight, EmptyState, isFiltered = false } = adapter;
  const current = store.use((state) => state.toggledFolders);
  const toggled = toggledFolders ?? current;
  const folders = useMemo(() => folderIds(nodes), [nodes]);
  const expanded = useMemo(() => (isFiltered ? folders : store.expandedFolders(folders, toggled)), [store, folders, toggled, isFiltered]);
  useShownRows(
    store,
    useMemo(() => shownIds(nodes, new Set(expanded)), [nodes, expanded]),
  );
  const layoutOptions = useMemo(() => ({ rowSize: rowHeight, padding: 8 }), [rowHeight]);
  const { dragAndDropHooks } = useRecordTreeDrag(adapter);
  const [menu, setMenu] = useState<RowMenuPosition | null>(null);
  const openMenu = (event: MouseEvent) => {
    const position = rowMenuPosition(event, dataAttributes[store.tree.kind]);
    if (!position || contextEntries(adapter, position.id).length === 0) return;
    event.preventDefault();
    setMenu(position);
  };
  const activate = (key: Key) => {
    const id = String(key);
    if (!isFolder(store.tree, openProjectStore.getState().project, id)) adapter.open(id);
    else if (!isFiltered) store.toggleFolder(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: key presses of the interactive tree inside pass through here first
    <div className="record-tree" onKeyDownCapture={onKeyDownCapture} onClickCapture={onClickCapture} onContextMenu={openMenu}>
      <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
        <Tree
          className={`tree ${adapter.className}`}
          aria-label={adapter.label()}
          items={nodes}
          selectionMode={adapter.selectionMode}
          selectionBehavior="replace"
          selectedKeys={selected}
          onSelectionChange={(keys) => adapter.select(selectedKeys(keys, isFiltered ? leafIds(nodes) : nodes.map(({ id }) => id)))}
          onAction={activate}
          expandedKeys={expanded}
          onExpandedChange={(keys) => isFiltered || store.setExpandedFolders(folders, keys)}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <EmptyState />}
        >
          {(node) => <RecordTreeRow node={node} adapter={adapter} />}
        </Tree>
      </Virtualizer>
      {menu && <ContextMenu at={menu} label={adapter.label()} entries={contextEntries(adapter, menu.id)} close={() => setMenu(null)} />}
    </div>
  );
}

const contextEntries = <Node extends TreeNode>({ menuEntries, emptyAreaEntries }: RecordTreeAdapter<Node>, id: string | null) =>
  id === null ? (emptyAreaEntries?.() ?? []) : menuEntries(id);

const folderIds = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, record, children }) => (record.type === 'folder' ? [id, ...folderIds(children)] : []));

/** The ids of all rows, also those that the list has not rendered because they are outside its visible area. */
const shownIds = (nodes: readonly TreeNode[], expanded: ReadonlySet<string>): string[] =>
  nodes.flatMap(({ id, children }) => (expanded.has(id) ? [id, ...shownIds(children, expanded)] : [id]));

/** Those that are not folders: a folder above a match also contains what the filter leaves out. */
const leafIds = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, record, children }) => (record.type === 'folder' ? leafIds(children) : [id]));

/** Reports to the state of a tree which of its records have a row. */
export function useShownRows(store: RecordTreeStore, ids: readonly string[]): void {
  useLayoutEffect(() => {
    store.setShown(new Set(ids));
    return () => store.setShown(new Set());
  }, [store, ids]);
}

const dataAttributes = { board: 'data-board', component: 'data-component', asset: 'data-asset' } as const satisfies Record<
  TreeKind,
  string
>;

interface RowProps<Node extends TreeNode> {
  readonly node: Node;
  readonly adapter: RecordTreeAdapter<Node>;
}

function RecordTreeRow<Node extends TreeNode>({ node, adapter }: RowProps<Node>) {
  const { id, record } = node;
  // The children of a node are nodes of its own tree.
  const children = node.children as readonly Node[];
  return (
    <TreeItem
      id={id}
      textValue={(adapter.rowTextValue ?? adapter.rowName)(node)}
      className="tree-row"
      {...{ [dataAttributes[adapter.store.tree.kind]]: id }}
    >
      <TreeItemContent>
        {({ isExpanded, level, allowsDragging }) => (
          <RowLine node={node} adapter={adapter} isExpanded={isExpanded} level={level} allowsDragging={allowsDragging === true} />
        )}
      </TreeItemContent>
      {record.type === 'folder' && <Collection items={children}>{(child) => <RecordTreeRow node={child} adapter={adapter} />}</Collection>}
    </TreeItem>
  );
}

interface RowLineProps<Node extends TreeNode> extends RowProps<Node> {
  readonly isExpanded: boolean;
  readonly level: number;
  readonly allowsDragging: boolean;
}

function RowLineContent<Node extends TreeNode>({ node, adapter, isExpanded, level, allowsDragging }: RowLineProps<Node>) {
  const { RowContent } = adapter;
  const name = adapter.rowName(node);
  return (
    <div className="tree-line" style={{ paddingInlineStart: (level - 1) * 14, minHeight: adapter.rowHeight }}>
      {node.children.length > 0 && !adapter.isFiltered ? (
        <Button slot="chevron" className="tree-chevron">
          <ChevronRight size={14} aria-hidden />
        </Button>
      ) : (
        <span className="tree-chevron" />
      )}
      <RowContent node={node} isExpanded={isExpanded} />
      <span className="tree-tools">
        <MenuButton label={t('common.more', { name })} entries={() => adapter.menuEntries(node.id)} className="tree-more" />
        {allowsDragging && (
          <Button slot="drag" className="tree-drag" aria-label={adapter.moveLabel(name)}>
            <GripVertical size={14} aria-hidden />
          </Button>
        )}
      </span>
    </div>
  );
}

/** Memoised because the tree renders all visible rows again whenever the selection changes. */
// The cast is true: memo returns a component with the same props, but loses its type parameter.
const RowLine = memo(RowLineContent) as typeof RowLineContent;
