/**
 * Writes a portable project file (shared/contracts/project-file.ts) as a stream, with at most a few chunks in memory. Equal projects
 * produce equal bytes: the records have a fixed order, and nothing in the file depends on the time or the computer.
 */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { createManifest, projectFileEntries, type StoredFileEntry } from '../../shared/contracts/project-file.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import { stringifyInSteps } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { type AnyRecord, kinds } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { readFileBytes } from '../platform/file-bytes.ts';
import { zipOutput } from '../platform/zip-output.ts';
import { encodeRecordObject } from '../story-format/record-codec.ts';

export interface LocatedFile {
  readonly stored: StoredFile;
  readonly path: string;
}

interface ProjectFileContent {
  /** Must not change while it is being written. */
  readonly project: Project;
  /** Returns the stored file of a project; undefined if it is missing. */
  readonly locateFile: (file: string) => LocatedFile | undefined;
}

/** The first time that a .zip can express, in local time, which is what a .zip contains. */
const fixedTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
const recordChunkLength = 64 * 1024;

/**
 * Throws a Problem `store` if a stored file is missing or damaged. `onBytes` is called with the number of bytes of records and files that
 * were read.
 */
export async function* writeProjectFile(
  { project, locateFile }: ProjectFileContent,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const files = listStoredFiles(project, locateFile);
  const manifest = createManifest({
    name: project.projectRecord.name,
    records: project.size,
    files: files.map(({ stored: { file, name, type, bytes, sha256 } }): StoredFileEntry => ({ file, name, type, bytes, sha256 })),
  });
  const zip = new ZipFile();
  const output = zipOutput(zip);
  const sources = new Set<Readable>();
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const add = (name: string, chunks: () => AsyncIterable<Uint8Array>, { compress }: { readonly compress: boolean }) =>
    zip.addReadStreamLazy(name, { ...fixedTime, compress }, (open) => {
      const source = Readable.from(countBytes(chunks(), onBytes), { objectMode: false });
      sources.add(source);
      source.on('error', fail).on('close', () => sources.delete(source));
      open(null, source);
    });
  add(projectFileEntries.manifest, () => Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]), { compress: true });
  add(projectFileEntries.records, () => recordLines(project), { compress: true });
  // Images, sounds and videos are compressed already.
  for (const located of files)
    add(`${projectFileEntries.filesFolder}${located.stored.file}`, () => readVerified(located), { compress: false });
  zip.end();
  try {
    yield* output;
  } finally {
    for (const source of sources) source.destroy();
  }
}

/** The size of all files in bytes, which are most of a large project file. */
export const totalFileBytes = (project: Project, locateFile: ProjectFileContent['locateFile']): number =>
  listStoredFiles(project, locateFile).reduce((sum, { stored }) => sum + stored.bytes, 0);

/**
 * The files to which the assets refer, sorted by name. Files that are missing (G13) are left out, so in the project file, too, their assets
 * refer to no file.
 */
function listStoredFiles(project: Project, locateFile: ProjectFileContent['locateFile']): LocatedFile[] {
  const names = new Set<string>();
  for (const { file } of project.recordsOfKind('asset')) if (file !== null) names.add(file);
  return [...names].sort().flatMap((file) => locateFile(file) ?? []);
}

/** In the order of the kinds, so that parents come before children of other kinds, and by id within a kind. */
async function* recordLines(project: Project): AsyncGenerator<Uint8Array> {
  const order = new Map(Object.keys(kinds).map((kind, index) => [kind, index]));
  const indexOf = (record: AnyRecord) => order.get(record.kind) ?? order.size;
  const records = [...project.records()].sort((one, two) => indexOf(one) - indexOf(two) || (one.id < two.id ? -1 : 1));
  const yielder = new CooperativeYielder();
  let chunk = '';
  for (const record of records) {
    chunk += `${await yielder.runToEnd(stringifyInSteps(encodeRecordObject(record)))}\n`;
    if (chunk.length < recordChunkLength) continue;
    await yielder.yieldIfNeeded();
    const bytes = Buffer.from(chunk);
    await yielder.yieldIfNeeded();
    yield* piecesOf(bytes, yielder);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

/** The checksum of the archive is computed of each piece in one turn: one record may be as long as a whole story. */
async function* piecesOf(bytes: Uint8Array, yielder: CooperativeYielder): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += recordChunkLength) {
    yield bytes.subarray(at, at + recordChunkLength);
    await yielder.yieldIfNeeded();
  }
}

async function* readVerified({ stored: { name, bytes, sha256 }, path }: LocatedFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of readFileBytes(path)) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    throw new Problem('store', message('problem.projectFile.storedFileUnreadable', { name }), { cause });
  }
  if (size !== bytes || hash.digest('hex') !== sha256)
    throw new Problem('store', message('problem.projectFile.storedFileDamaged', { name }));
}

async function* countBytes(chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
