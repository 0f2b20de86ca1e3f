/** Boards and folders, and which items stand on them. What stands on no board is nothing that the story could reach. */
import type { CustomIdAllocator } from './custom-id-allocator.ts';
import type { ImportSession } from './import-session.ts';
import type { RawObject } from './story-file.ts';

/** The lists of a board that are collections of the same name. */
const itemCollections = ['elements', 'notes', 'jumpers', 'branches', 'connections'] as const;
const convertedFields = new Set<string>([...itemCollections, 'root', 'children', 'comments', 'attributes', 'variables']);

/** Gives each item its place on its board. An item that no board lists is a fault, or left out by a repair. */
export async function placeItems(reading: ImportSession): Promise<void> {
  for (const [boardId, raw] of reading.file.entriesOf('boards')) {
    const path = `boards.${boardId}`;
    for (const list of itemCollections) {
      const listed = reading.readIdList(raw, list, path);
      if (reading.folders.has(boardId)) {
        if (listed.length > 0) reading.errors.addInconsistency(`${path}.${list}`, 'a folder holds boards and folders only');
        continue;
      }
      reading.setPlacements(
        listed.filter(({ id, path: at }) => reading.resolveReference(id, at, list) !== null),
        boardId,
      );
      const rest = reading.progress.addWork(listed.length / 20);
      if (rest) await rest;
    }
  }
  for (const list of itemCollections)
    for (const id of [...reading.file.entriesOf(list).keys()]) {
      if (reading.placementOf(id)) continue;
      reading.reportMissing(`${list}.${id}`, 'stands on no board');
      reading.file.omit(id);
    }
}

export function readBoards(reading: ImportSession, root: string, customIds: CustomIdAllocator, withVariables: ReadonlySet<string>): void {
  const { file, errors, records, notes } = reading;
  for (const [id, raw] of file.entriesOf('boards')) {
    const type = reading.folders.has(id) ? 'folder' : 'board';
    const { parent = null, rank = 'a0' } = id === root ? {} : (reading.placementOf(id) ?? {});
    const name = boardNameOf(reading, raw, id === root ? 'Root' : type === 'folder' ? 'New Folder' : 'Untitled board');
    const customId = raw.customId ?? (withVariables.has(id) ? customIds.allocate(String(name)) : null);
    if (customId !== (raw.customId ?? null)) notes.count('boardId');
    reading.addRecord('board', id, { rank }, raw, { parentId: parent, type, name, customId }, convertedFields);
  }
  if (!file.find('boards', root)) {
    const made = { kind: 'board', id: root, rank: 'a0', parentId: null, type: 'folder', name: 'Root', customId: null } as const;
    records.push(made);
  }
  if ([...file.entriesOf('boards').keys()].every((id) => reading.folders.has(id)) && file.root.boards)
    errors.addInvalidValue('boards', 'needs at least one board that is no folder');
}

function boardNameOf(reading: ImportSession, raw: RawObject, otherwise: string): unknown {
  const { name } = raw;
  if (typeof name === 'string') return name;
  if (name !== undefined && name !== null) return name;
  if (otherwise !== 'Root') reading.notes.count('unnamedBoard');
  return otherwise;
}
