/** Writes a backup: a verified copy of the database, and the files to which it refers. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupReason } from '../../shared/contracts/backups.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { contentPathIn } from '../assets/content-store.ts';
import { storedFilesStoreName } from '../assets/stored-file-index.ts';
import type { DatabaseCopy } from '../engine/database-tasks/database-copy.ts';
import { copyDatabaseInBackground } from '../engine/database-tasks/run-database-task.ts';
import { describeError } from '../platform/errors.ts';
import { version } from '../platform/version.ts';
import type { BackupFolder } from './backup-folder.ts';
import { type BackupManifest, createBackupId, databaseName, manifestFormat } from './backup-manifest.ts';

export interface BackupInput {
  /** The paths of the data folder's database and file store. */
  readonly database: string;
  readonly assetFolder: string;
  readonly environment: Environment;
  readonly reason: BackupReason;
  readonly onlyProject?: string | undefined;
  /** Called with numbers of bytes of files. */
  readonly progress?: (done: number, total: number) => void;
  /** Throws if the user has cancelled. */
  readonly throwIfCancelled?: () => void;
  /** Stops the copy of the database. */
  readonly signal?: AbortSignal;
  readonly log: (line: string) => void;
}

/** If a project is removed while its files are copied, some are missing. The next copy of the database does not refer to them. */
const maxAttempts = 2;

/** Throws a Problem `store` if the database is damaged. If this throws, no backup appears. */
export async function createBackup(folder: BackupFolder, input: BackupInput): Promise<BackupManifest> {
  return withBackupDraft(folder, input, async (draft, manifest) => {
    await folder.finish(draft, manifest);
    return manifest;
  });
}

/** Writes the parts of a backup, passes them to `use`, and removes the draft unless `use` has renamed it. */
export async function withBackupDraft<T>(
  folder: BackupFolder,
  input: BackupInput,
  use: (draft: string, manifest: BackupManifest) => Promise<T>,
): Promise<T> {
  const { environment, reason, log } = input;
  await folder.prepare();
  await folder.removeUnfinished(log);
  const at = environment.now();
  const id = createBackupId(at, environment.random);
  const draft = await folder.createDraft(id);
  try {
    const { copy, missingFiles } = await copyContent(folder, draft, input);
    const { projects, files, bytes, sha256 } = copy;
    const database = { bytes, sha256 };
    return await use(draft, { format: manifestFormat, id, at, reason, app: version, database, projects, files, missingFiles });
  } finally {
    // The next backup removes what another program holds open.
    await rm(draft, { recursive: true, force: true }).catch((error: unknown) => log(`${draft} was not removed: ${describeError(error)}`));
  }
}

async function copyContent(
  folder: BackupFolder,
  draft: string,
  { database, assetFolder, onlyProject, progress, throwIfCancelled, signal }: BackupInput,
): Promise<{ copy: DatabaseCopy; missingFiles: string[] }> {
  const to = join(draft, databaseName);
  for (let attempt = 1; ; attempt++) {
    throwIfCancelled?.();
    await rm(to, { force: true });
    const copy = await copyDatabaseInBackground({ file: database, to, onlyProject, fileRows: storedFilesStoreName }, signal);
    if (copy.check !== 'ok') throw new Problem('store', message('problem.store.damaged', { file: database, found: copy.check }));
    const total = copy.files.reduce((sum, { bytes }) => sum + bytes, 0);
    const missingFiles: string[] = [];
    let done = 0;
    for (const { sha256, bytes } of copy.files) {
      throwIfCancelled?.();
      if (!(await folder.addFile(sha256, bytes, contentPathIn(assetFolder, sha256), throwIfCancelled))) missingFiles.push(sha256);
      done += bytes;
      progress?.(done, total);
    }
    if (missingFiles.length === 0 || attempt === maxAttempts) return { copy, missingFiles };
  }
}
