/** Layers that other features draw above the items of the canvas, such as comment pins. Filled by app/register.ts. */
import type { ComponentType } from 'react';

type BoardLayer = ComponentType<{ readonly boardId: string }>;

const layers: BoardLayer[] = [];

export const registerBoardLayer = (layer: BoardLayer): void => void layers.push(layer);
export const listBoardLayers = (): readonly BoardLayer[] => layers;
