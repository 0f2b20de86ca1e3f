/** Takes portable project files apart and puts them together again, unlike Taleport in whatever way a test needs. */
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import type { FileStore } from '../main/assets/file-store.ts';
import type { Engine } from '../main/engine/engine.ts';
import type { LocatedFile } from '../main/exporters/write-project-file.ts';
import { writeProjectFile } from '../main/exporters/write-project-file.ts';
import type { ImportedStoryWithFiles } from '../main/importers/import-with-files.ts';
import type { Project } from '../shared/model/project.ts';

export const noLimits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };

export async function projectFileBytes(project: Project, fileStore?: FileStore, hash = ''): Promise<Buffer> {
  const locateFile = (name: string): LocatedFile | undefined => {
    const [stored, path] = [fileStore?.find(hash, name), fileStore?.findPath(hash, name)];
    return stored && path !== undefined ? { stored, path } : undefined;
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeProjectFile({ project, locateFile })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Creates the project of an import, as the backend does. */
export function createImported(engine: Engine, fileStore: FileStore, { records, pendingFiles }: ImportedStoryWithFiles): string {
  const { hash } = engine.createProject(records, (created) => [fileStore.rowsToCommit(created, pendingFiles)]);
  fileStore.confirmCommitted(hash, pendingFiles);
  return hash;
}

export type Entries = Record<string, Uint8Array>;
export const unpack = (bytes: Uint8Array): Entries => unzipSync(bytes);
export const pack = (entries: Zippable): Buffer => Buffer.from(zipSync(entries));
export const textOf = (entries: Entries, name: string): string => Buffer.from(entries[name] ?? []).toString();
/** The entries with the text of one of them changed. */
export const withText = (entries: Entries, name: string, change: (text: string) => string): Entries => ({
  ...entries,
  [name]: strToU8(change(textOf(entries, name))),
});
