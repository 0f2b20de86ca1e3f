/**
 * Access to the parts of a backup: in the folder of backups, or in a single file to keep or to move to another computer, which is a .zip with
 * backup.json, taleport.sqlite and files/<SHA-256>.
 */

import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { parseJsonOrUndefined } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { isZip } from '../importers/read-import-source.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../importers/zip-archive.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { isMissingError } from '../platform/disk.ts';
import { assertFreeSpace, toDiskProblem } from '../platform/disk-error.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { isUnreadableFileError, readFileBytes, SourceError, withSourceErrors } from '../platform/file-bytes.ts';
import { fingerprintFile } from '../platform/fingerprint.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../platform/temporary-folder.ts';
import { zipOutput } from '../platform/zip-output.ts';
import type { BackupFolder } from './backup-folder.ts';
import { type BackupManifest, databaseName, manifestLimits, manifestName, parseManifest, serializeManifest } from './backup-manifest.ts';

const filesFolder = 'files/';

interface FileWriteOptions {
  /** Called with numbers of bytes. */
  readonly progress?: (done: number, total: number) => void;
  /** Throws if the user has cancelled. */
  readonly throwIfCancelled?: () => void;
}

/** Writes a backup to a file, which only appears when it is complete. Returns its size in bytes. */
export async function writeBackupFile(content: BackupContent, file: string, options: FileWriteOptions = {}): Promise<number> {
  const { manifest } = content;
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, manifest.database.bytes);
  let done = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      options.throwIfCancelled?.();
      done += chunk.length;
      options.progress?.(done, total);
      yield chunk;
    }
  }
  const zip = new ZipFile();
  const output = zipOutput(zip);
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const add = (name: string, chunks: () => AsyncIterable<Uint8Array>, { compress }: { readonly compress: boolean }) =>
    zip.addReadStreamLazy(name, { compress }, (opened) => {
      const source = Readable.from(counted(chunks()), { objectMode: false });
      source.on('error', fail);
      // An output that failed or was closed stops reading, so its source must be closed as well.
      output.once('close', () => source.destroy());
      opened(null, source);
    });
  zip.addBuffer(Buffer.from(serializeManifest(manifest)), manifestName);
  add(databaseName, () => content.readDatabase(), { compress: true });
  const missing = new Set(manifest.missingFiles);
  // Images, sounds and videos are compressed already.
  for (const { sha256 } of manifest.files)
    if (!missing.has(sha256)) add(filesFolder + sha256, () => content.readFile(sha256), { compress: false });
  zip.end();
  try {
    return await replaceFile(file, output, { mode: 0o600 });
  } finally {
    output.destroy();
  }
}

/**
 * Opens a file that `writeBackupFile` wrote. Nothing is unpacked but what is read, and no part of it to more bytes than the manifest says.
 * Throws a Problem if the file is not a backup. `dataFolder`: the one whose temporary folder the database is unpacked to.
 */
export async function openBackupFile(path: string, dataFolder: string): Promise<BackupContent> {
  const name = basename(path);
  const zip = await openZip(path, name).catch(async (error: unknown) => {
    const isOther = error instanceof Problem && !(await isZip(path).catch(() => true));
    throw isOther ? new Problem('invalid', message('backup.problem.noBackup', { name }), { cause: error }) : explainUnreadable(path, error);
  });
  try {
    const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
    const manifestEntry = entries.get(manifestName);
    const databaseEntry = entries.get(databaseName);
    if (!manifestEntry || !databaseEntry || manifestEntry.size > manifestLimits.bytes)
      throw new Problem('invalid', message('backup.problem.noBackup', { name }));
    const manifest = parseManifest(parseJsonOrUndefined(await readText(zip, manifestEntry), manifestLimits), name);
    const sizes = new Map(manifest.files.map(({ sha256, bytes }) => [sha256, bytes]));
    const read = (entry: ZipEntry | undefined, bytes: number | undefined): AsyncIterable<Uint8Array> =>
      entry && entry.size === bytes ? zip.readBytes(entry) : missingFile(name);
    const temporary = new TemporaryFolder(dataFolder);
    const readDatabase = () => read(databaseEntry, manifest.database.bytes);
    return {
      manifest,
      readDatabase,
      async placeDatabase() {
        const folder = await temporary.create();
        const database = join(folder, databaseName);
        assertFreeSpace(folder, manifest.database.bytes);
        await copyDatabase({ manifest, readDatabase }, database);
        return { database, upgraded: join(folder, 'upgraded.sqlite') };
      },
      readFile: (sha256) => read(entries.get(filesFolder + sha256), sizes.get(sha256)),
      async close() {
        zip.close();
        await temporary.remove();
      },
    };
  } catch (error) {
    zip.close();
    throw toDiskProblem(error, path);
  }
}

