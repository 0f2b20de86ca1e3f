/** The result of examining a whole database (examine-database.ts), and how its damage is described. */
import type { CheckedTable } from '../storage/row-checksum.ts';

export interface ExaminedRecord {
  /** The hash of its project. */
  readonly hash: string;
  readonly id: string;
  readonly kind: string;
  /** Empty if the title cannot be read. */
  readonly title: string;
}

export interface DatabaseExamination {
  /** The result of checking the structure of the file: `ok`, or the first errors. */
  readonly integrity: string;
  /** The number of damaged rows by table. Empty for a file of an earlier version, which has no checksums. */
  readonly damagedRows: Partial<Record<CheckedTable, number>>;
  readonly damagedRecords: readonly ExaminedRecord[];
  /** The number of projects with damaged records about which the user has not decided. */
  readonly openDamage: number;
  /** The names of projects, by hash. */
  readonly projects: readonly { readonly hash: string; readonly name: string }[];
  /** The number of records of all projects, by kind. */
  readonly records: Readonly<Record<string, number>>;
  readonly bytes: number;
}

/** `ok`, or a description of the damage: of the structure of the file, or else the number of damaged rows by table. */
export function describeDatabaseDamage({ integrity, damagedRows }: Pick<DatabaseExamination, 'integrity' | 'damagedRows'>): string {
  if (integrity !== 'ok') return integrity;
  const rows = Object.entries(damagedRows).map(([table, count]) => `${table}: ${count}`);
  return rows.length > 0 ? rows.join('; ') : 'ok';
}

/**
 * Like `describeDatabaseDamage`, but without damaged records: opening their project replaces or reports them, so the file needs no repair.
 */
export function describeFileDamage({ integrity, damagedRows }: DatabaseExamination): string {
  const { record: _records, ...otherRows } = damagedRows;
  return describeDatabaseDamage({ integrity, damagedRows: otherRows });
}
