/** Reads the trees of boards and components: folders with children below one root. Errors in a tree are reported here. */

import type { ImportNoteKey } from './import-notes.ts';
import type { ImportSession, ListedId } from './import-session.ts';
import type { RawObject } from './story-file.ts';

interface TreeRules {
  readonly missingRootNote: ImportNoteKey;
  readonly unlistedNote: ImportNoteKey;
  /** A list that only entries other than folders have. */
  readonly leafField: string;
}

const treeRules: Readonly<Record<'boards' | 'components', TreeRules>> = {
  boards: { missingRootNote: 'noBoardRoot', unlistedNote: 'unlistedBoard', leafField: 'elements' },
  components: { missingRootNote: 'noComponentRoot', unlistedNote: 'unlistedComponent', leafField: 'attributes' },
};

/** Places every board or component in its folder; what no folder lists goes to the root, which is created if missing (G26). Returns the root. */
export function readTree(session: ImportSession, collection: 'boards' | 'components'): string {
  const { missingRootNote, unlistedNote, leafField } = treeRules[collection];
  const entries = session.file.entriesOf(collection);
  const folders = new Set([...entries].filter(([, raw]) => isFolder(raw, leafField)).map(([id]) => id));
  const [root = session.newId(), second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) session.errors.addInconsistency(`${collection}.${second}.root`, `is a second root beside ${root}`);
  for (const [id, raw] of entries)
    if (!folders.has(id) && session.readIdList(raw, 'children', `${collection}.${id}`).length > 0)
      session.errors.addInconsistency(`${collection}.${id}.children`, 'only folders hold others');
  const children = new Map([...folders].map((id) => [id, listChildren(session, collection, id, root)]));
  const listed = new Set([...children.values()].flat().map(({ id }) => id));
  const lost = [...entries.keys()].filter((id) => id !== root && !listed.has(id));
  children.set(root, [...(children.get(root) ?? []), ...lost.map((id) => ({ id, path: `${collection}.${id}` }))]);
  for (const [parent, list] of children) session.setPlacements(list, parent);
  if (entries.has(root)) session.notes.count(unlistedNote, lost.length);
  else if (entries.size > 0) session.notes.count(missingRootNote);
  for (const folder of [root, ...folders]) session.folders.add(folder);
  reportCycles(session, collection, root, [...entries.keys()]);
  return root;
}

function isFolder(raw: RawObject, leafField: string): boolean {
  if (raw.root === true || raw.type === 'folder') return true;
  return (
    raw.type !== 'board' &&
    raw.type !== 'component' &&
    raw.children !== undefined &&
    raw.children !== null &&
    !Array.isArray(raw[leafField])
  );
}

function listChildren(session: ImportSession, collection: 'boards' | 'components', id: string, root: string): ListedId[] {
  return session.readIdList(session.file.find(collection, id) ?? {}, 'children', `${collection}.${id}`).filter((child) => {
    if (child.id === root) session.errors.addInconsistency(child.path, 'is the root, which stands in no folder');
    return child.id !== root && session.resolveReference(child.id, child.path, collection) !== null;
  });
}

/** Folders that contain each other cannot be reached from the root: each such cycle is reported once. */
function reportCycles(session: ImportSession, collection: 'boards' | 'components', root: string, ids: readonly string[]): void {
  const sound = new Set([root]);
  for (const id of ids) {
    const way = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !sound.has(at) && !way.has(at)) {
      way.add(at);
      at = session.placementOf(at)?.parent;
    }
    if (at !== undefined && way.has(at))
      session.errors.addInconsistency(`${collection}.${at}.children`, 'the folder holds itself, through what it holds');
    for (const passed of way) sound.add(passed);
  }
}
