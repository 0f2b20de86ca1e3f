/** Gives access to the parts of a backup, in the folder of backups or in a file. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { fingerprintFile } from '../platform/fingerprint.ts';
import type { BackupFolder } from './backup-folder.ts';
import { type BackupManifest, databaseName } from './backup-manifest.ts';

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
