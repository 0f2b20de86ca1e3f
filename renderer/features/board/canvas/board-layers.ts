/** What other features draw on the canvas, above the items: marks at positions of the board. Filled by app/register.ts. */
import type { ComponentType } from 'react';

export type BoardLayer = ComponentType<{ readonly boardId: string }>;

const layers: BoardLayer[] = [];

export const registerBoardLayer = (layer: BoardLayer): void => void layers.push(layer);
export const listBoardLayers = (): readonly BoardLayer[] => layers;
