/**
 * Reads the files of a story folder from the disk or from git's index. Anyone may have made the folder: only the paths that a story folder has are read, no
 * links are followed, and everything is limited.
 */
import { spawn } from 'node:child_process';
import { type BigIntStats, close, constants, type Dirent, fstat, open, read } from 'node:fs';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storyFileName } from '../../shared/contracts/project-file-name.ts';
import { isMessage, type Message, message, verbatim } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { errorCodeOf, errorMessageOf } from '../platform/errors.ts';
import { type Fingerprint, fingerprintOf } from '../platform/fingerprint.ts';
import { mapConcurrently } from '../platform/job-queue.ts';
import { fileStampOf } from '../platform/swap-file.ts';
import { parseFolderPath, stylesheetPath } from './folder-layout.ts';
import {
  describeFolderProblem,
  type FolderProblem,
  inFileOrder,
  isMapping,
  type KnownFiles,
  type ParsedFile,
  type ReadOptions,
  type ReadStory,
  readStoryFiles,
  toDecodedFile,
} from './read-story-files.ts';
import type { FolderText } from './write-story-files.ts';
import { mappingOfWritten, maxFileBytes } from './yaml-file.ts';

/** More than a story of any size has: an element has one file, and one line in a folder takes memory before it is read. */
const maxFiles = 500_000;
export const maxTotalBytes = 2 ** 30;
/** Files that are read at the same time. */
const readsAtOnce = 16;

interface ReadFiles {
  readonly texts: Map<string, TextFile>;
  readonly paths: readonly string[];
  readonly problems: readonly FolderProblem[];
}

/** The text of a file, and what identifies the file as it was when it was read. */
export interface TextFile extends FileEntry {
  readonly text: string;
}

/** `stamp`: size, modification time and inode; empty where that is not known. */
interface FileEntry extends Fingerprint {
  readonly stamp: string;
}

/** A folder of which the files are known already, and the texts of some of them. */
export interface ListedFolder {
  readonly paths: readonly string[];
  /** What the system refuses to read, or what is no file where the layout has one. */
  readonly problems: readonly FolderProblem[];
  readonly texts: ReadonlyMap<string, TextFile>;
}

/** Whether a folder contains a story as text files (docs/story-folder.md). Its other files are not looked at. */
export const isStoryFolder = (folder: string): Promise<boolean> =>
  lstat(join(folder, storyFileName)).then(
    (found) => found.isFile(),
    () => false,
  );

export async function assertStoryFolder(folder: string): Promise<void> {
  if (!(await isStoryFolder(folder))) throw new Problem('invalid', message('storyFolder.problem.noStory', { file: storyFileName }));
}

interface FolderReadOptions extends ReadOptions {
  /** What was listed and read already; by default nothing. */
  readonly listed?: ListedFolder;
}

/** Reads the story in a folder. Throws a Problem if it contains none that can be read. Files in `options.known` are not read. */
export const readStoryFolder = async (folder: string, options: FolderReadOptions = {}): Promise<ReadStory> =>
  toStory(await readFilesOnDisk(folder, options), options);

/** What the reads and writes of a folder have in common: a file with the same bytes is neither read nor parsed again. */
export class FolderMemory {
  #files: Map<string, FileEntry & { readonly parsed: ParsedFile }> = new Map();

  /** What `readFirst` has returned, for the read that follows it. */
  #first: { readonly story: ReadStory; readonly files: ReadonlyMap<string, string | null> } | null = null;

  /** Reads a folder of which nothing is known. */
  async readFirst(folder: string): Promise<ReadStory> {
    const { texts, paths, problems } = await readFilesOnDisk(folder);
    const story = await toStory({ texts, paths, problems });
    this.remember(story, texts);
    this.#first = { story, files: new Map(paths.map((path) => [path, texts.get(path)?.sha256 ?? null])) };
    return story;
  }

  /** The story of the first read, if these are its files. It is only returned once, because it is as large as the project. */
  #takeFirst(files: Fingerprints): ReadStory | undefined {
    const first = this.#first;
    this.#first = null;
    const isSame =
      first && files.size === first.files.size && [...first.files].every(([path, sha256]) => hasSameBytes(files.get(path), sha256));
    return isSame ? first.story : undefined;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** The fingerprint of a file that has this stamp, if it was read with it. */
  find(path: string, stamp: string): FileEntry | undefined {
    const known = this.#files.get(path);
    return known?.stamp === stamp ? { sha256: known.sha256, size: known.size, stamp } : undefined;
  }

