/** Reads the overview of a stored project page by page, so that a long list of large projects never blocks the thread. */
import type { OverviewItem, ProjectOverview } from '../../shared/contracts/ipc/results.ts';
import type { Box } from '../../shared/layout/geometry.ts';
import {
  type AnyRecord,
  defaultItemSize,
  type ItemKind,
  isItem,
  isOfKind,
  type KindName,
  type StoryRecord,
} from '../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import type { OverviewRow } from './storage/project-statements.ts';
import type { ProjectStore } from './storage/project-store.ts';
import { readRecordRow } from './storage/stored-rows.ts';

/** The maximum number of items in an overview. More would not be visible in a small picture. */
const maxItems = 500;

/** Leaves damaged records out; opening the project reports them. */
export function* readProjectOverview(store: ProjectStore, project: number): Generator<void, ProjectOverview> {
  const root = asKind('project', store.readRecord(project, projectRecordId));
  const start = root?.startingElement ? asKind('element', store.readRecord(project, root.startingElement)) : undefined;
  let pages = new OverviewPages(project, start?.boardId ?? null);
  yield* pages.readAll(store);
  if (!start && pages.firstBoard) {
    pages = new OverviewPages(project, pages.firstBoard.id);
    yield* pages.readAll(store);
  }
  return { ...pages.counts, cover: readCover(store, project, root?.cover?.id), ...pages.toMiniature() };
}

function readCover(store: ProjectStore, project: number, assetId: unknown): ProjectOverview['cover'] {
  const asset = typeof assetId === 'string' ? asKind('asset', store.readRecord(project, assetId)) : undefined;
  if (!asset?.file || !/^(?:template-)?image$/.test(asset.type)) return null;
  return { file: asset.file, width: asset.width, height: asset.height };
}

class OverviewPages {
  #boardCount = 0;
  #elementCount = 0;
  #firstBoard: StoryRecord<'board'> | undefined;
  readonly #project: number;
  readonly #board: string | null;
  readonly #items = new Map<string, OverviewItem>();
  readonly #connections: StoryRecord<'connection'>[] = [];
  readonly #branchIds = new Map<string, string>();

  constructor(project: number, board: string | null) {
    this.#project = project;
    this.#board = board;
  }

  get counts(): Pick<ProjectOverview, 'boards' | 'elements'> {
    return { boards: this.#boardCount, elements: this.#elementCount };
  }

  /** The first of all boards. None of its items has been read. */
  get firstBoard(): StoryRecord<'board'> | undefined {
    return this.#firstBoard;
  }

  *readAll(store: ProjectStore): Generator<void> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = store.readOverviewPage(this.#project, { board: this.#board, after });
      for (const row of page) this.#add(row);
      const last = page.at(-1)?.id;
      // A damaged id must not lead back to rows that have already been read.
      after = last !== undefined && last > after ? last : undefined;
      yield;
    }
  }

  #add(row: OverviewRow): void {
    if (row.kind === 'element') this.#elementCount++;
    if (row.kind === 'condition' && row.parent !== null) this.#branchIds.set(row.id, row.parent);
    if (row.json === null || (row.parent === this.#board && this.#items.size >= maxItems && row.kind !== 'connection')) return;
    const record = readRecordRow(this.#project, { ...row, json: row.json });
    const board = asKind('board', record);
    if (board?.type === 'board') this.#addBoard(board);
    const connection = asKind('connection', record);
    if (connection) this.#connections.push(connection);
    const item = record && toOverviewItem(record);
    if (item) this.#items.set(row.id, item);
  }

  #addBoard(board: StoryRecord<'board'>): void {
    this.#boardCount++;
    if (!this.#firstBoard || board.rank < this.#firstBoard.rank) this.#firstBoard = board;
  }

  toMiniature(): Pick<ProjectOverview, 'items' | 'connections'> {
    const indexes = new Map([...this.#items.keys()].map((id, index) => [id, index]));
    const connections = this.#connections.flatMap(({ sourceid, targetid }): [number, number][] => {
      const source = indexes.get(this.#branchIds.get(sourceid) ?? sourceid);
      const target = indexes.get(targetid);
      return source === undefined || target === undefined ? [] : [[source, target]];
    });
    return { items: [...this.#items.values()], connections };
  }
}

function toOverviewItem(record: AnyRecord): OverviewItem | undefined {
  if (!isItem(record)) return undefined;
  const item: StoryRecord<ItemKind> = record;
  const theme = 'theme' in item ? item.theme : 'default';
  return { ...boxOf({ ...defaultItemSize(item.kind), ...item }), theme, isNote: item.kind === 'note' };
}

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });

const asKind = <K extends KindName>(kind: K, record: AnyRecord | undefined): StoryRecord<K> | undefined =>
  record && isOfKind(record, kind) ? record : undefined;
