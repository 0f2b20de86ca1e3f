/** The part of each board that was last visible. It is kept between starts, so that a board opens where it was left. */
import { openProjectStore } from './open-project.ts';
import { onRecordsRenamed } from './renamed-records.ts';
import { asRecordOf, createStoredState } from './stored-state.ts';

export interface BoardViewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  /** The size of the view in pixels; versions up to 0.1 did not store it. */
  readonly size?: ViewSize;
}

export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** Boards whose viewports are stored; of more, the ones that were viewed last. */
const maxBoards = 300;

const asNumbers = (value: unknown): Readonly<Record<string, number>> =>
  asRecordOf(value, (each) => (Number.isFinite(each) ? Number(each) : undefined));

/** By `hash/boardId`, because copies of a project share their board ids. The board that was viewed last comes last. */
const viewportsStore = createStoredState<{ readonly viewports: Readonly<Record<string, BoardViewport>> }>({
  topic: 'boardViewports',
  scope: 'window',
  parse: ({ viewports }) => ({ viewports: asRecordOf(viewports, parseViewport) }),
  upgrade: () => ({}),
});

function parseViewport(value: unknown): BoardViewport | undefined {
  const { x, y, zoom } = asNumbers(value);
  const { width, height } = asNumbers(asRecordOf(value, (each) => each).size);
  if (x === undefined || y === undefined || zoom === undefined || zoom <= 0) return undefined;
  return { x, y, zoom, ...(width !== undefined && height !== undefined && { size: { width, height } }) };
}

const keyOf = (hash: string, boardId: string): string => `${hash}/${boardId}`;

export const findViewport = (hash: string, boardId: string): BoardViewport | undefined =>
  viewportsStore.getState().viewports[keyOf(hash, boardId)];

export function storeViewport(hash: string, boardId: string, viewport: BoardViewport): void {
  const { [keyOf(hash, boardId)]: _, ...others } = viewportsStore.getState().viewports;
  const retained = Object.entries(others).slice(1 - maxBoards);
  viewportsStore.setState({ viewports: { ...Object.fromEntries(retained), [keyOf(hash, boardId)]: viewport } });
}

onRecordsRenamed((names) => {
  const hash = openProjectStore.getState().hash ?? '';
  for (const [from, to] of names) {
    const viewport = findViewport(hash, from);
    if (viewport) storeViewport(hash, to, viewport);
  }
});