  /** The files that have these fingerprints now and had them when they were remembered. */
  known(files: Fingerprints): KnownFiles {
    const known = new Map<string, ParsedFile>();
    for (const [path, { sha256, parsed }] of this.#files) if (files.get(path)?.sha256 === sha256) known.set(path, parsed);
    return known;
  }

  /**
   * Reads a folder with what is known of these files. Faults have lines, which only files have that were parsed: where there is one, also those are parsed that
   * were written.
   */
  async read(files: Fingerprints, read: (known: KnownFiles) => Promise<ReadStory>): Promise<ReadStory> {
    const first = this.#takeFirst(files);
    if (first) return first;
    const known = this.known(files);
    const parsed = new Map([...known].filter(([, { content }]) => content.line > 0));
    if (parsed.size < known.size) {
      const story = await read(known).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
      if (story?.problems.length === 0) return story;
    }
    return read(parsed);
  }

  /** Remembers what is in a file that was written with this text. */
  addWritten(path: string, { text, entries, source }: FolderText): void {
    const content = entries && mappingOfWritten(text, entries);
    if (content && isMapping(content)) {
      const parsed = { content, decoded: source ? toDecodedFile(path, content, source) : null };
      this.#files.set(path, { ...fingerprintOf(Buffer.from(text)), stamp: '', parsed });
    } else this.#files.delete(path);
  }

  /** The entries must be those of the files when they were read. */
  remember({ parsed }: Pick<ReadStory, 'parsed'>, files: ReadonlyMap<string, Fingerprint & { readonly stamp?: string | undefined }>): void {
    this.#files = new Map(
      Array.from(parsed).flatMap(([path, each]) => {
        const file = files.get(path);
        return file ? [[path, { sha256: file.sha256, size: file.size, stamp: file.stamp ?? '', parsed: each }] as const] : [];
      }),
    );
  }
}

/** `sha256`: null for a file that is no text, of which only the path matters. */
const hasSameBytes = (file: Pick<Fingerprint, 'sha256'> | undefined, sha256: string | null): boolean =>
  file !== undefined && (sha256 === null || file.sha256 === sha256);

/** By path. */
type Fingerprints = ReadonlyMap<string, Pick<Fingerprint, 'sha256'>>;

/** Reads the story as git's index has it, so that a commit is checked and not what is on the disk beside it. */
export const readStagedStory = async (folder: string): Promise<ReadStory> => toStory(await readFilesInIndex(folder));

async function toStory({ texts: files, paths, problems }: ReadFiles, options?: ReadOptions): Promise<ReadStory> {
  const unreadable = problems.find(({ path }) => path === storyFileName);
  if (unreadable) throw new Problem('invalid', describeFolderProblem(unreadable));
  const texts = new Map(Array.from(files, ([path, { text }]) => [path, text]));
  const content = { texts, paths, unreadable: problems.map(({ path }) => path) };
  const read = await new CooperativeYielder().runToEnd(readStoryFiles(content, options));
  return { ...read, problems: inFileOrder([...problems, ...read.problems]) };
}

const readFailures: Readonly<Record<string, Message>> = {
  ENOENT: message('storyFolder.failure.noFolder'),
  ENOTDIR: message('storyFolder.failure.noFolder'),
  ENAMETOOLONG: message('storyFolder.failure.noFolder'),
  EACCES: message('storyFolder.failure.notReadable'),
  EPERM: message('storyFolder.failure.notReadable'),
  EIO: message('problem.disk.failing'),
};

/** Why the system cannot read a file or folder. */
export const reasonNotToRead = (error: unknown): Message => readFailures[errorCodeOf(error) ?? ''] ?? verbatim(errorMessageOf(error));

export const folderReadProblem = (folder: string, error: unknown): Problem =>
  new Problem('folder', message('storyFolder.problem.unreadable', { folder, reason: reasonNotToRead(error) }), { cause: error });

