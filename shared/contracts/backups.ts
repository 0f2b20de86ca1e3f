/** Backups of all projects of a data folder, as they are listed, compared and restored. */
import { z } from 'zod';
import type { Message } from '../messages/message-value.ts';

/** Why a backup was made: by the schedule (`start`, `changes`), by the user (`manual`), or before a step that may go wrong. */
export const backupReasons = ['start', 'changes', 'manual', 'beforeUpgrade', 'beforeImport', 'beforeSyncStop', 'beforeRestore'] as const;
export type BackupReason = (typeof backupReasons)[number];

interface BackedUpProject {
  readonly hash: string;
  readonly name: string;
  /** The number of its records. */
  readonly records: number;
}

export interface Backup {
  readonly id: string;
  /** ISO 8601 with microseconds. */
  readonly at: string;
  readonly reason: BackupReason;
  /** The bytes of its database and of its files, which other backups may share. */
  readonly bytes: number;
  /** Latest change first. */
  readonly projects: readonly BackedUpProject[];
}

/** A new backup, or a backup that was written to a file. */
export interface WrittenBackup {
  /** The path of the file, or of the folder of the backup. */
  readonly file: string;
  readonly bytes: number;
  /** The number of projects. */
  readonly projects: number;
  /** Why older backups that need not be kept could not be removed; null if they were. */
  readonly notThinned: Message | null;
}

/** How a project differs from its version in a backup, counted in records: `added` were added since the backup. */
export interface ProjectComparison {
  readonly hash: string;
  readonly name: string;
  readonly state: 'same' | 'changed' | 'onlyInBackup' | 'onlyNow';
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

const minBackupBytes = 100 * 2 ** 20;
export const backupSettingsSchema = z.strictObject({
  /** An absolute path; null: `backups` in the data folder. */
  folder: z.string().min(1).nullable(),
  /** All backups together; the newest one is kept in any case. */
  maxBytes: z.int().min(minBackupBytes),
});
export type BackupSettings = z.infer<typeof backupSettingsSchema>;

export interface BackupStatus extends BackupSettings {
  /** Where backups are written now. */
  readonly path: string;
  /** Whether the chosen folder is not there, for example because its disk is not connected. No backups are made then. */
  readonly isMissing: boolean;
  /** The space that they take, without what they share with the project data. */
  readonly usedBytes: number;
}

/** A backup of the list, or a file to which one was written. */
export const backupSourceSchema = z.union([z.strictObject({ id: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })]);
export type BackupSource = z.infer<typeof backupSourceSchema>;
