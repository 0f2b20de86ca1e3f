/** The files in the folder of a file store, by name. */
import { readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  );
const isTrash = (path: string): boolean => path.startsWith(`trash${sep}`);

/** Contents, drafts and thumbnails, but not the trash. */
export const listStoredFiles = (folder: string): string[] => pathsIn(folder).flatMap((path) => (isTrash(path) ? [] : [basename(path)]));
/** Without the clock of the trash. */
export const listTrashedFiles = (folder: string): string[] =>
  pathsIn(folder).flatMap((path) => (isTrash(path) && !path.endsWith('.json') ? [basename(path)] : []));
