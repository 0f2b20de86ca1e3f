/** Narrows a tree to the records whose names contain a text, by a field above it. */
import { X } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { matchesName } from '../../records/search/match-options.ts';
import type { TreeNode } from '../../records/trees/tree-nodes.ts';
import { IconButton } from '../../ui/button.tsx';
import { MatchCount } from '../../ui/match-count.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type RecordTreeAdapter, RecordTreeView, type RecordTreeViewProps } from './record-tree-view.tsx';
import './tree-filter.css';

/** A tree of fewer records is read at a glance, so it has no filter. */
const filterThreshold = 12;

interface FilterableTreeProps<Node extends TreeNode> extends Omit<RecordTreeViewProps<Node>, 'toggledFolders'> {
  /** The number of records in the whole tree. */
  readonly count: number;
  readonly filterLabel: string;
  /** Shown where no name contains the text. */
  readonly noMatch: string;
}

export function FilterableTree<Node extends TreeNode>({ adapter, nodes, count, filterLabel, noMatch, ...rest }: FilterableTreeProps<Node>) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const isFiltered = query.trim() !== '';
  const filteredAdapter = useMemo(() => toFilteredAdapter(adapter, () => noMatch), [adapter, noMatch]);
  const filtered = filterNodes(nodes, adapter.rowName, query);
  return (
    <>
      <MatchCount count={isFiltered ? countMatches(filtered, adapter.rowName, query) : null} />
      {(count > filterThreshold || typed !== '') && (
        <search className="tree-filter">
          <TreeFilterField label={filterLabel} placeholder={filterLabel} value={typed} onChange={setTyped} />
        </search>
      )}
      <RecordTreeView adapter={isFiltered ? filteredAdapter : adapter} nodes={filtered} {...rest} />
    </>
  );
}

/** The same tree, while only rows that match a filter are shown. `noMatch` is the text where there are none. */
export const toFilteredAdapter = <Node extends TreeNode>(
  adapter: RecordTreeAdapter<Node>,
  noMatch: () => string,
): RecordTreeAdapter<Node> => ({
  ...adapter,
  isFiltered: true,
  // Places are not changed where only a part of them is shown.
  isMovable: () => false,
  EmptyState: () => <p className="tree-empty">{noMatch()}</p>,
});

interface TreeFilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shows the button that clears the filter although nothing is typed, because it consists of more than the text. */
  readonly canClear?: boolean;
  readonly onClear?: () => void;
}

/** Escape clears it. */
export function TreeFilterField({
  label,
  placeholder,
  value,
  onChange,
  canClear = value !== '',
  onClear = () => onChange(''),
}: TreeFilterFieldProps) {
  return (
    <div className="tree-filter-field">
      <TextField
        label={label}
        isLabelHidden
        placeholder={placeholder}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !canClear) return;
          event.preventDefault();
          onClear();
        }}
      />
      {canClear && <IconButton icon={X} label={t('common.clearFilter')} onPress={onClear} />}
    </div>
  );
}

/** The number of nodes with such a name, without the folders that are shown because of them. */
const countMatches = <Node extends TreeNode>(nodes: readonly Node[], nameOf: (node: Node) => string, query: string): number =>
  nodes.reduce(
    // The children of a node are nodes of its own tree.
    (sum, node) => sum + Number(matchesName(nameOf(node), query)) + countMatches(node.children as readonly Node[], nameOf, query),
    0,
  );

/** The nodes whose names contain the query, with the folders above them. What is in a folder with such a name stays with it. */
export function filterNodes<Node extends TreeNode>(nodes: readonly Node[], nameOf: (node: Node) => string, query: string): readonly Node[] {
  if (query.trim() === '') return nodes;
  return nodes.flatMap((node) => {
    if (matchesName(nameOf(node), query)) return [node];
    // The children of a node are nodes of its own tree.
    const children = filterNodes(node.children as readonly Node[], nameOf, query);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
