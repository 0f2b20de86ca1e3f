/**
 * Folders of variables, as imported files have them. They are no records: each variable has the path of its folders, so that its order and
 * its folders cannot contradict each other, and a folder exists as long as it contains a variable.
 */
interface VariableFolder {
  readonly id: string;
  readonly name: string | null;
}

interface FolderContent<T> {
  readonly name: string | null;
  readonly children: readonly T[];
}

/** The variables of a tree in its order, each with its folders, the outermost first. A folder that is listed again, or in itself, is ignored there. */
export function flattenVariableTree<T extends { readonly id: string }>(
  listed: readonly T[],
  findFolder: (id: string) => FolderContent<T> | null,
): (T & { readonly folders: readonly VariableFolder[] })[] {
  const opened = new Set<string>();
  const found: (T & { readonly folders: readonly VariableFolder[] })[] = [];
  const withFolders = (each: T, folders: readonly VariableFolder[]) => ({ ...each, folders });
  const waiting = listed.map((each) => withFolders(each, [])).toReversed();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { id, folders } = at;
    const folder = opened.has(id) ? { name: null, children: [] } : findFolder(id);
    if (folder === null) {
      found.push(at);
      continue;
    }
    opened.add(id);
    const path = [...folders, { id, name: folder.name }];
    waiting.push(...folder.children.map((child) => withFolders(child, path)).toReversed());
  }
  return found;
}

/** The tree of these variables: each folder is where its first variable is. */
export function buildVariableTree(variables: readonly { readonly id: string; readonly folders: readonly VariableFolder[] }[]): {
  readonly children: readonly string[];
  readonly folders: ReadonlyMap<string, FolderContent<string>>;
} {
  const children: string[] = [];
  const opened = new Map<string, { readonly name: string | null; readonly children: string[] }>();
  for (const { id, folders } of variables) {
    let siblings = children;
    for (const { id: folderId, name } of folders) {
      const known = opened.get(folderId);
      if (!known) siblings.push(folderId);
      const folder = known ?? { name, children: [] };
      opened.set(folderId, folder);
      siblings = folder.children;
    }
    siblings.push(id);
  }
  return { children, folders: opened };
}
