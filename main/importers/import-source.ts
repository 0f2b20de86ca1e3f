/** Imports a project from any supported source: a portable project file, a JSON file, a folder or .zip that contains one, or text. */

import { basename } from 'node:path';
import { importProjectFile, isProjectFile } from './import-project-file.ts';
import { type ImportedStoryWithFiles, type ImportWithFilesOptions, importStoryWithFiles } from './import-with-files.ts';
import { assertStory } from './other-files.ts';
import { type ImportSource, readImportSource, wrapImportErrors } from './read-import-source.ts';

/** Throws a Problem that lists everything that is wrong with the source; no file is pending then. */
export async function importSource(source: ImportSource, options: ImportWithFilesOptions): Promise<ImportedStoryWithFiles> {
  if ('path' in source) {
    const { path, fileName = basename(path) } = source;
    if (await wrapImportErrors(path, () => isProjectFile(path, fileName))) return importProjectFile(path, { ...options, fileName });
  }
  const { json, notes = [], fileName, assetFiles } = await readImportSource(source);
  try {
    assertStory(json, fileName);
  } catch (error) {
    await assetFiles?.close();
    throw error;
  }
  const story = await importStoryWithFiles(json, assetFiles, options);
  return { ...story, notes: [...notes, ...story.notes] };
}
