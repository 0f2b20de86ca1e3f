/** The trees of boards and components: folders with children below one root. What is wrong with a tree is found here. */

import type { ImportNoteKey } from './import-notes.ts';
import type { ImportSession, ListedId } from './import-session.ts';
import type { RawObject } from './story-file.ts';

interface TreeRules {
  readonly missingRootNote: ImportNoteKey;
  readonly unlistedNote: ImportNoteKey;
  /** A list that only what is no folder has. */
  readonly leafField: string;
}

const treeRules: Readonly<Record<'boards' | 'components', TreeRules>> = {
  boards: { missingRootNote: 'noBoardRoot', unlistedNote: 'unlistedBoard', leafField: 'elements' },
  components: { missingRootNote: 'noComponentRoot', unlistedNote: 'unlistedComponent', leafField: 'attributes' },
};

/** Places every board or component in its folder; what stands in none goes to the root, which is made where there is none (G26). Answers the root. */
export function readTree(reading: ImportSession, collection: 'boards' | 'components'): string {
  const { missingRootNote, unlistedNote, leafField } = treeRules[collection];
  const entries = reading.file.entriesOf(collection);
  const folders = new Set([...entries].filter(([, raw]) => isFolder(raw, leafField)).map(([id]) => id));
  const [root = reading.newId(), second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) reading.errors.addInconsistency(`${collection}.${second}.root`, `is a second root beside ${root}`);
  for (const [id, raw] of entries)
    if (!folders.has(id) && reading.readIdList(raw, 'children', `${collection}.${id}`).length > 0)
      reading.errors.addInconsistency(`${collection}.${id}.children`, 'only folders hold others');
  const children = new Map([...folders].map((id) => [id, listChildren(reading, collection, id, root)]));
  const listed = new Set([...children.values()].flat().map(({ id }) => id));
  const lost = [...entries.keys()].filter((id) => id !== root && !listed.has(id));
  children.set(root, [...(children.get(root) ?? []), ...lost.map((id) => ({ id, path: `${collection}.${id}` }))]);
  for (const [parent, list] of children) reading.setPlacements(list, parent);
  if (entries.has(root)) reading.notes.count(unlistedNote, lost.length);
  else if (entries.size > 0) reading.notes.count(missingRootNote);
  for (const folder of [root, ...folders]) reading.folders.add(folder);
  reportCycles(reading, collection, root, [...entries.keys()]);
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

function listChildren(reading: ImportSession, collection: 'boards' | 'components', id: string, root: string): ListedId[] {
  return reading.readIdList(reading.file.find(collection, id) ?? {}, 'children', `${collection}.${id}`).filter((child) => {
    if (child.id === root) reading.errors.addInconsistency(child.path, 'is the root, which stands in no folder');
    return child.id !== root && reading.resolveReference(child.id, child.path, collection) !== null;
  });
}

/** Folders that hold each other are reached from nowhere: each such circle is told once. */
function reportCycles(reading: ImportSession, collection: 'boards' | 'components', root: string, ids: readonly string[]): void {
  const sound = new Set([root]);
  for (const id of ids) {
    const way = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !sound.has(at) && !way.has(at)) {
      way.add(at);
      at = reading.placementOf(at)?.parent;
    }
    if (at !== undefined && way.has(at))
      reading.errors.addInconsistency(`${collection}.${at}.children`, 'the folder holds itself, through what it holds');
    for (const passed of way) sound.add(passed);
  }
}
