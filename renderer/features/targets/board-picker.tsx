/** The boards that a target exports: all, or some selected in the tree. A folder includes everything in it, also what is added later. */

import { useMemo } from 'react';
import { t } from '../../messages/translate.ts';
import { type BoardTreeNode, boardTreeNodes } from '../../records/trees/tree-nodes.ts';
import { useProject } from '../../state/open-project.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';

const scopeOptions = () =>
  [
    { id: 'all', label: t('targets.allBoards') },
    { id: 'some', label: t('targets.someBoards') },
  ] as const;

interface BoardRow {
  readonly node: BoardTreeNode;
  readonly depth: number;
  /** Ids of the folders that contain it. */
  readonly ancestors: readonly string[];
}

export function BoardPicker({
  value,
  onChange,
}: {
  value: readonly string[] | null;
  onChange: (boardIds: readonly string[] | null) => void;
}) {
  const nodes = useProject(boardTreeNodes);
  const rows = useMemo(() => [...flattenBoards(nodes, 0, [])], [nodes]);
  if (rows.length < 2 && value === null) return null;
  const toggle = (id: string, isIncluded: boolean) =>
    onChange(rows.map(({ node }) => node.id).filter((each) => (each === id ? isIncluded : value?.includes(each))));
  return (
    <>
      <Select
        label={t('targets.boards')}
        options={scopeOptions()}
        value={value ? 'some' : 'all'}
        onChange={(kind) => onChange(kind === 'all' ? null : rows.filter(({ depth }) => depth === 0).map(({ node }) => node.id))}
      />
      {value && (
        <fieldset className="board-boxes">
          <legend className="visually-hidden">{t('targets.boardsLabel')}</legend>
          {rows.map(({ node: { id, record }, depth, ancestors }) => {
            const isInSelectedFolder = ancestors.some((folder) => value.includes(folder));
            return (
              <div key={id} style={{ paddingInlineStart: depth * 20 }}>
                <Checkbox
                  isSelected={isInSelectedFolder || value.includes(id)}
                  isDisabled={isInSelectedFolder}
                  onChange={(isIncluded) => toggle(id, isIncluded)}
                >
                  <bdi>{record.name || (record.type === 'folder' ? t('targets.unnamedFolder') : t('common.untitledBoard'))}</bdi>
                </Checkbox>
              </div>
            );
          })}
        </fieldset>
      )}
    </>
  );
}

function* flattenBoards(nodes: readonly BoardTreeNode[], depth: number, ancestors: readonly string[]): Generator<BoardRow> {
  for (const node of nodes) {
    yield { node, depth, ancestors };
    yield* flattenBoards(node.children, depth + 1, [...ancestors, node.id]);
  }
}
