/** The files in the folder of a file store, by name. */
import { readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

const pathsIn = (vault: string): string[] =>
  readdirSync(vault, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(vault, join(entry.parentPath, entry.name))] : [],
  );
const isTrash = (path: string): boolean => path.startsWith(`trash${sep}`);

/** Contents, drafts and thumbnails, but not the trash. */
export const vaultFiles = (vault: string): string[] => pathsIn(vault).flatMap((path) => (isTrash(path) ? [] : [basename(path)]));
export const trashedFiles = (vault: string): string[] => pathsIn(vault).flatMap((path) => (isTrash(path) ? [basename(path)] : []));
