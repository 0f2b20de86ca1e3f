/**
 * Access to the parts of a backup: in the folder of backups, or in a single file to keep or to move to another computer, which is a .zip with
 * backup.json, taleport.sqlite and files/<SHA-256>.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { parseJsonOrUndefined } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../importers/zip-archive.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { isMissingError } from '../platform/disk.ts';
import { toDiskProblem } from '../platform/disk-error.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { fingerprintFile } from '../platform/fingerprint.ts';
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
  add(databaseName, () => createReadStream(content.database), { compress: true });
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
 * Opens a file that `writeBackupFile` wrote. Its database is unpacked into a temporary folder, which `close` removes. Throws a Problem if
 * the file is not a backup.
 */
export async function openBackupFile(path: string): Promise<BackupContent> {
  const name = basename(path);
  const zip = await openZip(path, name).catch((error: unknown) => {
    throw explainUnreadable(path, error);
  });
  let folder: string | undefined;
  try {
    const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
    const manifestEntry = entries.get(manifestName);
    const databaseEntry = entries.get(databaseName);
    if (!manifestEntry || !databaseEntry || manifestEntry.size > manifestLimits.bytes)
      throw new Problem('invalid', message('backup.problem.noBackup', { name }));
    const manifest = parseManifest(parseJsonOrUndefined(await readText(zip, manifestEntry), manifestLimits), name);
    const created = await mkdtemp(join(tmpdir(), 'taleport-backup-'));
    folder = created;
    const database = join(created, databaseName);
    await unpack(zip, databaseEntry, database);
    return {
      manifest,
      database,
      temporaryDatabase: join(created, 'upgraded.sqlite'),
      readFile: (sha256) => {
        const entry = entries.get(filesFolder + sha256);
        return entry ? zip.readBytes(entry) : missingFile(name);
      },
      async close() {
        zip.close();
        await rm(created, { recursive: true, force: true });
      },
    };
  } catch (error) {
    zip.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    throw toDiskProblem(error, folder ?? path);
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

async function unpack(zip: ZipArchive, entry: ZipEntry, to: string): Promise<void> {
  const file = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of zip.readBytes(entry)) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

// biome-ignore lint/correctness/useYield: throws when it is read, like a file that is missing on the disk.
async function* missingFile(name: string): AsyncGenerator<Uint8Array> {
  throw new Problem('invalid', message('backup.problem.damaged', { name }));
}

export interface BackupContent {
  readonly manifest: BackupManifest;
  /** The path of the backup's database, which must not be changed. */
  readonly database: string;
  /** A path for an upgraded copy of the database, if it has to be upgraded to be read. */
  readonly temporaryDatabase: string;
  /** The bytes of a file. If they are missing, reading them throws. */
  readFile(sha256: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** The content of a listed backup, or, with `database`, of one that is being written. */
export async function openListedBackup(folder: BackupFolder, manifest: BackupManifest, database?: string): Promise<BackupContent> {
  const temporary = await mkdtemp(join(tmpdir(), 'taleport-backup-'));
  return {
    manifest,
    database: database ?? folder.databaseOf(manifest.id),
    temporaryDatabase: join(temporary, databaseName),
    readFile: (sha256) => createReadStream(folder.filePathOf(sha256)),
    close: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Throws a 404 if there is no such backup. */
export async function findListedBackup(folder: BackupFolder, id: string): Promise<BackupManifest> {
  const { manifests, unreadable } = await folder.list();
  const found = manifests.find((manifest) => manifest.id === id);
  if (found) return found;
  if (unreadable.includes(id)) throw new Problem('invalid', message('backup.problem.unreadable', { name: id }));
  throw new Problem('notFound', message('backup.problem.unknown', { id }), { context: { id } });
}

/** Throws a Problem `invalid` if the database is not the one that was written. */
export async function verifyDatabase({ manifest, database }: BackupContent): Promise<void> {
  const found = await fingerprintFile(database).catch(() => undefined);
  if (found?.sha256 !== manifest.database.sha256) throw new Problem('invalid', message('backup.problem.damaged', { name: manifest.id }));
}
