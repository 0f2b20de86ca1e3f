/**
 * Copies everything that can be read from a damaged database to a new file, row by row. Damaged records are copied unchanged, and opening
 * their project replaces or reports them (main/engine/damage). Other damaged rows are taken from the newest backup, or left out.
 */
import type { Environment } from '../../../shared/environment.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeDiskError } from '../../platform/disk-error.ts';
import { isCompleteProject } from './project-rows.ts';
import { addMissingProjects, type LostRows, removeIncompleteProjects, replaceDamagedValues } from './replace-lost-rows.ts';
import { checkedTables, defineRowChecksum } from './row-checksum.ts';
import { copyWithHeader, openUpgraded, readableRows, removeDatabase, tableInterior, tableLeaf } from './salvage-source.ts';
import { addScannedRows, isIntact, prepareInsert, type SalvagedRow, type ScannedTable } from './salvaged-rows.ts';
import { checksumVersion, isNewerVersionProblem, readSchemaVersion, schemaUpgrades, upgradeSchema } from './schema-upgrade.ts';
import { type Database, damagedRowProblem, openDatabaseFile, openReadOnlyDatabase, wrapDatabaseErrors } from './sqlite.ts';

export interface SalvageResult {
  /**
   * The number of rows that were left out or taken from a backup, by table; null if a part of the table cannot be read, so that the number
   * is unknown.
   */
  readonly lostRows: LostRows;
}

interface SalvageOptions {
  /**
   * Whether no newer version has opened the file, so that a newer version number must be damage. Otherwise the file is left to the newer
   * version.
   */
  readonly isOfKnownVersion?: boolean;
}

/**
 * Replaces `to`. `backup` is the database of the newest backup; null if there is none. Throws a Problem `store` if nothing can be read;
 * `to` does not exist then.
 */
export function salvageDatabase(
  file: string,
  to: string,
  backup: string | null,
  environment: Environment,
  options: SalvageOptions = {},
): SalvageResult {
  removeDatabase(to);
  try {
    return salvageInto(file, to, backup, environment, options);
  } catch (error) {
    removeDatabase(to);
    throw error;
  }
}

/** Tries to read the file as it is, then with an intact header, then page by page. */
function salvageInto(
  file: string,
  to: string,
  backup: string | null,
  environment: Environment,
  { isOfKnownVersion = false }: SalvageOptions,
): SalvageResult {
  const upgradedBackup = `${to}.backup`;
  const older = backup === null ? null : openUpgraded(backup, upgradedBackup);
  const copy = `${to}.source`;
  const attempts = [
    () => openReadOnlyDatabase(file),
    () => openReadOnlyDatabase(copyWithHeader(file, copy, { pageType: null })),
    () => openReadOnlyDatabase(copyWithHeader(file, copy, { pageType: tableLeaf })),
    () => openReadOnlyDatabase(copyWithHeader(file, copy, { pageType: tableInterior })),
    () => null,
  ];
  const failures: unknown[] = [];
  try {
    for (const [attempt, openSource] of attempts.entries()) {
      try {
        return salvageFrom({ file, openSource, older, scansPages: attempt > 0, isOfKnownVersion }, to, environment);
      } catch (error) {
        if (isFinal(error)) throw error;
        failures.push(error);
        removeDatabase(to);
      } finally {
        removeDatabase(copy);
      }
    }
  } finally {
    older?.close();
    removeDatabase(upgradedBackup);
  }
  throw failures[0];
}

/** Whether another attempt is pointless: the disk is the cause, or the file belongs to a newer version, which can repair it. */
const isFinal = (error: unknown): boolean =>
  isNewerVersionProblem(error) || (error instanceof Problem && describeDiskError(error.cause, '') !== null);

interface SalvageSource {
  readonly file: string;
  /** null if only the pages can be read. */
  readonly openSource: () => Database | null;
  readonly older: Database | null;
  /**
   * Whether rows of tables that cannot be read completely are searched in all pages. If the header is intact, the pages may also contain
   * outdated rows, which are worse than a reported gap.
   */
  readonly scansPages: boolean;
  readonly isOfKnownVersion: boolean;
}

