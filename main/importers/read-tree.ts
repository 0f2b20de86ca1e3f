/** Reads the trees of boards and components: folders with children below one root. Reports errors in the trees. */

import type { JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { maxTreeDepth } from '../../shared/model/kinds/field-schemas.ts';
import type { ImportNoteKey } from './import-notes.ts';
import type { ImportSession, ListedId } from './import-session.ts';

interface TreeRules {
  readonly missingRootNote: ImportNoteKey;
  readonly unlistedNote: ImportNoteKey;
  /** The list that all entries except folders have. */
  readonly leafField: string;
}

const treeRules: Readonly<Record<'boards' | 'components', TreeRules>> = {
  boards: { missingRootNote: 'noBoardRoot', unlistedNote: 'unlistedBoard', leafField: 'elements' },
  components: { missingRootNote: 'noComponentRoot', unlistedNote: 'unlistedComponent', leafField: 'attributes' },
};

/**
 * Places every board or component in its folder. Entries that no folder lists are placed in the root, which is created if it is missing
 * (G26). Returns the id of the root.
 */
export function readTree(session: ImportSession, collection: 'boards' | 'components'): string {
  const { missingRootNote, unlistedNote, leafField } = treeRules[collection];
  const entries = session.file.entriesOf(collection);
  const folders = new Set([...entries].filter(([, raw]) => isFolder(raw, leafField)).map(([id]) => id));
  const [root = session.newId(), second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) session.errors.addInconsistency(`${collection}.${second}.root`, message('import.fault.secondRoot', { root }));
  for (const [id, raw] of entries)
    if (!folders.has(id) && session.readIdList(raw, 'children', `${collection}.${id}`).length > 0)
      session.errors.addInconsistency(`${collection}.${id}.children`, message('import.fault.leafWithChildren'));
  const children = new Map([...folders].map((id) => [id, listChildren(session, collection, id, root)]));
  const listed = new Set([...children.values()].flat().map(({ id }) => id));
  const unlisted = [...entries.keys()].filter((id) => id !== root && !listed.has(id));
  children.set(root, [...(children.get(root) ?? []), ...unlisted.map((id) => ({ id, path: `${collection}.${id}` }))]);
  for (const [parent, list] of children) session.setPlacements(list, parent);
  if (entries.has(root)) session.notes.count(unlistedNote, unlisted.length);
  else if (entries.size > 0) session.notes.count(missingRootNote);
  for (const folder of [root, ...folders]) session.folders.add(folder);
  reportCyclesAndDepth(session, collection, root, [...entries.keys()]);
  return root;
}

function isFolder(raw: JsonObject, leafField: string): boolean {
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
    if (child.id === root) session.errors.addInconsistency(child.path, message('import.fault.rootInFolder'));
    return child.id !== root && session.resolveReference(child.id, child.path, collection) !== null;
  });
}

/**
 * [G33] folders that contain each other cannot be reached from the root: each such cycle is reported once. So is each entry that begins a
 * level too many.
 */
function reportCyclesAndDepth(session: ImportSession, collection: 'boards' | 'components', root: string, ids: readonly string[]): void {
  const depths = new Map([[root, 0]]);
  for (const id of ids) {
    const visited = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !depths.has(at) && !visited.has(at)) {
      visited.add(at);
      at = session.placementOf(at)?.parent;
    }
    if (at !== undefined && visited.has(at))
      session.errors.addInconsistency(`${collection}.${at}.children`, message('import.fault.folderInItself'));
    const above = (at === undefined ? undefined : depths.get(at)) ?? 0;
    for (const [index, passed] of [...visited].reverse().entries()) {
      const depth = above + index + 1;
      depths.set(passed, depth);
      if (depth === maxTreeDepth + 1)
        session.errors.addInvalidValue(`${collection}.${passed}`, message('fault.folder.tooDeep', { maximum: maxTreeDepth }));
    }
  }
}
