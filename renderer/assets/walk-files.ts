/** Walks what was dropped: files, and folders with all that is in them. Each file comes with the folders it lies in. Folders come first, as on a desktop. */

/** A dropped thing as React Aria hands it over, and as `readDrop` makes it of a plain drop. */
export type Dropped =
  | { readonly kind: 'file'; readonly name: string; getFile(): Promise<File> }
  | { readonly kind: 'directory'; readonly name: string; getEntries(): AsyncIterable<Dropped> }
  | { readonly kind: 'text' };

export interface Walked {
  /** The names of the folders above it within the drop, the outermost first. */
  readonly folders: readonly string[];
  readonly file: File;
}

/** What systems leave behind in folders; nobody means to drop it. */
const litter = /^(?:\..*|Thumbs\.db|desktop\.ini|__MACOSX|Icon\r)$/i;

export async function walkFiles(dropped: Iterable<Dropped> | AsyncIterable<Dropped>, folders: readonly string[] = []): Promise<Walked[]> {
  const files: Walked[] = [];
  const inside: Extract<Dropped, { kind: 'directory' }>[] = [];
  for await (const each of dropped) {
    if (each.kind === 'text' || litter.test(each.name)) continue;
    if (each.kind === 'file') files.push({ folders, file: await each.getFile() });
    else inside.push(each);
  }
  // A file system gives its entries in any order; what the writer dropped by hand keeps the order it came in.
  if (folders.length > 0) {
    files.sort((one, two) => byName(one.file, two.file));
    inside.sort(byName);
  }
  const walked: Walked[] = [];
  for (const folder of inside) walked.push(...(await walkFiles(folder.getEntries(), [...folders, folder.name])));
  return [...walked, ...files];
}

const byName = (one: { name: string }, two: { name: string }) => one.name.localeCompare(two.name, 'en', { numeric: true });

/** Files that were chosen by the system's dialog; those of a chosen folder say where in it they lie. */
export function walkedFrom(files: Iterable<File>): Walked[] {
  return [...files].flatMap((file): Walked[] => {
    const folders = file.webkitRelativePath.split('/').slice(0, -1);
    return [...folders, file.name].some((name) => litter.test(name)) ? [] : [{ folders, file }];
  });
}

/** Must be called within the drop event: afterwards it holds nothing any more. */
export function readDrop({ items }: DataTransfer): Dropped[] {
  return [...items].flatMap((item): Dropped[] => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    if (entry) return [ofEntry(entry)];
    const file = item.getAsFile();
    return file ? [{ kind: 'file', name: file.name, getFile: async () => file }] : [];
  });
}

function ofEntry(entry: FileSystemEntry): Dropped {
  const { name } = entry;
  if (isFolder(entry)) return { kind: 'directory', name, getEntries: () => entriesIn(entry) };
  if (!isFile(entry)) return { kind: 'text' };
  return { kind: 'file', name, getFile: () => new Promise((resolve, reject) => entry.file(resolve, reject)) };
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** A reader gives a part at each call, and nothing when it is at the end. */
async function* entriesIn(folder: FileSystemDirectoryEntry): AsyncGenerator<Dropped> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) yield ofEntry(entry);
  }
}
