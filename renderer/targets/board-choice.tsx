/** Which boards a target writes: all, or some chosen from the tree. A folder stands for everything in it, also for what comes into it later. */
import { useMemo } from 'react';
import { type BoardNode, boardNodes } from '../board-tree/board-nodes.ts';
import { useProject } from '../state/open-project.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Select } from '../ui/select.tsx';
import { targetsWords } from '../words/en/targets.ts';

const kinds = [
  { id: 'all', label: targetsWords.allBoards },
  { id: 'some', label: targetsWords.someOfThem },
] as const;

interface Row {
  readonly node: BoardNode;
  readonly depth: number;
  /** The folders that it is in. */
  readonly above: readonly string[];
}

export function BoardChoice({
  value,
  onChange,
}: {
  value: readonly string[] | null;
  onChange: (boardIds: readonly string[] | null) => void;
}) {
  const nodes = useProject(boardNodes);
  const rows = useMemo(() => [...rowsOf(nodes, 0, [])], [nodes]);
  if (rows.length < 2 && value === null) return null;
  const flip = (id: string, isIn: boolean) =>
    onChange(rows.map(({ node }) => node.id).filter((each) => (each === id ? isIn : value?.includes(each))));
  return (
    <>
      <Select
        label={targetsWords.boards}
        options={kinds}
        value={value ? 'some' : 'all'}
        onChange={(kind) => onChange(kind === 'all' ? null : rows.filter(({ depth }) => depth === 0).map(({ node }) => node.id))}
      />
      {value && (
        <fieldset className="board-boxes">
          <legend className="unseen">{targetsWords.boardsToWrite}</legend>
          {rows.map(({ node: { id, name, type }, depth, above }) => {
            const isInside = above.some((folder) => value.includes(folder));
            return (
              <div key={id} style={{ paddingInlineStart: depth * 20 }}>
                <Checkbox isSelected={isInside || value.includes(id)} isDisabled={isInside} onChange={(isIn) => flip(id, isIn)}>
                  <bdi>{name || (type === 'folder' ? targetsWords.folderWithoutAName : targetsWords.boardWithoutAName)}</bdi>
                </Checkbox>
              </div>
            );
          })}
        </fieldset>
      )}
    </>
  );
}

function* rowsOf(nodes: readonly BoardNode[], depth: number, above: readonly string[]): Generator<Row> {
  for (const node of nodes) {
    yield { node, depth, above };
    yield* rowsOf(node.children, depth + 1, [...above, node.id]);
  }
}
