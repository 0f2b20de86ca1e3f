/** Reads a story from its source: a JSON file, a folder or .zip that contains one with its files (G29), or text. */

import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { CooperativeYielder, yieldToEventLoop } from '../platform/cooperative-yielder.ts';
import { isMissingError } from '../platform/disk.ts';
import { isNotPermitted } from '../platform/disk-error.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { readFileBytes } from '../platform/file-bytes.ts';
import { toUtf8 } from '../platform/text-encoding.ts';
import { isDataExportScript, readDataExportScript } from './data-export-script.ts';
import { normalizeName } from './match-asset-files.ts';
import {
  findMergeConflict,
  mergeConflictProblem,
  otherFileProblem,
  recognizeArchive,
  recognizeBinaryFile,
  recognizedBytes,
  recognizeJson,
  recognizeText,
} from './other-files.ts';
import { notJsonProblem, parseJson } from './parse-json.ts';
import { decodeText, findStoryInText, findWrappedStory, isStory } from './wrapped-story.ts';
import { openZip, type ZipArchive, type ZipEntry } from './zip-archive.ts';

/** `fileName` is the name to show, if `path` is a temporary copy. */
export type ImportSource =
  | { readonly path: string; readonly fileName?: string | undefined }
  | { readonly text: string; readonly fileName: string };

interface ImportSourceContent extends ParsedStory {
  /** The name of the file, folder or .zip, without the folders that contain it. */
  readonly fileName: string;
  /** The files next to the story, which the caller must close. Missing if the source is a JSON file or text. */
  readonly assetFiles?: AssetFileSource;
}

interface ParsedStory {
  readonly json: unknown;
  /** What was around the story in the file, and was skipped. */
  readonly notes?: readonly Message[];
}

/** [G9] the maximum size of JSON that is imported. */
const maxJsonBytes = 512 * 2 ** 20;

export async function readImportSource(source: ImportSource): Promise<ImportSourceContent> {
  if ('text' in source) return { ...(await parseStory(Buffer.from(source.text), source.fileName)), fileName: source.fileName };
  const { path } = source;
  const found = await wrapImportErrors(path, () => stat(path));
  if (found.isDirectory()) return readFolder(path);
  if (!found.isFile()) throw notAFileProblem(path);
  const fileName = source.fileName ?? basename(path);
  if (await isZip(path)) return readZip(await wrapImportErrors(path, () => openZip(path, fileName)), fileName);
  // Before the file is read, because it may be a film.
  const other = recognizeBinaryFile(await readHead(path), fileName);
  if (other) throw otherFileProblem(fileName, other);
  return { ...(await parseStory(await readJsonFile(path, found.size), fileName)), fileName };
}

/** Throws a Problem that says what the file is if it is something other than a story. Empties `bytes`. */
export async function parseStory(bytes: Buffer, fileName: string): Promise<ParsedStory> {
  const utf8 = toUtf8(bytes);
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength);
  const head = Buffer.from(text.subarray(0, recognizedBytes));
  const conflict = findMergeConflict(text);
  if (conflict !== null) throw mergeConflictProblem(fileName, conflict);
  if (isDataExportScript(head.toString('utf8'), fileName)) {
    if (text.length > maxStringBytes) throw tooLargeProblem(fileName, maxStringBytes);
    const steps = readDataExportScript(text.toString('utf8'), fileName);
    return { json: await new CooperativeYielder().runToEnd(steps) };
  }
  const mayBeEncoded = text.length <= maxStringBytes && encodedStart.test(head.subarray(0, 100).toString('latin1'));
  const encoded = mayBeEncoded ? decodeText(text.toString('latin1')) : null;
  if (encoded) return parseStory(encoded, fileName);
  const within = findStoryInText(text);
  const json = await parseJson(within ?? text, fileName).catch((error: unknown) => {
    throw describeText(head, fileName) ?? (within ? notJsonProblem(head, fileName) : error);
  });
  const wrapped = await findWrappedStory(json, fileName);
  if (within && !wrapped && !isStory(json)) throw describeText(head, fileName) ?? notJsonProblem(head, fileName);
  const other = wrapped ? null : recognizeJson(json);
  if (other) throw otherFileProblem(fileName, other);
  const notes = [...(within ? [message('import.note.textAround')] : []), ...(wrapped?.notes ?? [])];
  return { json: wrapped ? wrapped.story : json, ...(notes.length > 0 && { notes }) };
}