function salvageFrom(
  { file, openSource, older, scansPages, isOfKnownVersion }: SalvageSource,
  to: string,
  environment: Environment,
): SalvageResult {
  return wrapDatabaseErrors(file, () => {
    const opened: Database[] = [];
    try {
      const source = openSource();
      if (source) opened.push(source);
      const target = openDatabaseFile(to);
      opened.push(target);
      const version = source ? readPlausibleVersion(source, file, { isOfKnownVersion }) : checksumVersion;
      defineRowChecksum(target);
      target.pragma('foreign_keys = OFF');
      target.pragma('synchronous = FULL');
      target.pragma('fullfsync = ON');
      return target.transaction(() => {
        if (source && !hasChecksums(source)) return copyEarlierTables(source, target, version, older, environment);
        // The version number of the source may be damaged, so its rows are upgraded even if they already were.
        upgradeSchema(target, () => undefined, schemaUpgrades.slice(0, checksumVersion));
        const lostRows = copyTables({ file, source, older, scansPages }, target, environment);
        upgradeSchema(target, () => undefined);
        return { lostRows: replaceDamagedValues(target, older, lostRows) };
      })();
    } finally {
      for (const database of opened) database.close();
    }
  });
}

/** Throws a Problem for a file of a newer Taleport. A number that no version will ever have is damage. */
function readPlausibleVersion(source: Database, file: string, { isOfKnownVersion }: Required<SalvageOptions>): number {
  const maxVersion = isOfKnownVersion ? schemaUpgrades.length : 999;
  const isPlausible = Number(source.pragma('user_version', { simple: true })) <= maxVersion;
  return isPlausible ? readSchemaVersion(source, file) : schemaUpgrades.length;
}

function copyTables(
  { file, source, older, scansPages }: Omit<SalvageSource, 'openSource' | 'isOfKnownVersion'> & { readonly source: Database | null },
  target: Database,
  environment: Environment,
): LostRows {
  const lostRows: Record<string, number | null> = {};
  const damagedProjects = new Map<unknown, SalvagedRow>();
  const readErrors: unknown[] = [];
  const unread = new Set<ScannedTable>();
  for (const table of [...checkedTables, 'touched'] as const) {
    const put = prepareInsert(target, table);
    let lost = 0;
    let isInterrupted = false;
    const onInterrupted = (error: unknown): void => {
      isInterrupted = true;
      readErrors.push(error);
    };
    for (const row of source ? readableRows(source, table, onInterrupted) : []) {
      // Damaged records are copied unchanged; opening their project handles them.
      if ((table === 'record' || table === 'touched' || isIntact(table, row)) && put(row)) continue;
      // Copied although it is damaged: the upgrade gives it the name by which it is found in the backup.
      if (table === 'key_value' && (put(row) || put({ ...row, json: '', checksum: -1 }))) continue;
      lost += 1;
      if (table === 'project') damagedProjects.set(row.id, row);
    }
    if (isInterrupted || lost > 0) lostRows[table] = isInterrupted ? null : lost;
    if (source && !isInterrupted) continue;
    lostRows[table] = null;
    unread.add(table);
  }
  if (unread.size > 0 && scansPages) addScannedRows(file, target, unread);
  addMissingProjects(target, older, damagedProjects, environment);
  const removed = removeIncompleteProjects(target);
  if (removed > 0 && lostRows.record !== null) lostRows.record = (lostRows.record ?? 0) + removed;
  verifyNotEmpty(file, target, readErrors[0]);
  return lostRows;
}

/** Determined from the tables, because the version number may be damaged. */
const hasChecksums = (source: Database): boolean =>
  source.prepare("SELECT count(*) FROM pragma_table_info('record') WHERE name = 'checksum'").pluck().get() === 1;

/** A file of an earlier version has no checksums: all readable rows are copied to tables of the same version, which are then upgraded. */
function copyEarlierTables(
  source: Database,
  target: Database,
  version: number,
  older: Database | null,
  environment: Environment,
): SalvageResult {
  const lostRows: Record<string, number | null> = {};
  upgradeSchema(target, () => undefined, schemaUpgrades.slice(0, version));
  const readErrors: unknown[] = [];
  const tables = target
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  for (const table of tables) {
    const put = prepareInsert(target, table);
    // The name of the table after the upgrade.
    const name = table === 'shelf' ? 'key_value' : table;
    const onInterrupted = (error: unknown): void => {
      lostRows[name] = null;
      readErrors.push(error);
    };
    for (const row of readableRows(source, table, onInterrupted))
      if (!put(row) && lostRows[name] !== null) lostRows[name] = (lostRows[name] ?? 0) + 1;
  }
  upgradeSchema(target, () => undefined);
  addMissingProjects(target, older, new Map(), environment);
  verifyNotEmpty(source.name, target, readErrors[0]);
  return { lostRows: replaceDamagedValues(target, older, lostRows) };
}

/** Throws if the database is empty, because it would be treated as a new one. */
function verifyNotEmpty(file: string, target: Database, readError: unknown): void {
  if (target.prepare(`SELECT count(*) FROM project WHERE ${isCompleteProject}`).pluck().get() === 0)
    throw damagedRowProblem(file, 'project', readError);
}
