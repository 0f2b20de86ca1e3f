/** Calls about backups. */

import { z } from 'zod';
import { message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import {
  type Backup,
  type BackupStatus,
  backupSettingsSchema,
  backupSourceSchema,
  type ProjectComparison,
  type WrittenBackup,
} from '../backups.ts';
import { defineCall, forceSchema, hashSchema, noInput, writtenFileSchema, writtenFolderSchema } from './define-call.ts';
import type { ImportedProject } from './results.ts';

export const backupCalls = {
  /** Newest first. */
  'backup.list': defineCall(noInput).returns<Backup[]>(),
  'backup.status': defineCall(noInput).returns<BackupStatus>(),
  /**
   * Existing backups stay in the folder that they are in. If the chosen one contains other files, the backups go into a folder in it. A Problem with
   * `context.confirm` if it contains those of another data folder: `force` takes them over.
   */
  'backup.configure': defineCall(
    backupSettingsSchema.partial().extend({ folder: writtenFolderSchema.nullable().optional(), force: forceSchema }),
  ).returns<BackupStatus>(),
  /** Adds a backup to the list; with `file`, writes all projects, or the one with this hash, to a file. `job` names its progress events. */
  'backup.create': defineCall(
    z
      .strictObject({ hash: hashSchema.optional(), file: writtenFileSchema.optional(), job: z.string().optional() })
      .refine(({ hash, file }) => hash === undefined || file !== undefined, {
        path: ['file'],
        error: schemaError(message('fault.required')),
      }),
  ).returns<WrittenBackup>(),
  /** Writes a backup of the list to a file. */
  'backup.export': defineCall(
    z.strictObject({ id: z.string(), file: writtenFileSchema, job: z.string().optional() }),
  ).returns<WrittenBackup>(),
  /** How the projects of a backup differ from those of now. */
  'backup.compare': defineCall(z.strictObject({ source: backupSourceSchema })).returns<ProjectComparison[]>(),
  /** Creates a new project from one of a backup: `project` is its hash there, needed if there are several. Nothing is overwritten. */
  'backup.restore': defineCall(
    z.strictObject({
      source: backupSourceSchema,
      project: hashSchema.optional(),
      name: z.string().min(1).max(255).optional(),
      job: z.string().optional(),
    }),
  ).returns<ImportedProject>(),
};
