/** The trees of boards and components: folders with children below one root. What is wrong with a tree is found here. */
import type { Listed, Reading } from './reading.ts';
import type { Remark } from './remarks.ts';
import type { Raw } from './story-file.ts';

interface Words {
  readonly noRoot: Remark;
  readonly unlisted: Remark;
  /** A list that only what is no folder has. */
  readonly leafField: string;
}

const words: Readonly<Record<'boards' | 'components', Words>> = {
  boards: { noRoot: 'noBoardRoot', unlisted: 'unlistedBoard', leafField: 'elements' },
  components: { noRoot: 'noComponentRoot', unlisted: 'unlistedComponent', leafField: 'attributes' },
};

/** Places every board or component in its folder; what stands in none goes to the root, which is made where there is none (G26). Answers the root. */
export function readTree(reading: Reading, collection: 'boards' | 'components'): string {
  const { noRoot, unlisted, leafField } = words[collection];
  const entries = reading.file.all(collection);
  const folders = new Set([...entries].filter(([, raw]) => isFolder(raw, leafField)).map(([id]) => id));
  const [root = reading.newId(), second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) reading.faults.broken(`${collection}.${second}.root`, `is a second root beside ${root}`);
  for (const [id, raw] of entries)
    if (!folders.has(id) && reading.list(raw, 'children', `${collection}.${id}`).length > 0)
      reading.faults.broken(`${collection}.${id}.children`, 'only folders hold others');
  const children = new Map([...folders].map((id) => [id, childrenOf(reading, collection, id, root)]));
  const listed = new Set([...children.values()].flat().map(({ id }) => id));
  const lost = [...entries.keys()].filter((id) => id !== root && !listed.has(id));
  children.set(root, [...(children.get(root) ?? []), ...lost.map((id) => ({ id, path: `${collection}.${id}` }))]);
  for (const [parent, list] of children) reading.place(list, parent);
  if (entries.has(root)) reading.remarks.count(unlisted, lost.length);
  else if (entries.size > 0) reading.remarks.count(noRoot);
  for (const folder of [root, ...folders]) reading.folders.add(folder);
  circles(reading, collection, root, [...entries.keys()]);
  return root;
}

function isFolder(raw: Raw, leafField: string): boolean {
  if (raw.root === true || raw.type === 'folder') return true;
  return (
    raw.type !== 'board' &&
    raw.type !== 'component' &&
    raw.children !== undefined &&
    raw.children !== null &&
    !Array.isArray(raw[leafField])
  );
}

function childrenOf(reading: Reading, collection: 'boards' | 'components', id: string, root: string): Listed[] {
  return reading.list(reading.file.find(collection, id) ?? {}, 'children', `${collection}.${id}`).filter((child) => {
    if (child.id === root) reading.faults.broken(child.path, 'is the root, which stands in no folder');
    return child.id !== root && reading.refer(child.id, child.path, collection) !== null;
  });
}

/** Folders that hold each other are reached from nowhere: each such circle is told once. */
function circles(reading: Reading, collection: 'boards' | 'components', root: string, ids: readonly string[]): void {
  const sound = new Set([root]);
  for (const id of ids) {
    const way = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !sound.has(at) && !way.has(at)) {
      way.add(at);
      at = reading.placeOf(at)?.parent;
    }
    if (at !== undefined && way.has(at))
      reading.faults.broken(`${collection}.${at}.children`, 'the folder holds itself, through what it holds');
    for (const passed of way) sound.add(passed);
  }
}
