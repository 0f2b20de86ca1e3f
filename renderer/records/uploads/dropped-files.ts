/** Walks what was dropped: files, and folders with all that is in them. Each file comes with the folders it lies in. Folders come first, as on a desktop. */

/** A dropped thing as React Aria hands it over, and as `readDrop` makes it of a plain drop. */
export type DroppedEntry =
  | { readonly kind: 'file'; readonly name: string; getFile(): Promise<File> }
  | { readonly kind: 'directory'; readonly name: string; getEntries(): AsyncIterable<DroppedEntry> }
  | { readonly kind: 'text' };

export interface FileWithFolders {
  /** The names of the folders above it within the drop, the outermost first. */
  readonly folders: readonly string[];
  readonly file: File;
}

/** What systems leave behind in folders; nobody means to drop it. */
const systemFiles = /^(?:\..*|Thumbs\.db|desktop\.ini|__MACOSX|Icon\r)$/i;

export async function collectFiles(
  dropped: Iterable<DroppedEntry> | AsyncIterable<DroppedEntry>,
  folders: readonly string[] = [],
): Promise<FileWithFolders[]> {
  const files: FileWithFolders[] = [];
  const inside: Extract<DroppedEntry, { kind: 'directory' }>[] = [];
  for await (const each of dropped) {
    if (each.kind === 'text' || systemFiles.test(each.name)) continue;
    if (each.kind === 'file') files.push({ folders, file: await each.getFile() });
    else inside.push(each);
  }
  // A file system gives its entries in any order; what the writer dropped by hand keeps the order it came in.
  if (folders.length > 0) {
    files.sort((one, two) => compareNames(one.file, two.file));
    inside.sort(compareNames);
  }
  const walked: FileWithFolders[] = [];
  for (const folder of inside) walked.push(...(await collectFiles(folder.getEntries(), [...folders, folder.name])));
  return [...walked, ...files];
}

const compareNames = (one: { name: string }, two: { name: string }) => one.name.localeCompare(two.name, 'en', { numeric: true });

/** Files that were chosen by the system's dialog; those of a chosen folder say where in it they lie. */
export function toFilesWithFolders(files: Iterable<File>): FileWithFolders[] {
  return [...files].flatMap((file): FileWithFolders[] => {
    const folders = file.webkitRelativePath.split('/').slice(0, -1);
    return [...folders, file.name].some((name) => systemFiles.test(name)) ? [] : [{ folders, file }];
  });
}

/** Must be called within the drop event: afterwards it holds nothing any more. */
export function readDroppedEntries({ items }: DataTransfer): DroppedEntry[] {
  return [...items].flatMap((item): DroppedEntry[] => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    if (entry) return [toDroppedEntry(entry)];
    const file = item.getAsFile();
    return file ? [{ kind: 'file', name: file.name, getFile: async () => file }] : [];
  });
}

function toDroppedEntry(entry: FileSystemEntry): DroppedEntry {
  const { name } = entry;
  if (isDirectoryEntry(entry)) return { kind: 'directory', name, getEntries: () => readDirectory(entry) };
  if (!isFileEntry(entry)) return { kind: 'text' };
  return { kind: 'file', name, getFile: () => new Promise((resolve, reject) => entry.file(resolve, reject)) };
}

const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** A reader gives a part at each call, and nothing when it is at the end. */
async function* readDirectory(folder: FileSystemDirectoryEntry): AsyncGenerator<DroppedEntry> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) yield toDroppedEntry(entry);
  }
}
