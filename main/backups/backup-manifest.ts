/** `backup.json`: describes the content of a backup. It is written after everything else, so a backup with a manifest is complete. */

import { z } from 'zod';
import { type Backup, backupReasons } from '../../shared/contracts/backups.ts';
import { formatIsoTime } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { isBackupId } from '../platform/backup-entries.ts';
import { type FileLimits, readJsonFile } from '../platform/untrusted-file.ts';

export const manifestName = 'backup.json';
export const databaseName = 'taleport.sqlite';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** The version of the format. A version of Taleport must not read backups of a format that it does not support. */
const format = 1;

const manifestSchema = z.object({
  format: z.literal(format),
  id: z.string().refine(isBackupId),
  /** Microseconds since 1970. */
  at: z.int(),
  reason: z.enum(backupReasons),
  /** The version of Taleport that wrote it. */
  app: z.string(),
  database: z.object({ bytes: z.int().nonnegative(), sha256: sha256Schema }),
  projects: z
    .array(z.object({ hash: z.string(), name: z.string(), version: z.int(), updated: z.int(), records: z.int().nonnegative() }))
    .readonly(),
  files: z.array(z.object({ sha256: sha256Schema, bytes: z.int().nonnegative() })).readonly(),
  /** Files whose bytes were missing in the data folder when the backup was made. */
  missingFiles: z.array(sha256Schema),
});
export type BackupManifest = Readonly<z.infer<typeof manifestSchema>>;
export const manifestFormat = format;

export const serializeManifest = (manifest: BackupManifest): string => `${JSON.stringify(manifest, null, 1)}\n`;

/** A manifest lists all files of all projects; one with 500,000 has 55 MB. */
export const manifestLimits: FileLimits = { bytes: 64 * 2 ** 20, values: 2_000_000, depth: 16 };

/** Throws a Problem `invalid` that names the backup. */
export function parseManifest(json: unknown, name: string): BackupManifest {
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new Problem('invalid', message('backup.problem.unreadable', { name }));
  return parsed.data;
}

/** Reads and parses a manifest file. Throws a Problem `invalid` that names the backup. */
export async function readManifest(path: string, name: string): Promise<BackupManifest> {
  const json = await readJsonFile(path, manifestLimits).catch((error: unknown) => {
    throw new Problem('invalid', message('backup.problem.unreadable', { name }), { cause: error });
  });
  return parseManifest(json, name);
}

/** The id sorts by time. Its random end distinguishes two backups made in the same second. */
export function createBackupId(at: number, random: () => number): string {
  const time = new Date(Math.floor(at / 1000)).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const end = Array.from({ length: 4 }, () => Math.floor(random() * 36).toString(36)).join('');
  return `${time}Z-${end}`;
}

export const describeBackup = ({ id, at, reason, database, projects, files }: BackupManifest): Backup => ({
  id,
  at: formatIsoTime(at),
  reason,
  bytes: database.bytes + files.reduce((sum, { bytes }) => sum + bytes, 0),
  projects: projects.map(({ hash, name, records }) => ({ hash, name, records })),
});