/** Scripts and encoded text are read as one string. */
const maxStringBytes = 2 ** 26;
/** How a text begins that may be encoded; JSON does not. */
const encodedStart = /^\s*(?:data:|%|[\w+/-]{20})/;

function describeText(head: Buffer, fileName: string): Problem | null {
  const other = head.length > 0 ? (recognizeBinaryFile(head, fileName) ?? recognizeText(head, fileName)) : null;
  return other && otherFileProblem(fileName, other);
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await wrapImportErrors(path, () => open(path, 'r'));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(recognizedBytes), 0, recognizedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const notAFileProblem = (path: string): Problem => new Problem('invalid', message('problem.import.neitherFileNorFolder', { path }));

/** Whether the file begins as an archive. */
export async function isZip(path: string): Promise<boolean> {
  const file = await wrapImportErrors(path, () => open(path, 'r'));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

async function readZip(zip: ZipArchive, zipName: string): Promise<ImportSourceContent> {
  try {
    const entry = await chooseStoryEntry(zip, zipName);
    if (entry.size > maxJsonBytes)
      throw new Problem(
        'tooLarge',
        message('problem.import.jsonInZipTooLarge', { chosen: entry.name, zipName, megabytes: maxJsonBytes / 2 ** 20 }),
      );
    return {
      ...(await parseStory(await readEntry(zip, entry), entry.name)),
      fileName: zipName,
      assetFiles: createZipFileSource(zip, entry),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** A folder with a name in another encoding may look like one that is hidden, so all encodings are tried if there is no story. */
async function chooseStoryEntry(zip: ZipArchive, zipName: string): Promise<ZipEntry> {
  for (const entries of entriesInAllEncodings(zip)) {
    const names = storyNames(entries.map(({ name }) => name));
    if (names.length === 0) continue;
    const find = (name: string): ZipEntry | undefined => entries.find((each) => each.name === name);
    const chosen = await chooseStoryFile(names, zipName, async (name) => {
      const entry = find(name);
      return entry && entry.size <= maxProbedBytes ? readEntry(zip, entry) : null;
    });
    const entry = find(chosen);
    if (entry) return entry;
  }
  const other = recognizeArchive(
    zip.entries.map(({ name }) => name),
    zipName,
  );
  if (other) throw otherFileProblem(zipName, other);
  const isEncrypted = zip.skipped.some(({ reason }) => reason === 'encrypted');
  const unusable = zip.skipped.find(({ name, reason }) => reason !== 'hidden' && storyNames([name]).length > 0);
  if (unusable && !isEncrypted)
    throw new Problem('invalid', message('problem.import.jsonInZipUnusable', { zipName, name: unusable.name.slice(0, 100) }));
  throw new Problem('invalid', message(isEncrypted ? 'problem.import.zipEncrypted' : 'problem.import.noJsonInZip', { zipName }));
}

/** The names of JSON files, and of scripts that were exported for Godot in 2022 and 2023. */
const storyNames = (names: readonly string[]): string[] => names.filter((name) => /\.json$|data_export\.gd$/i.test(name));

function* entriesInAllEncodings(zip: ZipArchive): Generator<readonly ZipEntry[]> {
  yield zip.entries;
  for (const encoding of zip.otherEncodings) yield zip.entriesIn(encoding);
}

async function readEntry(zip: ZipArchive, entry: ZipEntry): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.readBytes(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readFolder(folder: string): Promise<ImportSourceContent> {
  const fileName = basename(folder);
  const entries = await wrapImportErrors(folder, () => readdir(folder, { withFileTypes: true }));
  const visible = entries.filter(({ name }) => !name.startsWith('.'));
  const top = storyNames(visible.filter((entry) => !entry.isDirectory()).map(({ name }) => name));
  // An archive may have been unpacked into a folder of its own.
  const names = top.length > 0 ? top : storyNames(await createFolderFileSource(folder, maxStoryFolderDepth).listPaths([]));
  const chosen = await chooseStoryFile(names, folder, async (name) => {
    // A pipe or a device would never end.
    const candidate = await stat(join(folder, name));
    return candidate.isFile() && candidate.size <= maxProbedBytes ? readFile(join(folder, name)) : null;
  });
  const path = join(folder, chosen);
  const found = await wrapImportErrors(path, () => stat(path));
  // The path may be that of a pipe or a device, or of a link to one.
  if (!found.isFile()) throw notAFileProblem(path);
  const bytes = await readJsonFile(path, found.size);
  return { ...(await parseStory(bytes, path)), fileName, assetFiles: createFolderFileSource(dirname(path)) };
}

/** The story of an unpacked archive is in its folder, or in the folder within it. */
const maxStoryFolderDepth = 3;

/** Among several files, this many are read to find the story, if they are not larger. Any other may be it. */
const maxProbedFiles = 100;
const maxProbedBytes = 2 ** 26;

/**
 * [G29] prefers `project.json`, then `project_settings.json` of 2020, then the file nearest to the top among those that may be a story. Throws if several are
 * equally near. `read` returns null for a file that is too large.
 */
async function chooseStoryFile(
  names: readonly string[],
  location: string,
  read: (name: string) => Promise<Buffer | null>,
): Promise<string> {
  const depth = (name: string) => name.split('/').length;
  for (const usual of [/(^|\/)project\.json$/i, /(^|\/)project_settings\.json$/i]) {
    const [preferred, next] = names.filter((name) => usual.test(name)).sort((one, two) => depth(one) - depth(two));
    if (preferred !== undefined && (next === undefined || depth(next) > depth(preferred))) return preferred;
  }
  const json = names.filter((name) => /\.json$/i.test(name));
  const candidates = json.length > 0 ? json : names;
  const nearest = (among: readonly string[]): string[] => {
    const top = Math.min(...among.map(depth));
    return among.filter((name) => depth(name) === top);
  };
  if (candidates.length === 0) throw new Problem('invalid', message('problem.import.noJson', { where: location }));
  const isOther = new Set<string>();
  const probed = names.length === 1 ? [] : names.toSorted((one, two) => depth(one) - depth(two)).slice(0, maxProbedFiles);
  for (const name of probed) {
    const bytes = await read(name).catch(() => null);
    if (bytes && !mayBeStory(bytes, name)) isOther.add(name);
  }
  const possible = names.filter((name) => !isOther.has(name));
  const [only, second] = nearest(
    [possible.filter((name) => candidates.includes(name)), possible, candidates].find(({ length }) => length > 0) ?? [],
  );
  if (only === undefined || second !== undefined)
    throw new Problem('invalid', message('problem.import.severalJson', { where: location, ...listSome(candidates) }));
  return only;
}

/** By what every story contains. What is no JSON in itself may be one in another form, such as a text. The whole file is read when it has been chosen. */
function mayBeStory(bytes: Buffer, name: string): boolean {
  const text = Buffer.from(toUtf8(bytes));
  const beginning = text.subarray(0, recognizedBytes).toString('utf8');
  if (/\.gd$/i.test(name)) return isDataExportScript(beginning, name);
  return !/^\s*[[{]/.test(beginning) || (text.includes('"boards"') && text.includes('"elements"'));
}

const tooLargeProblem = (path: string, limit: number): Problem =>
  new Problem('tooLarge', message('problem.import.jsonTooLarge', { path, megabytes: limit / 2 ** 20 }));

async function readJsonFile(path: string, size: number): Promise<Buffer> {
  if (size > maxJsonBytes) throw tooLargeProblem(path, maxJsonBytes);
  return wrapImportErrors(path, () => readFile(path));
}

/** Runs `access`, and throws errors of the disk as a Problem that names the path. */
export async function wrapImportErrors<T>(path: string, access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const code = errorCodeOf(cause);
    if (isMissingError(cause)) throw new Problem('notFound', message('problem.import.notFound', { path }), { cause });
    if (isNotPermitted(cause)) throw new Problem('invalid', message('problem.import.notPermitted', { path }), { cause });
    throw new Problem(
      'invalid',
      code === null ? message('problem.import.unreadableFile', { path }) : message('problem.import.unreadable', { path, code }),
      { cause },
    );
  }
}

/** [G29] The files next to a story, in its folder or its .zip. They are listed only if the story names assets. */
export interface AssetFileSource {
  /**
   * Paths relative to the story's folder, with `/`. `wantedNames` are those of the files and folders that the story refers to: names whose
   * encoding is not stated are decoded so that they match.
   */
  listPaths(wantedNames: Iterable<string>): Promise<string[]>;
  readBytes(path: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Limits of the search, because the user may have chosen the folder of a whole game. */
const maxEntries = 50_000;
const maxDepth = 12;

/** Links are not followed, so nothing outside the folder is found; hidden files and folders are skipped. */
function createFolderFileSource(folder: string, depthLimit = maxDepth): AssetFileSource {
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
          else if (entry.isDirectory() && path.split('/').length < depthLimit && waiting.length < maxEntries) waiting.push(path);
        }
      }
      return paths;
    },
    readBytes: (path) => readFileBytes(join(folder, path)),
    close: () => Promise.resolve(),
  };
}

/** Only files in the story's folder or below are considered. */
function createZipFileSource(zip: ZipArchive, story: ZipEntry): AssetFileSource {
  let entries = entriesBesideStory(zip, zip.entries, story);
  return {
    async listPaths(wantedNames) {
      entries = await decodePaths(zip, story, new Set([...wantedNames].map(normalizeName)));
      return [...entries.keys()];
    },
    async *readBytes(path) {
      const entry = entries.get(path);
      if (entry) yield* zip.readBytes(entry);
    },
    close: async () => zip.close(),
  };
}

/** The files of the archive by path, in the encoding in which most files and folders have a name that is wanted; if equal, in the first. */
async function decodePaths(zip: ZipArchive, story: ZipEntry, wantedNames: ReadonlySet<string>): Promise<Map<string, ZipEntry>> {
  const countWanted = (path: string) => path.split('/').filter((name) => wantedNames.has(normalizeName(name))).length;
  let best = { entries: new Map<string, ZipEntry>(), wanted: -1 };
  for (const entries of entriesInAllEncodings(zip)) {
    const byPath = entriesBesideStory(zip, entries, story);
    let wanted = 0;
    for (const path of byPath.keys()) wanted += countWanted(path);
    if (wanted > best.wanted) best = { entries: byPath, wanted };
    // An archive may have 100,000 names, each of which is decoded in every encoding.
    await yieldToEventLoop();
  }
  return best.entries;
}

function entriesBesideStory(zip: ZipArchive, entries: readonly ZipEntry[], story: ZipEntry): Map<string, ZipEntry> {
  const byPath = new Map<string, ZipEntry>();
  const storyName = entries.find((entry) => zip.isSameFile(entry, story))?.name;
  // The story is not among them if this encoding makes its name one that is left out.
  if (storyName === undefined) return byPath;
  const folder = storyName.slice(0, storyName.lastIndexOf('/') + 1);
  for (const entry of entries) {
    const { name } = entry;
    const path = name.slice(folder.length);
    if (name !== storyName && name.startsWith(folder) && !byPath.has(path)) byPath.set(path, entry);
  }
  return byPath;
}

/** As many names as can be read, and how many others there are. */
function listSome(names: readonly string[]): { names: string; more: number } {
  const listed = names.slice(0, 10);
  return { names: listed.join(', '), more: names.length - listed.length };
}
