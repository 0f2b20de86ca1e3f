/** Replaces the rows that a salvaged database has lost: they are taken from the newest backup, created again, or left out. */
import type { Environment } from '../../../shared/environment.ts';
import { isIncompleteRow } from './project-rows.ts';
import { checkedColumns, rowChecksum } from './row-checksum.ts';
import { isIntact, prepareInsert, type SalvagedRow } from './salvaged-rows.ts';
import type { Database } from './sqlite.ts';

/** The number of lost rows by table; null if a part of the table cannot be read, so that the number is unknown. */
export type LostRows = Readonly<Record<string, number | null>>;

/**
 * Takes damaged values from the backup, or leaves them out. Both databases must have the current tables. Returns the lost rows, including
 * these.
 */
export function replaceDamagedValues(target: Database, older: Database | null, lostRows: LostRows): LostRows {
  const put = prepareInsert(target, 'key_value');
  const remove = target.prepare('DELETE FROM key_value WHERE store = ? AND id = ?');
  const damaged = target
    .prepare<[], { store: string; id: string }>('SELECT store, id FROM key_value WHERE checksum <> row_checksum(store, id, json)')
    .all();
  for (const { store, id } of damaged) {
    remove.run(store, id);
    // A revoked key must not work again, so accounts are never taken from a backup.
    if (store === 'accounts') continue;
    const replacement = readBackup(() =>
      older?.prepare<[string, string], SalvagedRow>('SELECT * FROM key_value WHERE store = ? AND id = ?').get(store, id),
    );
    if (replacement && isIntact('key_value', replacement)) put(replacement);
  }
  const { key_value: lost = 0 } = lostRows;
  return damaged.length === 0 || lost === null ? lostRows : { ...lostRows, key_value: lost + damaged.length };
}

/**
 * Adds projects whose row is lost or damaged. A backup has them under the same number. Without one, the damaged row is used as far as
 * possible, and without such a row, the project gets a new hash.
 */
export function addMissingProjects(
  target: Database,
  older: Database | null,
  damaged: ReadonlyMap<unknown, SalvagedRow>,
  environment: Environment,
): void {
  const lost = target
    .prepare<[], { id: number; records: number; isProject: number }>(
      "SELECT project AS id, count(*) AS records, max(id = 'project') AS isProject FROM record WHERE project NOT IN (SELECT id FROM project) GROUP BY project",
    )
    .all();
  const insert = target.prepare(
    'INSERT OR IGNORE INTO project (id, hash, status, version, updated, created, records, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const latestStep = target.prepare<[number], { version: number | null; time: number | null }>(
    'SELECT max(version) AS version, max(time) AS time FROM journal WHERE project = ?',
  );
  for (const { id, records, isProject } of lost) {
    const row = [
      readBackup(() => older?.prepare<[number], SalvagedRow>('SELECT * FROM project WHERE id = ?').get(id)),
      damaged.get(id),
    ].find((each) => each !== undefined && !isIncompleteRow(each));
    // A record with a damaged project number does not prove that a project exists.
    if (!row && isProject === 0) continue;
    const latest = latestStep.get(id);
    const columns = [
      id,
      row?.hash ?? environment.newId().replaceAll('-', '').slice(-10),
      'active',
      Math.max(Number(row?.version ?? 1), latest?.version ?? 0),
      Math.max(Number(row?.updated ?? 0), latest?.time ?? 0),
      row?.created ?? environment.now(),
      Math.max(Number(row?.records ?? 0), records),
    ];
    insert.run(...columns, rowChecksum(...columns));
  }
}

/**
 * Removes records whose project has neither a row nor a project record: they belong to an incomplete project whose row is lost. Otherwise a
 * new project would get their number, and with it these records. Records with a damaged project number remain, because their checksum shows
 * to which project they belong. Returns the number of removed records.
 */
export function removeIncompleteProjects(target: Database): number {
  const remove = target.prepare(
    `DELETE FROM record WHERE project NOT IN (SELECT id FROM project UNION SELECT project FROM record WHERE id = 'project')
     AND checksum = row_checksum(${checkedColumns.record.join(', ')})`,
  );
  return remove.run().changes;
}

/** Undefined if the backup does not contain the row, or is damaged itself. */
function readBackup(read: () => SalvagedRow | undefined): SalvagedRow | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
