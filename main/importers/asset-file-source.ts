/** [G29] The files next to a story, in its folder or its .zip. They are listed only if the story names assets. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZipArchive, ZipEntry } from './zip-archive.ts';

export interface AssetFileSource {
  /** Paths relative to the story's folder, with `/`. */
  listPaths(): Promise<string[]>;
  readBytes(path: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Limits of the search, because the user may have chosen the folder of a whole game. */
const maxEntries = 50_000;
const maxDepth = 12;

/** Links are not followed, so nothing outside the folder is found; hidden files and folders are skipped. */
export function createFolderFileSource(folder: string): AssetFileSource {
  return {
    async listPaths() {
      const paths: string[] = [];
      const waiting = [''];
      for (let at = waiting.shift(); at !== undefined && paths.length < maxEntries; at = waiting.shift()) {
        const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
        for (const entry of entries.sort((one, two) => (one.name < two.name ? -1 : 1))) {
          const path = at === '' ? entry.name : `${at}/${entry.name}`;
          if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
          if (entry.isFile()) paths.push(path);
          else if (entry.isDirectory() && path.split('/').length < maxDepth && waiting.length < maxEntries) waiting.push(path);
        }
      }
      return paths;
    },
    readBytes: (path) => createReadStream(join(folder, path)),
    close: () => Promise.resolve(),
  };
}

/** `story` is the name of the story's entry. Only files in its folder or below are considered. */
export function createZipFileSource(zip: ZipArchive, story: string): AssetFileSource {
  const folder = story.slice(0, story.lastIndexOf('/') + 1);
  const entries = new Map<string, ZipEntry>();
  for (const entry of zip.entries) {
    const path = entry.name.slice(folder.length);
    if (entry.name !== story && entry.name.startsWith(folder) && !entries.has(path)) entries.set(path, entry);
  }
  return {
    listPaths: async () => [...entries.keys()],
    async *readBytes(path) {
      const entry = entries.get(path);
      if (entry) yield* zip.readBytes(entry);
    },
    close: async () => zip.close(),
  };
}
