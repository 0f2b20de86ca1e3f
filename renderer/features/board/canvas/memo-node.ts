/** Nodes of the canvas do not render with each frame of a drag: React Flow passes their position as well, but moves them itself. */
import type { NodeProps } from '@xyflow/react';
import { type FunctionComponent, memo } from 'react';
import type { ItemFlowNode } from './flow-elements.ts';

/** What an item on the canvas is rendered from; the rest it reads from the project. */
export type ItemNodeProps = Pick<NodeProps<ItemFlowNode>, 'id' | 'selected'>;

export const memoNode = (ItemNode: FunctionComponent<ItemNodeProps>) =>
  memo(ItemNode, (before, after) => before.id === after.id && before.selected === after.selected);
