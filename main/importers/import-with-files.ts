/**
 * Imports a story with its files (G25, G29) as records and stored files. The files are pending at first: the caller that creates the
 * project either writes their rows in the same transaction or discards them.
 */

import type { ImportNote } from '../../shared/contracts/ipc/results.ts';
import { mediaTypes } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { explainFileRejection } from '../../shared/messages/file-rejection.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import type { UploadLimits } from '../assets/upload-receiver.ts';
import { isUnreadableFileError } from '../platform/file-bytes.ts';
import { type ImportedStory, type ImportOptions, importStory } from './import-story.ts';
import {
  type AssetFileReference,
  listAssetFileReferences,
  listPathReferences,
  matchAssetFiles,
  wantedFileNames,
  withAssets,
} from './match-asset-files.ts';
import type { AssetFileSource } from './read-import-source.ts';
import type { Template } from './templates.ts';

export interface ImportedStoryWithFiles extends ImportedStory {
  readonly pendingFiles: readonly PendingFile[];
}

export interface ImportWithFilesOptions extends ImportOptions {
  readonly fileStore: FileStore;
  readonly limits: UploadLimits;
}

/** Closes `fileSource`. Throws the errors of importStory; no file is pending then. */
export async function importStoryWithFiles(
  json: unknown,
  fileSource: AssetFileSource | undefined,
  options: ImportWithFilesOptions,
): Promise<ImportedStoryWithFiles> {
  try {
    if (!fileSource) return { ...(await importStory(json, { ...options, isJsonDisposable: true })), pendingFiles: [] };
    const { newId } = options.environment;
    const assets = listAssetFileReferences(json);
    const paths = listPathReferences(json, assets, newId);
    const places = [...assets, ...paths];
    const matches =
      places.length === 0 ? new Map<string, string>() : matchAssetFiles(places, await fileSource.listPaths(wantedFileNames(places)));
    const found = paths.filter(({ id }) => matches.has(id));
    const story = found.length > 0 ? withAssets(json, found, newId) : json;
    // Errors of the story are reported before any file is copied.
    if (matches.size > 0) await importStory(story, { ...options, progress: undefined });
    return await importFiles(story, fileSource, places, matches, options);
  } finally {
    await fileSource?.close();
  }
}

/** The files of a template are known to be valid, so the limits of a plan do not apply to them. */
export async function importTemplate(
  template: Template,
  { fileStore, environment, name }: { fileStore: FileStore; environment: Environment; name?: string | undefined },
): Promise<ImportedStoryWithFiles> {
  const { createTemplateFileSource, createTemplateStory } = await import('./templates.ts');
  return importStoryWithFiles(createTemplateStory(template, environment), createTemplateFileSource(), {
    fileStore,
    environment,
    ...(name !== undefined && { name }),
    limits: { fileBytes: null, projectBytes: null, imagePixels: 8192 },
  });
}

async function importFiles(
  json: unknown,
  fileSource: AssetFileSource,
  places: readonly AssetFileReference[],
  matches: ReadonlyMap<string, string>,
  options: ImportWithFilesOptions,
): Promise<ImportedStoryWithFiles> {
  const pendingFiles = new Map<string, PendingFile>();
  const notes: ImportNote[] = [];
  const remaining = { ...options.limits };
  try {
    for (const place of places) {
      const path = matches.get(place.id);
      if (path === undefined) continue;
      try {
        const pendingFile = await storePendingAssetFile(place, fileSource.readBytes(path), { ...options, limits: remaining });
        pendingFiles.set(place.id, pendingFile);
        if (remaining.projectBytes !== null) remaining.projectBytes -= pendingFile.stored.bytes;
      } catch (error) {
        notes.push(skippedFileNote(place, error));
      }
    }
    const files = new Map([...pendingFiles].map(([id, { stored }]) => [id, stored]));
    const story = await importStory(json, { ...options, files, isJsonDisposable: true });
    return { ...story, notes: [...notes, ...story.notes], pendingFiles: [...pendingFiles.values()] };
  } catch (error) {
    options.fileStore.discard([...pendingFiles.values()]);
    throw error;
  }
}

function storePendingAssetFile(
  { name, type }: AssetFileReference,
  bytes: AsyncIterable<Uint8Array>,
  { fileStore, limits, cancelled }: ImportWithFilesOptions,
): Promise<PendingFile> {
  const media = mediaTypes.find((each) => type === each || type === `template-${each}`);
  return fileStore.storePending(null, { name, type: media, bytes, limits, cancelled });
}

/** A file that cannot be stored must not make the import fail. */
function skippedFileNote({ name }: AssetFileReference, error: unknown): Message {
  const isAboutFile = error instanceof Problem && (error.code === 'invalid' || error.code === 'limit');
  if (error instanceof Problem && !isAboutFile) throw error;
  if (!isAboutFile && !isUnreadableFileError(error)) throw error;
  if (!isAboutFile) return message('import.fileSkipped', { name, reason: message('assets.fileRejected.unreadable') });
  const fault = error.faultsByPath.file;
  return message('import.fileSkipped', { name, reason: (fault && explainFileRejection(fault)) ?? message('assets.fileRejected.damaged') });
}
