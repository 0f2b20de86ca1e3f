/** The part of each board that was last visible. It is kept between starts, so that a board opens where it was left. */
import { asRecordOf, createStoredState } from './stored-state.ts';

export interface BoardViewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Boards whose viewports are stored; of more, the ones that were viewed last. */
const maxBoards = 300;

/** By `hash/boardId`, because copies of a project share their board ids. The board that was viewed last comes last. */
const viewportsStore = createStoredState<{ readonly viewports: Readonly<Record<string, BoardViewport>> }>({
  topic: 'boardViewports',
  parse: ({ viewports }) => ({ viewports: asRecordOf(viewports, parseViewport) }),
  upgrade: () => ({}),
});

function parseViewport(value: unknown): BoardViewport | undefined {
  const { x, y, zoom } = asRecordOf(value, (each) => (Number.isFinite(each) ? Number(each) : undefined));
  return x === undefined || y === undefined || zoom === undefined || zoom <= 0 ? undefined : { x, y, zoom };
}

const keyOf = (hash: string, boardId: string): string => `${hash}/${boardId}`;

export const findViewport = (hash: string, boardId: string): BoardViewport | undefined =>
  viewportsStore.getState().viewports[keyOf(hash, boardId)];

export function storeViewport(hash: string, boardId: string, { x, y, zoom }: BoardViewport): void {
  const { [keyOf(hash, boardId)]: _, ...others } = viewportsStore.getState().viewports;
  const retained = Object.entries(others).slice(1 - maxBoards);
  viewportsStore.setState({ viewports: { ...Object.fromEntries(retained), [keyOf(hash, boardId)]: { x, y, zoom } } });
}
