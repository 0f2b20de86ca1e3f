/** Reads boards and folders, and places items on boards. Items that are on no board cannot be part of the story. */
import type { JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { rankBetween } from '../../shared/model/rank.ts';
import type { CustomIdAllocator } from './custom-id-allocator.ts';
import type { ImportSession, ListedId } from './import-session.ts';

/** The lists of a board, each with the name of the collection to which it refers. */
const itemCollections = ['elements', 'notes', 'jumpers', 'branches', 'connections'] as const;
/** In relation to the work for a record. */
const workPerItem = 0.05;

const convertedFields = new Set<string>([...itemCollections, 'root', 'children', 'comments', 'attributes', 'variables']);

/** Places each item on its board. An item that no board lists is an error; a repair leaves it out. */
export async function placeItems(session: ImportSession): Promise<void> {
  for (const [boardId, raw] of session.file.entriesOf('boards'))
    for (const list of itemCollections) {
      if (!session.folders.has(boardId)) {
        await placeList(session, boardId, raw, list);
        session.file.releaseList(raw, list);
      } else if (session.readIdList(raw, list, `boards.${boardId}`).length > 0)
        session.errors.addInconsistency(`boards.${boardId}.${list}`, message('import.fault.folderContents'));
    }
  for (const list of itemCollections)
    for (const id of [...session.file.entriesOf(list).keys()]) {
      const pause = session.progress.addWork(workPerItem);
      if (pause) await pause;
      if (session.placementOf(id)) continue;
      session.reportMissing(`${list}.${id}`, message('import.fault.noBoard'));
      session.file.omit(id);
    }
}

async function placeList(session: ImportSession, boardId: string, raw: JsonObject, list: (typeof itemCollections)[number]): Promise<void> {
  const listed: ListedId[] = [];
  for (const each of session.iterateIdList(raw, list, `boards.${boardId}`)) {
    listed.push(each);
    const pause = session.progress.addWork(workPerItem);
    if (pause) await pause;
  }
  const known: ListedId[] = [];
  for (const each of listed) {
    if (session.resolveReference(each.id, each.path, list) !== null) known.push(each);
    const pause = session.progress.addWork(workPerItem);
    if (pause) await pause;
  }
  let rank: string | null = null;
  for (const { id, path } of known) {
    rank = rankBetween(rank, null);
    session.setPlacement(id, { parent: boardId, rank, path });
    const pause = session.progress.addWork(workPerItem);
    if (pause) await pause;
  }
}

const defaultNames = { folder: 'New Folder', board: 'Untitled board' } as const;

export function readBoards(session: ImportSession, root: string, customIds: CustomIdAllocator, withVariables: ReadonlySet<string>): void {
  const { file, errors, records, notes } = session;
  for (const [id, raw] of file.entriesOf('boards')) {
    const type = session.folders.has(id) ? 'folder' : 'board';
    const { parent = null, rank = 'a0' } = id === root ? {} : (session.placementOf(id) ?? {});
    const name = boardNameOf(session, raw, id === root ? 'Root' : defaultNames[type]);
    const customId = raw.customId ?? (withVariables.has(id) ? customIds.allocate(String(name)) : null);
    if (customId !== (raw.customId ?? null)) notes.count('boardId');
    session.addRecord('board', id, { rank }, raw, { parentId: parent, type, name, customId }, convertedFields);
  }
  if (!file.find('boards', root)) {
    const rootFolder = { kind: 'board', id: root, rank: 'a0', parentId: null, type: 'folder', name: 'Root', customId: null } as const;
    records.push(rootFolder);
  }
  if ([...file.entriesOf('boards').keys()].every((id) => session.folders.has(id)) && file.root.boards)
    errors.addInvalidValue('boards', message('import.fault.boardNeeded'));
}

function boardNameOf(session: ImportSession, raw: JsonObject, otherwise: string): unknown {
  const { name } = raw;
  if (typeof name === 'string') return name;
  if (name !== undefined && name !== null) return name;
  if (otherwise !== 'Root') session.notes.count('unnamedBoard');
  return otherwise;
}