async function readFilesOnDisk(folder: string, { known, listed }: FolderReadOptions = {}): Promise<ReadFiles> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw folderReadProblem(folder, error);
  });
  const problems: FolderProblem[] = [...(listed?.problems ?? [])];
  const refused = new Set(problems.map(({ path }) => path));
  const paths = listed?.paths ?? (await listStoryFiles(root, problems));
  const texts = new Map(listed && [...listed.texts].filter(([path]) => !known?.has(path)));
  let total = [...texts.values()].reduce((sum, { size }) => sum + size, 0);
  const unread = paths.filter((path) => isTextPath(path) && !known?.has(path) && !texts.has(path) && !refused.has(path));
  await mapConcurrently(readsAtOnce, unread, async (path) => {
    const file = await readTextFile(join(root, path));
    if (isMessage(file)) {
      problems.push({ path, line: null, fault: file });
      return;
    }
    total += file.size;
    if (total > maxTotalBytes) throw tooLargeProblem(folder);
    texts.set(path, file);
  });
  return { texts, paths, problems };
}

/** Whether a file of a story is a text, and not one of an asset. */
export const isTextPath = (path: string): boolean => {
  const place = parseFolderPath(path);
  return place !== null && place.type !== 'assetFile';
};

/** Whether a file consists of blocks, or is a comment: what was written to it is remembered, and not parsed. */
export const isRecordDataPath = (path: string): boolean => isTextPath(path) && path !== storyFileName && path !== stylesheetPath;

const tooLargeProblem = (folder: string): Problem => new Problem('tooLarge', message('storyFolder.problem.tooLarge', { folder }));

/** What is read of an entry of a folder. */
type FolderEntry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory'>;

/** An entry at a time: a list of a folder with millions of files would take more memory than the files. */
const openFolder = (path: string): Promise<AsyncIterable<FolderEntry>> => opendir(path, { bufferSize: 1000 });

/**
 * The paths that a story folder has, relative to it. Links and devices are reported, and folders in place of files; what is none of Taleport's is not looked
 * at. Throws a Problem if there are too many. `open`: returns the entries of a folder.
 */
