/** Boards and folders, and which items stand on them. What stands on no board is nothing that the story could reach. */
import type { CustomIds } from './custom-ids.ts';
import type { Reading } from './reading.ts';
import type { Raw } from './story-file.ts';

/** The lists of a board that are collections of the same name. */
const itemLists = ['elements', 'notes', 'jumpers', 'branches', 'connections'] as const;
const taken = new Set<string>([...itemLists, 'root', 'children', 'comments', 'attributes', 'variables']);

/** Gives each item its place on its board. An item that no board lists is a fault, or left out by a repair. */
export async function placeItems(reading: Reading): Promise<void> {
  for (const [boardId, raw] of reading.file.all('boards')) {
    const path = `boards.${boardId}`;
    for (const list of itemLists) {
      const listed = reading.list(raw, list, path);
      if (reading.folders.has(boardId)) {
        if (listed.length > 0) reading.faults.broken(`${path}.${list}`, 'a folder holds boards and folders only');
        continue;
      }
      reading.place(
        listed.filter(({ id, path: at }) => reading.refer(id, at, list) !== null),
        boardId,
      );
      const rest = reading.pace.work(listed.length / 20);
      if (rest) await rest;
    }
  }
  for (const list of itemLists)
    for (const id of [...reading.file.all(list).keys()]) {
      if (reading.placeOf(id)) continue;
      reading.missing(`${list}.${id}`, 'stands on no board');
      reading.file.leaveOut(id);
    }
}

export function readBoards(reading: Reading, root: string, customIds: CustomIds, withVariables: ReadonlySet<string>): void {
  const { file, faults, records, remarks } = reading;
  for (const [id, raw] of file.all('boards')) {
    const type = reading.folders.has(id) ? 'folder' : 'board';
    const { parent = null, rank = 'a0' } = id === root ? {} : (reading.placeOf(id) ?? {});
    const name = nameOf(reading, raw, id === root ? 'Root' : type === 'folder' ? 'New Folder' : 'Untitled board');
    const customId = raw.customId ?? (withVariables.has(id) ? customIds.make(String(name)) : null);
    if (customId !== (raw.customId ?? null)) remarks.count('boardId');
    reading.add('board', id, { rank }, raw, { parentId: parent, type, name, customId }, taken);
  }
  if (!file.find('boards', root)) {
    const made = { kind: 'board', id: root, rank: 'a0', parentId: null, type: 'folder', name: 'Root', customId: null } as const;
    records.push(made);
  }
  if ([...file.all('boards').keys()].every((id) => reading.folders.has(id)) && file.root.boards)
    faults.wrong('boards', 'needs at least one board that is no folder');
}

function nameOf(reading: Reading, raw: Raw, otherwise: string): unknown {
  const { name } = raw;
  if (typeof name === 'string') return name;
  if (name !== undefined && name !== null) return name;
  if (otherwise !== 'Root') reading.remarks.count('unnamedBoard');
  return otherwise;
}
