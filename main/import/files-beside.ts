/** [G29] The files that lie beside a story, in its folder or its .zip. They are looked at only if the story names assets. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry, ZipFile } from './zip-file.ts';

export interface FilesBeside {
  /** Relative to the story's folder, with `/`. */
  paths(): Promise<string[]>;
  bytes(path: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** So much is looked through: someone may have chosen the folder of a whole game. */
const mostEntries = 50_000;
const deepest = 12;

/** Links are not followed, so nothing outside of the folder is found; hidden folders are passed over. */
export function filesInFolder(folder: string): FilesBeside {
  return {
    async paths() {
      const paths: string[] = [];
      const waiting = [''];
      for (let at = waiting.shift(); at !== undefined && paths.length < mostEntries; at = waiting.shift()) {
        const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
        for (const entry of entries.sort((one, two) => (one.name < two.name ? -1 : 1))) {
          const path = at === '' ? entry.name : `${at}/${entry.name}`;
          if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
          if (entry.isFile()) paths.push(path);
          else if (entry.isDirectory() && path.split('/').length < deepest && waiting.length < mostEntries) waiting.push(path);
        }
      }
      return paths;
    },
    bytes: (path) => createReadStream(join(folder, path)),
    close: () => Promise.resolve(),
  };
}

/** `story`: the entry that is the story; what does not lie below its folder is not beside it. */
export function filesInZip(zip: ZipFile, story: string): FilesBeside {
  const folder = story.slice(0, story.lastIndexOf('/') + 1);
  const entries = new Map<string, Entry>();
  for (const entry of zip.entries) {
    const path = entry.name.slice(folder.length);
    if (entry.name !== story && entry.name.startsWith(folder) && !entries.has(path)) entries.set(path, entry);
  }
  return {
    paths: async () => [...entries.keys()],
    async *bytes(path) {
      const entry = entries.get(path);
      if (entry) yield* zip.bytes(entry);
    },
    close: () => zip.close(),
  };
}