export async function listStoryFiles(root: string, problems: FolderProblem[], open = openFolder): Promise<string[]> {
  const found: string[] = [];
  let count = 0;
  const list = async (folder: string, depth: number): Promise<void> => {
    const folders: string[] = [];
    for await (const entry of await open(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (++count > maxFiles) throw tooLargeProblem(root);
      const isFile = parseFolderPath(path) !== null;
      const isFolder = mayContainStoryFiles(path, depth);
      if (entry.isFile() && isFile) found.push(path);
      else if (entry.isDirectory() && isFolder) folders.push(path);
      else if (entry.isDirectory() && isFile) problems.push({ path, line: null, fault: message('storyFolder.fault.isFolder') });
      else if (entry.isDirectory() || (entry.isFile() && (!isFolder || depth > 0))) continue;
      // A folder of the layout that has become a link contains files that are not read.
      else if (isFolder) problems.push({ path, line: null, fault: message('storyFolder.fault.notFolder') });
      else if (isFile) problems.push({ path, line: null, fault: message('storyFolder.fault.notFile') });
    }
    for (const path of folders) await list(path, depth + 1);
  };
  await list('', 0);
  return found.sort();
}

/** Whether a folder may contain files of the story; those of tools and of version control are not opened. */
const mayContainStoryFiles = (path: string, depth: number): boolean =>
  depth === 0
    ? ['boards', 'components', 'assets', 'languages', 'comments'].includes(path)
    : (depth === 1 && /^(?:boards|languages)\//.test(path)) || (depth === 2 && /^languages\/[^/]+\/boards$/.test(path));

const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of one file, or what is wrong with it. */
export async function readStoryFile(path: string): Promise<string | Message> {
  const file = await readTextFile(path);
  return isMessage(file) ? file : file.text;
}

/** One file, or what is wrong with it. */
export async function readTextFile(path: string): Promise<TextFile | Message> {
  try {
    const file = await openLater(path, readFlags);
    try {
      const stats = await statLater(file);
      if (stats.isDirectory()) return message('storyFolder.fault.isFolder');
      if (!stats.isFile()) return message('storyFolder.fault.notFile');
      if (stats.size > maxFileBytes) return message('storyFolder.fault.tooLarge', { megabytes: maxFileBytes / 2 ** 20 });
      const buffer = Buffer.allocUnsafe(Number(stats.size));
      const bytes = buffer.subarray(0, await readLater(file, buffer));
      const text = decodeUtf8(bytes);
      return typeof text === 'string' ? { text, ...fingerprintOf(bytes), stamp: fileStampOf(stats) } : text;
    } finally {
      await closeLater(file);
    }
  } catch (error) {
    if (errorCodeOf(error) === 'ELOOP') return message('storyFolder.fault.notFile');
    return message('storyFolder.fault.unreadable', { reason: reasonNotToRead(error) });
  }
}

/** For thousands of files: the calls of `fs/promises` take several times as much processor time. */
const openLater = promisify(open);
const closeLater = promisify(close);
const statLater = (file: number): Promise<BigIntStats> =>
  new Promise((resolve, reject) => {
    fstat(file, { bigint: true }, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
const readLater = (file: number, into: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    read(file, into, 0, into.length, 0, (error, count) => (error ? reject(error) : resolve(count)));
  });

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string | Message {
  try {
    return utf8.decode(bytes);
  } catch {
    return message('storyFolder.fault.notUtf8');
  }
}

async function readFilesInIndex(folder: string): Promise<ReadFiles> {
  const problems: FolderProblem[] = [];
  const listed = (await runGit(folder, ['ls-files', '--stage', '-z', '--', '.']))
    .toString()
    .split('\0')
    .filter((line) => line !== '');
  // `git add -N` puts a file into the index as an empty one, which no commit takes.
  const onlyMeant = await runGit(folder, ['diff-files', '-z', '--name-only', '--relative', '--diff-filter=A', '--', '.']);
  const meantPaths = new Set(onlyMeant.toString().split('\0'));
  const hashes = new Map<string, string>();
  /** A file of a merge is listed once for each version that it has there. */
  const unmerged = new Set<string>();
  for (const line of listed) {
    const [, mode = '', hash = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line) ?? [];
    if (!parseFolderPath(path) || meantPaths.has(path)) continue;
    if (stage !== '0') unmerged.add(path);
    else if (!mode.startsWith('100')) problems.push({ path, line: null, fault: message('storyFolder.fault.notFile') });
    else hashes.set(path, hash);
  }
  for (const path of unmerged) problems.push({ path, line: null, fault: message('storyFolder.fault.unmerged') });
  if (hashes.size > maxFiles) throw tooLargeProblem(folder);
  const textPaths = [...hashes.keys()].filter(isTextPath);
  const output = await runGit(folder, ['cat-file', '--batch'], textPaths.map((path) => `${hashes.get(path)}\n`).join(''));
  const texts = new Map<string, TextFile>();
  let at = 0;
  for (const path of textPaths) {
    const end = output.indexOf('\n', at);
    // `<hash> blob <size>`, and then the bytes and a line break.
    const size = Number(output.toString('latin1', at, end).split(' ')[2]);
    const bytes = output.subarray(end + 1, end + 1 + size);
    at = end + 2 + size;
    const text = size > maxFileBytes ? message('storyFolder.fault.tooLarge', { megabytes: maxFileBytes / 2 ** 20 }) : decodeUtf8(bytes);
    if (typeof text === 'string') texts.set(path, { text, ...fingerprintOf(bytes), stamp: '' });
    else problems.push({ path, line: null, fault: text });
  }
  return { texts, paths: [...hashes.keys()], problems };
}

/**
 * Runs git in a folder: with -C instead of a working directory, in which Windows would look for the program first. A monitor of files is a program that
 * the configuration of the repository names. A hook has variables that name its repository and would be stronger than the folder; only the index that it names
 * remains, because it is the one of the commit.
 */
export function runGit(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { GIT_DIR, GIT_WORK_TREE, GIT_COMMON_DIR, GIT_PREFIX, ...env } = process.env;
  const git = spawn('git', ['-C', folder, '-c', 'core.fsmonitor=false', ...args], { env, stdio: 'pipe', windowsHide: true });
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  let total = 0;
  git.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    total += chunk.length;
    if (total > maxTotalBytes) git.kill();
  });
  git.stderr.on('data', (chunk: Buffer) => void errors.push(chunk));
  // Git may end before it has read everything.
  git.stdin.on('error', () => undefined);
  git.stdin.end(input);
  const fail = (reason: string, cause?: unknown): void =>
    reject(new Problem('folder', message('storyFolder.problem.git', { folder, reason }), { cause }));
  git.on('error', (error) => fail(errorMessageOf(error), error));
  git.on('close', (code) => {
    if (total > maxTotalBytes) reject(tooLargeProblem(folder));
    else if (code === 0) resolve(Buffer.concat(chunks));
    else fail(Buffer.concat(errors).toString().trim());
  });
  return promise;
}
