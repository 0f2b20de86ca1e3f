/** Collects dropped files and the content of dropped folders, each file with the path of its folder. Folders come first, as in file managers. */
import { appendAll } from '../../../shared/lists.ts';
import { compareTexts } from '../../messages/translate.ts';

/** A dropped file or folder, as React Aria passes it, and as `readDroppedEntries` creates it from a native drop event. */
export type DroppedEntry =
  | { readonly kind: 'file'; readonly name: string; getFile(): Promise<File> }
  | { readonly kind: 'directory'; readonly name: string; getEntries(): AsyncIterable<DroppedEntry> }
  | { readonly kind: 'text' };

export interface FileWithFolders {
  /** The names of its folders within the drop, the outermost first. */
  readonly folders: readonly string[];
  readonly file: File;
}

/** Files that operating systems create in folders. They are skipped. */
const systemFiles = /^(?:\..*|Thumbs\.db|desktop\.ini|__MACOSX|Icon\r)$/i;

export async function collectFiles(
  dropped: Iterable<DroppedEntry> | AsyncIterable<DroppedEntry>,
  folders: readonly string[] = [],
): Promise<FileWithFolders[]> {
  const files: FileWithFolders[] = [];
  const subfolders: Extract<DroppedEntry, { kind: 'directory' }>[] = [];
  for await (const each of dropped) {
    if (each.kind === 'text' || systemFiles.test(each.name)) continue;
    if (each.kind === 'file') files.push({ folders, file: await each.getFile() });
    else subfolders.push(each);
  }
  // Entries of a folder arrive in any order, so they are sorted. Entries that the user has dropped keep their order.
  if (folders.length > 0) {
    files.sort((one, two) => compareNames(one.file, two.file));
    subfolders.sort(compareNames);
  }
  const collected: FileWithFolders[] = [];
  for (const folder of subfolders) appendAll(collected, await collectFiles(folder.getEntries(), [...folders, folder.name]));
  return [...collected, ...files];
}

const compareNames = (one: { name: string }, two: { name: string }) => compareTexts(one.name, two.name);

/** Files from the system's dialog. Those of a selected folder contain their path. */
export function toFilesWithFolders(files: Iterable<File>): FileWithFolders[] {
  return [...files].flatMap((file): FileWithFolders[] => {
    const folders = file.webkitRelativePath.split('/').slice(0, -1);
    return [...folders, file.name].some((name) => systemFiles.test(name)) ? [] : [{ folders, file }];
  });
}

/** Must be called synchronously in the drop event, because the browser clears its data afterwards. */
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

/** A reader returns a part of the entries per call, and none at the end. */
async function* readDirectory(folder: FileSystemDirectoryEntry): AsyncGenerator<DroppedEntry> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) yield toDroppedEntry(entry);
  }
}