/** A temporary folder that only exists if it is used. */
class TemporaryFolder {
  readonly #dataFolder: string;
  readonly #created: string[] = [];

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  async create(): Promise<string> {
    const folder = await createTemporaryFolder(this.#dataFolder);
    this.#created.push(folder);
    return folder;
  }

  async remove(): Promise<void> {
    for (const folder of this.#created) await removeTemporaryFolder(folder);
  }
}

function explainUnreadable(path: string, error: unknown): unknown {
  const code = errorCodeOf(error);
  // A file whose name is longer than the system allows cannot exist.
  if (isMissingError(error) || code === 'ENAMETOOLONG')
    return new Problem('notFound', message('problem.disk.noFile', { path }), { cause: error });
  if (code === 'EISDIR') return new Problem('invalid', message('backup.problem.noBackup', { name: basename(path) }), { cause: error });
  if (error instanceof Problem || code === null) return error;
  return new Problem('invalid', message('problem.import.unreadable', { path, code }), { cause: error });
}

async function readText(zip: ZipArchive, entry: ZipEntry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.readBytes(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

// biome-ignore lint/correctness/useYield: throws when it is read, like a file that is missing on the disk.
async function* missingFile(name: string): AsyncGenerator<Uint8Array> {
  throw new Problem('invalid', message('backup.problem.damaged', { name }));
}

export interface BackupContent {
  readonly manifest: BackupManifest;
  readDatabase(): AsyncIterable<Uint8Array>;
  /**
   * The path of the backup's database, which must not be changed, and one for an upgraded copy, if it has to be upgraded to be read. Throws
   * a Problem `invalid` if the database is not the one that was written.
   */
  placeDatabase(): Promise<{ readonly database: string; readonly upgraded: string }>;
  /** The bytes of a file. If they are missing, reading them throws. */
  readFile(sha256: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

interface ListedBackupOptions {
  /** The data folder whose temporary folder is used. */
  readonly dataFolder: string;
  /** The database of a backup that is being written. */
  readonly database?: string;
}

/** The content of a listed backup, or of one that is being written. */
export function openListedBackup(folder: BackupFolder, manifest: BackupManifest, options: ListedBackupOptions): BackupContent {
  const { dataFolder, database = folder.databaseOf(manifest.id) } = options;
  const temporary = new TemporaryFolder(dataFolder);
  return {
    manifest,
    readDatabase: () => readFileBytes(database),
    async placeDatabase() {
      const found = await fingerprintFile(database).catch(() => undefined);
      if (found?.sha256 !== manifest.database.sha256) throw damagedBackupProblem(manifest);
      return { database, upgraded: join(await temporary.create(), 'upgraded.sqlite') };
    },
    readFile: (sha256) => readFileBytes(folder.filePathOf(sha256)),
    close: () => temporary.remove(),
  };
}

const damagedBackupProblem = ({ id }: BackupManifest): Problem => new Problem('invalid', message('backup.problem.damaged', { name: id }));

/** Writes the database to a new file. Throws a Problem `invalid` if it is not the one that was backed up. */
export async function copyDatabase(
  { manifest, readDatabase }: Pick<BackupContent, 'manifest' | 'readDatabase'>,
  to: string,
): Promise<void> {
  if (!(await copyVerified(readDatabase(), manifest.database.sha256, to))) throw damagedBackupProblem(manifest);
}

/** Returns false, and leaves no file, if the bytes are missing, cannot be read or differ from those that were backed up. */
export async function copyVerified(source: AsyncIterable<Uint8Array>, sha256: string, to: string): Promise<boolean> {
  const hash = createHash('sha256');
  const file = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of withSourceErrors(source)) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } catch (error) {
    const cause = error instanceof SourceError ? error.cause : undefined;
    const isUnreadable = (cause instanceof Problem && cause.code === 'invalid') || isUnreadableFileError(cause);
    if (!isUnreadable) throw cause ?? error;
    hash.update('incomplete');
  } finally {
    await file.close();
  }
  if (hash.digest('hex') === sha256) return true;
  await rm(to, { force: true });
  return false;
}

/** Throws a 404 if there is no such backup. */
export async function findListedBackup(folder: BackupFolder, id: string): Promise<BackupManifest> {
  const { manifests, unreadable } = await folder.list();
  const found = manifests.find((manifest) => manifest.id === id);
  if (found) return found;
  if (unreadable.includes(id)) throw new Problem('invalid', message('backup.problem.unreadable', { name: id }));
  throw new Problem('notFound', message('backup.problem.unknown', { id }), { context: { id } });
}
