/**
 * Imports a portable project file (shared/contracts/project-file.ts) as records and pending files, exactly as they were exported. It is streamed, and
 * everything that it states about itself is verified.
 */

import { open, stat } from 'node:fs/promises';
import {
  manifestHeadSchema,
  type ProjectFileManifest,
  projectFileEntries,
  projectFileManifestSchema,
  projectFileVersion,
  type StoredFileEntry,
} from '../../shared/contracts/project-file.ts';
import { projectFileExtension } from '../../shared/contracts/project-file-name.ts';
import { parseWithFaults, safeParseJson } from '../../shared/contracts/schema-issues.ts';
import { parseJsonOrUndefined } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Problem } from '../../shared/problem.ts';
import { LongRichTexts } from '../../shared/rich-text/canonicalize-rich-text.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import { yieldToEventLoop } from '../platform/cooperative-yielder.ts';
import { maxStoryValues, parseJsonInSlices } from '../platform/parse-json-in-slices.ts';
import { decodeRecordObject } from '../story-format/record-codec.ts';
import { ImportErrors } from './import-errors.ts';
import type { ImportedStoryWithFiles, ImportWithFilesOptions } from './import-with-files.ts';
import { wrapImportErrors } from './read-import-source.ts';
import { YieldingProgress } from './yielding-progress.ts';
import { openZip, type SkipReason, type ZipArchive, type ZipEntry } from './zip-archive.ts';

/**
 * The beginning of a .zip whose first entry is the manifest, as Taleport writes it. Used for detection, because the file may have been
 * renamed.
 */
const signature = Buffer.from('PK\x03\x04', 'latin1');
const nameOffset = 30;

/** `fileName` is its original name, if `path` is a temporary copy. */
export async function isProjectFile(path: string, fileName: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  if (fileName.toLowerCase().endsWith(projectFileExtension)) return true;
  const file = await open(path, 'r');
  try {
    const { manifest } = projectFileEntries;
    const { buffer } = await file.read(Buffer.alloc(nameOffset + manifest.length), 0, nameOffset + manifest.length, 0);
    return buffer.subarray(0, signature.length).equals(signature) && buffer.toString('latin1', nameOffset) === manifest;
  } finally {
    await file.close();
  }
}

interface ProjectFileOptions extends Omit<ImportWithFilesOptions, 'environment' | 'repair' | 'files'> {
  /** The name of the file in messages. */
  readonly fileName: string;
}

/** Throws a Problem that says what is wrong with the file; no file is pending then. `name` replaces the name of the project. */
export async function importProjectFile(path: string, options: ProjectFileOptions): Promise<ImportedStoryWithFiles> {
  const { fileName } = options;
  const projectFile = await wrapImportErrors(path, () => openProjectFile(path, fileName));
  try {
    const stored = await projectFile.readRecords(new YieldingProgress({ ...options, progress: undefined }));
    const records = options.name === undefined ? stored : renameProject(stored, options.name);
    const pendingFiles = await storeFiles(projectFile, records, options);
    return { records, name: options.name ?? projectFile.manifest.name, notes: [], pendingFiles };
  } finally {
    projectFile.close();
  }
}

const renameProject = (records: readonly AnyRecord[], name: string): AnyRecord[] =>
  records.map((record) => (record.kind === 'project' ? { ...record, name } : record));

/** Stores all files or none: a project that lacks some of its files would differ from the exported one. */
async function storeFiles(
  { manifest, readFile }: OpenedProjectFile,
  records: readonly AnyRecord[],
  { fileStore, limits, progress, cancelled, fileName }: ProjectFileOptions,
): Promise<PendingFile[]> {
  const named = new Set(records.map((record) => (record.kind === 'asset' ? record.file : null)));
  const files = manifest.files.filter(({ file }) => named.has(file));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const pendingFiles: PendingFile[] = [];
  let stored = 0;
  try {
    for (const entry of files) {
      const remaining = limits.projectBytes === null ? null : limits.projectBytes - stored;
      const pendingFile = await fileStore
        .storePending(null, {
          name: entry.name,
          type: entry.type,
          storedName: entry.file,
          bytes: readFile(entry),
          limits: { ...limits, projectBytes: remaining },
          cancelled,
          progress: (bytes) => progress?.(stored + bytes, total),
        })
        .catch((error: unknown) => {
          throw describeFileProblem(error, entry, fileName);
        });
      pendingFiles.push(pendingFile);
      if (pendingFile.stored.sha256 !== entry.sha256) throw damagedEntryProblem(fileName, entry.name);
      stored += entry.bytes;
    }
    return pendingFiles;
  } catch (error) {
    fileStore.discard(pendingFiles);
    throw error;
  }
}

