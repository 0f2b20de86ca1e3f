/**
 * Checks of a data folder, for `doctor` and the diagnostics bundle. They change nothing, and work even if the folder is in use or cannot be
 * opened.
 */

import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { type Message, message, shellArgument, verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { incomingFolderIn } from '../../assets/file-store.ts';
import { BackupFolder } from '../../backups/backup-folder.ts';
import type { BackupManifest } from '../../backups/backup-manifest.ts';
import { listManifestsOrNone } from '../../backups/list-backups.ts';
import { type DatabaseExamination, describeFileDamage } from '../../engine/database-tasks/examine-database.ts';
import { examineDatabaseInBackground } from '../../engine/database-tasks/run-database-task.ts';
import { checkDatabaseFiles } from '../../engine/storage/integrity-record.ts';
import { isUpgradeNeeded } from '../../engine/storage/schema-upgrade.ts';
import { isClosingProblem } from '../../platform/closing-problem.ts';
import { assetFolderIn, databaseFileIn, listOwnEntries, logFolderIn } from '../../platform/data-folder.ts';
import { isAccessible, isFileOrMissing, predictWriteError } from '../../platform/disk-error.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { errorMessageOf } from '../../platform/errors.ts';
import { logPath } from '../../platform/log.ts';
import { describeLostChanges } from './opening-notices.ts';
import { isSalvageable } from './repair-data-folder.ts';
import { verifyDatabaseOfContent, verifyEntries } from './verify-data-folder.ts';

/** With less free space than this, backups and exports soon fail. */
const minFreeBytes = 200 * 2 ** 20;

export interface FolderCheck {
  readonly check: 'folder' | 'disk' | 'log' | 'changes' | 'database' | 'schema' | 'records' | 'backups';
  readonly ok: boolean;
  readonly detail: Message;
  readonly remedy: Message | null;
  /** The damaged records with their names, which the diagnostics bundle must not contain. */
  readonly records?: readonly { readonly project: string; readonly kind: string; readonly id: string; readonly title: string }[];
}

export interface FolderExamination {
  readonly checks: readonly FolderCheck[];
  /** null if the database is missing or cannot be read. */
  readonly database: DatabaseExamination | null;
  readonly backups: number;
}

export async function examineDataFolder(folder: string): Promise<FolderExamination> {
  const folderCheck = await checkFolder(folder);
  if (!folderCheck.ok) return { checks: [folderCheck], database: null, backups: 0 };
  const backupFolder = new BackupFolder(folder);
  const manifests = await listManifestsOrNone(folder);
  const [newest] = manifests;
  const remedies = remediesFor(folder, newest?.id);
  // Checked before the database is read, because reading may change its log.
  const changes = await checkChanges(folder);
  const { check, database } = await examineFile(folder, remedies);
  const backups: FolderCheck = newest
    ? { check: 'backups', ok: true, detail: describeBackups(manifests, newest), remedy: null }
    : {
        check: 'backups',
        ok: (database?.projects.length ?? 0) === 0,
        detail: (await backupFolder.isPresent().catch(() => true))
          ? message('doctor.backups.none')
          : message('backup.problem.folderMissing', { folder: backupFolder.path }),
        remedy: message('doctor.remedy.backUp'),
      };
  const checks = [
    folderCheck,
    await checkDisk(folder),
    await checkLog(folder),
    changes,
    check,
    ...(database ? [checkSchema(database, remedies.repair)] : []),
    ...(database?.foreignObject === null ? [checkRecords(database, remedies.repair)] : []),
    backups,
  ];
  return { checks: checks.map((each) => (each.ok ? { ...each, remedy: null } : each)), database, backups: manifests.length };
}

function describeBackups(manifests: readonly BackupManifest[], newest: BackupManifest): Message {
  const found = message('doctor.backups.newest', { count: manifests.length, at: Math.floor(newest.at / 1000) });
  const now = systemEnvironment.now();
  const count = manifests.filter(({ at }) => at > now).length;
  return count === 0 ? found : message('doctor.backups.future', { found, count });
}

async function checkFolder(folder: string): Promise<FolderCheck> {
  const noAccess = await problemOf(() => access(folder, constants.R_OK | constants.W_OK));
  // These messages also say what to do about the entry that they name.
  const wrongEntry = noAccess === null ? ((await problemOf(() => verifyEntries(folder))) ?? describeInaccessibleEntry(folder)) : null;
  return {
    check: 'folder',
    ok: noAccess === null && wrongEntry === null,
    detail: noAccess ?? wrongEntry ?? verbatim(folder),
    remedy: wrongEntry === null ? message('doctor.remedy.folder', { folder }) : null,
  };
}

/** The first entry that this user cannot read or write. The log has a check of its own, because Taleport opens without it. */
function describeInaccessibleEntry(folder: string): Message | null {
  const entries = listOwnEntries(folder).filter((path) => path !== logFolderIn(folder));
  const path = [...entries, incomingFolderIn(assetFolderIn(folder))].find((entry) => existsSync(entry) && !isAccessible(entry));
  return path === undefined ? null : message('problem.disk.pathNotPermitted', { path });
}

async function checkDisk(folder: string): Promise<FolderCheck> {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
  const ok = free === null || free >= minFreeBytes;
  return {
    check: 'disk',
    ok,
    detail: free === null ? message('doctor.disk.unknown') : message('doctor.disk.free', { megabytes: Math.floor(free / 2 ** 20) }),
    remedy: message('doctor.remedy.disk'),
  };
}

async function checkLog(folder: string): Promise<FolderCheck> {
  const file = logPath(folder, 'taleport');
  // A folder that was just restored has no such file yet.
  const ok = existsSync(file) ? (await problemOf(() => access(file, constants.W_OK))) === null : predictWriteError(file) === null;
  return {
    check: 'log',
    ok: (ok && isFileOrMissing(file)) || !existsSync(databaseFileIn(folder)),
    detail: verbatim(file),
    remedy: message('doctor.remedy.log', { file }),
  };
}

interface Remedies {
  /** The message if there is something to repair and there are backups to restore from. */
  readonly repair: Message;
  /** The message if only restoring is left. */
  readonly restore: Message;
}

function remediesFor(folder: string, newest: string | undefined): Remedies {
  const folderArgument = shellArgument(folder);
  return newest === undefined
    ? {
        repair: message('doctor.remedy.repair', { folderArgument }),
        restore: message('doctor.remedy.noBackup', { file: databaseFileIn(folder) }),
      }
    : {
        repair: message('doctor.remedy.repairOrRestore', { id: newest, folderArgument }),
        restore: message('doctor.remedy.restore', { id: newest, folderArgument }),
      };
}

async function checkChanges(folder: string): Promise<FolderCheck> {
  const [lost] = await describeLostChanges(folder);
  return {
    check: 'changes',
    ok: lost === undefined,
    detail: lost ?? message('doctor.changes.none'),
    remedy: message('doctor.remedy.changes', { folderArgument: shellArgument(folder) }),
  };
}

async function examineFile(
  folder: string,
  { repair, restore }: Remedies,
): Promise<{ readonly check: FolderCheck; readonly database: DatabaseExamination | null }> {
  const file = databaseFileIn(folder);
  const missing = await problemOf(() => {
    verifyDatabaseOfContent(folder);
    checkDatabaseFiles(file);
  });
  const bytes = (await stat(file).catch(() => null))?.size ?? 0;
  if (missing !== null || bytes === 0)
    return {
      check: { check: 'database', ok: missing === null, detail: missing ?? message('doctor.database.new'), remedy: restore },
      database: null,
    };
  try {
    const database = await examineDatabaseInBackground(file);
    const found = describeFileDamage({ ...database, foreignObject: null });
    const ok = found === 'ok';
    const detail = ok
      ? message('doctor.database.intact', { file, projects: database.projects.length })
      : message('problem.store.damaged', { file, found });
    const remedy = ok || (await isSalvageable(folder)) ? repair : restore;
    return { check: { check: 'database', ok, detail, remedy }, database };
  } catch (error) {
    if (isClosingProblem(error)) throw error;
    const found = errorMessageOf(error);
    // The thread that examines the database reports errors as text.
    const problem = await problemOf(() => isUpgradeNeeded(file));
    return {
      check: {
        check: 'database',
        ok: false,
        detail: problem ?? message('problem.store.damaged', { file, found }),
        remedy: (await isSalvageable(folder)) ? repair : restore,
      },
      database: null,
    };
  }
}

function checkSchema({ foreignObject }: DatabaseExamination, repair: Message): FolderCheck {
  const ok = foreignObject === null;
  return {
    check: 'schema',
    ok,
    detail: ok ? message('doctor.schema.own') : message('doctor.schema.foreign', { object: foreignObject }),
    remedy: repair,
  };
}

function checkRecords({ records, damagedRecords, openDamage, projects }: DatabaseExamination, restore: Message): FolderCheck {
  const names = new Map(projects.map(({ hash, name }) => [hash, name]));
  const named = damagedRecords.map(({ hash, kind, id, title }) => ({ project: names.get(hash) ?? hash, kind, id, title }));
  const isIntact = damagedRecords.length === 0 && openDamage === 0;
  return { check: 'records', ok: isIntact, detail: describeRecords(), remedy: restore, records: named };

  function describeRecords(): Message {
    if (damagedRecords.length > 0) return message('doctor.records.damaged', { count: damagedRecords.length });
    if (openDamage > 0) return message('doctor.records.open', { count: openDamage });
    return message('doctor.records.intact', { count: Object.values(records).reduce((sum, each) => sum + each, 0) });
  }
}

/** The error of `run` as a message; null if there was none. */
async function problemOf(run: () => unknown): Promise<Message | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return error instanceof Problem ? error.text : verbatim(errorMessageOf(error));
  }
}
