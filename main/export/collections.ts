/** The collections of an export: which kinds of records stand in each, and how one of them is written. */
import type { AnyRecord, KindName, StoryRecord } from '../../shared/kinds/all.ts';
import type { BoardScope } from './boards.ts';
import { componentContents, connectionContents, elementContents } from './contents.ts';
import type { Exporting, Out } from './exporting.ts';
import { assetOut, attributeOut, boardOut, componentOut, variableOut } from './of-project.ts';
import { branchOut, conditionOut, connectionOut, elementOut, jumperOut, noteOut } from './on-boards.ts';

/** How a record is written; undefined: it has no place in the collection. */
export type Writes = (record: AnyRecord, exporting: Exporting) => Out | undefined;

export interface Collection {
  readonly name: string;
  readonly writes: Partial<Record<KindName, Writes>>;
}

/** `isIn` decides on boards that are left out (G17) and roots that a format does without. */
function of<K extends KindName>(
  out: (record: StoryRecord<K>, exporting: Exporting) => Out | undefined,
  isIn: (record: StoryRecord<K>, exporting: Exporting) => boolean = () => true,
): Writes {
  return (record, exporting) => {
    const given = record as unknown as StoryRecord<K>;
    return isIn(given, exporting) ? out(given, exporting) : undefined;
  };
}

type OnBoard = { readonly boardId: string };
const onBoard = ({ boardId }: OnBoard, { boards }: { boards: BoardScope }): boolean => boards.has(boardId);

const element = of<'element'>(elementOut, onBoard);
const connection = of<'connection'>(connectionOut, onBoard);
const component = of<'component'>(componentOut, ({ id }, { variant, project }) => variant.roots || id !== project.root.roots.component);

export const boards: Collection = {
  name: 'boards',
  writes: {
    board: of<'board'>(
      boardOut,
      ({ id }, { boards, variant, project }) => boards.has(id) && (variant.roots || id !== project.root.roots.board),
    ),
  },
};
export const notes: Collection = { name: 'notes', writes: { note: of<'note'>(noteOut, onBoard) } };
export const elements: Collection = { name: 'elements', writes: { element } };
export const jumpers: Collection = { name: 'jumpers', writes: { jumper: of<'jumper'>(jumperOut, onBoard) } };
export const connections: Collection = { name: 'connections', writes: { connection } };
export const branches: Collection = { name: 'branches', writes: { branch: of<'branch'>(branchOut, onBoard) } };
export const contents: Collection = {
  name: 'contents',
  writes: {
    element: of<'element'>(elementContents, onBoard),
    connection: of<'connection'>(connectionContents, onBoard),
    component: of<'component'>(componentContents),
  },
};
export const components: Collection = { name: 'components', writes: { component } };
export const attributes: Collection = {
  name: 'attributes',
  writes: {
    attribute: of<'attribute'>(attributeOut, ({ cId, cType }, { boards }) =>
      cType === 'components' ? true : cType === 'boards' ? boards.has(cId) : boards.holds(cId),
    ),
  },
};
export const assets: Collection = { name: 'assets', writes: { asset: of<'asset'>(assetOut) } };
/** Their root is no record: it is written by the story. */
export const variables: Collection = { name: 'variables', writes: { variable: of<'variable'>(variableOut) } };
export const conditions: Collection = {
  name: 'conditions',
  writes: { condition: of<'condition'>(conditionOut, ({ id }, { boards }) => boards.holds(id)) },
};