/** Adds the name of the file to the Problem of one stored file. */
function describeFileProblem(error: unknown, { name }: StoredFileEntry, fileName: string): unknown {
  const fault = error instanceof Problem ? error.faultsByPath.file : undefined;
  if (!(error instanceof Problem) || !fault) return error;
  return new Problem(error.code, message('problem.projectFile.fileRejected', { fileName, name, fault }), { cause: error });
}

/**
 * [G9, G33] the maximum number of bytes of the uncompressed entries: the largest JSON that is imported, and the most files that an archive
 * may have.
 */
const maxRecordsBytes = 512 * 2 ** 20;
const maxManifestBytes = 64 * 2 ** 20;
/** More levels than a manifest has. */
const manifestDepth = 16;

interface OpenedProjectFile {
  readonly manifest: ProjectFileManifest;
  /** Throws a Problem with all errors of the records, by path. */
  readRecords(progress: YieldingProgress): Promise<AnyRecord[]>;
  /** The bytes of a file in the manifest. Throws a Problem, at the latest after the last byte, if they are damaged. */
  readFile(entry: StoredFileEntry): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Throws a Problem that says what is wrong with the file. Errors of the disk are thrown unchanged. */
async function openProjectFile(path: string, fileName: string): Promise<OpenedProjectFile> {
  const zip = await openZip(path, fileName, message('problem.projectFile.damaged', { fileName }));
  try {
    const entries = indexEntries(zip, fileName);
    const findEntry = (name: string): ZipEntry => {
      const entry = entries.get(name);
      if (!entry) throw new Problem('invalid', message('problem.projectFile.entryMissing', { fileName, name }));
      return entry;
    };
    const manifest = await readManifest(zip, findEntry(projectFileEntries.manifest), fileName);
    const records = findEntry(projectFileEntries.records);
    assertSize(records, maxRecordsBytes, fileName);
    const entryOf = ({ file }: StoredFileEntry) => findEntry(projectFileEntries.filesFolder + file);
    for (const file of manifest.files) if (entryOf(file).size !== file.bytes) throw damagedEntryProblem(fileName, file.name);
    return {
      manifest,
      readRecords: (progress) => readRecords(zip.readBytes(records), manifest.records, { fileName, progress }),
      readFile: (file) => zip.readBytes(entryOf(file)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const damagedEntryProblem = (fileName: string, name: string): Problem =>
  new Problem('invalid', message('problem.projectFile.entryDamaged', { fileName, name }));

/** Entries that Taleport never writes are not ignored, because they show that the file was changed by other means or is damaged. */
const skipProblems: Readonly<Record<Exclude<SkipReason, 'hidden'>, (params: { fileName: string; name: string }) => Message>> = {
  encrypted: (params) => message('problem.projectFile.entryEncrypted', params),
  link: (params) => message('problem.projectFile.entryIsLink', params),
  unsafePath: (params) => message('problem.projectFile.entryPath', params),
};

function indexEntries(zip: ZipArchive, fileName: string): Map<string, ZipEntry> {
  for (const { name, reason } of zip.skipped)
    if (reason !== 'hidden') throw new Problem('invalid', skipProblems[reason]({ fileName, name: name.slice(0, 100) }));
  const entries = new Map<string, ZipEntry>();
  for (const entry of zip.entries) {
    const { name, storedName } = entry;
    if (name !== storedName || name.includes(':'))
      throw new Problem('invalid', skipProblems.unsafePath({ fileName, name: storedName.slice(0, 100) }));
    if (entries.has(name)) throw new Problem('invalid', message('problem.projectFile.entryTwice', { fileName, name: name.slice(0, 100) }));
    entries.set(name, entry);
  }
  return entries;
}

function assertSize({ name, size }: ZipEntry, maximum: number, fileName: string): void {
  if (size > maximum)
    throw new Problem(
      'tooLarge',
      message('problem.import.jsonInZipTooLarge', { chosen: name, zipName: fileName, megabytes: maximum / 2 ** 20 }),
    );
}

/** The version is checked first, because a newer manifest may have another form. */
async function readManifest(zip: ZipArchive, entry: ZipEntry, fileName: string): Promise<ProjectFileManifest> {
  assertSize(entry, maxManifestBytes, fileName);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.readBytes(entry)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const json = await parseJsonInSlices(bytes, { values: maxStoryValues(bytes.length), depth: manifestDepth }).catch(() => undefined);
  const head = safeParseJson(manifestHeadSchema, json);
  if (!head.success) throw new Problem('invalid', message('problem.projectFile.noManifest', { fileName }));
  const { formatVersion } = head.data;
  if (formatVersion > projectFileVersion)
    throw new Problem('unsupported', message('problem.projectFile.newer', { fileName, formatVersion, supported: projectFileVersion }));
  const parsed = parseWithFaults(projectFileManifestSchema, json, projectFileEntries.manifest);
  if (!parsed.success) {
    const errors = new ImportErrors();
    for (const [path, fault] of parsed.faults) errors.addInvalidValue(`${projectFileEntries.manifest}.${path}`, fault);
    throw errors.toProblem();
  }
  const names = new Set<string>();
  for (const { file } of parsed.data.files) {
    if (names.has(file)) throw new Problem('invalid', message('problem.projectFile.entryTwice', { fileName, name: file }));
    names.add(file);
  }
  return parsed.data;
}

interface RecordReading {
  readonly fileName: string;
  readonly progress: YieldingProgress;
}

async function readRecords(
  bytes: AsyncIterable<Uint8Array>,
  expected: number,
  { fileName, progress }: RecordReading,
): Promise<AnyRecord[]> {
  const errors = new ImportErrors();
  const records: AnyRecord[] = [];
  const longTexts = new LongRichTexts();
  let count = 0;
  for await (const line of splitLines(bytes, fileName)) {
    count++;
    // A file with more records than it states is damaged, and reading on could take any amount of memory.
    if (count > expected) break;
    const path = `${projectFileEntries.records}:${count}`;
    const value = parseJsonOrUndefined(line);
    if (value === undefined) errors.addInvalidValue(path, message('import.fault.notJson'));
    else {
      longTexts.clear();
      for (const _ of longTexts.prepare(value)) await yieldToEventLoop();
      const record = decodeRecordObject(value, path, errors, longTexts);
      if (record) records.push(record);
    }
    const pause = progress.addWork(1 + line.length / 2_000);
    if (pause) await pause;
  }
  if (count !== expected) errors.addInconsistency(projectFileEntries.records, message('import.fault.recordCount', { expected }));
  if (!errors.isEmpty) throw errors.toProblem();
  return records;
}

/** The lines of a text, without the empty one at its end. */
async function* splitLines(bytes: AsyncIterable<Uint8Array>, fileName: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let begun: string[] = [];
  for await (const chunk of bytes) {
    const [first = '', ...rest] = decode(() => decoder.decode(chunk, { stream: true }), fileName).split('\n');
    begun.push(first);
    for (const next of rest) {
      yield begun.join('');
      begun = [next];
    }
  }
  const last = begun.join('') + decode(() => decoder.decode(), fileName);
  if (last !== '') yield last;
}

function decode(read: () => string, fileName: string): string {
  try {
    return read();
  } catch (cause) {
    throw new Problem('invalid', message('problem.import.notUtf8', { fileName: `${fileName}/${projectFileEntries.records}` }), { cause });
  }
}
