/**
 * The portable project file, `.taleport`: a .zip with everything that the engine stores of one project (docs/project-file.md).
 *
 *   manifest.json   what the file contains, and the version of the format
 *   records.jsonl   the records of the project, one JSON object a line
 *   files/<name>    the stored files of its assets
 */
import { z } from 'zod';
import { mediaTypes } from './stored-file.ts';

/** Increased when a reader of the previous version could not import a new file completely. */
export const projectFileVersion = 1;
export const projectFileEntries = { manifest: 'manifest.json', records: 'records.jsonl', filesFolder: 'files/' } as const;

const projectFileFormat = 'taleport-project';

/** The part of the manifest that every version of the format has. */
export const manifestHeadSchema = z.object({ format: z.literal(projectFileFormat), formatVersion: z.int().min(1) });

/** A stored file. What else is known about it (dimensions, duration) is found in its bytes. */
const storedFileEntrySchema = z.strictObject({
  /** The stored filename, which assets contain. */
  file: z.string().regex(/^[\w-]{1,64}\.[a-z\d]{1,8}$/),
  name: z.string().min(1).max(255),
  type: z.enum(mediaTypes),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
export type StoredFileEntry = z.infer<typeof storedFileEntrySchema>;

export const projectFileManifestSchema = z.strictObject({
  format: z.literal(projectFileFormat),
  formatVersion: z.literal(projectFileVersion),
  /** The project's name, so that the file can be recognized without reading its records. */
  name: z.string(),
  /** The number of records. */
  records: z.int().min(1),
  files: z.array(storedFileEntrySchema),
});
export type ProjectFileManifest = z.infer<typeof projectFileManifestSchema>;

export const createManifest = (content: Pick<ProjectFileManifest, 'name' | 'records' | 'files'>): ProjectFileManifest => ({
  format: projectFileFormat,
  formatVersion: projectFileVersion,
  ...content,
});
