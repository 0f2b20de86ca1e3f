/**
 * The rows of the database and their checksums: SQLite detects damage to the structure of its file, but not to the values in it. Each row
 * contains a checksum of its other columns, which is written by the same statement and verified when the row is read (ADR 0150).
 */
import { crc32 } from 'node:zlib';
import { parseStoredJson, stringifyInSteps } from '../../../shared/json.ts';
import { runSteps } from '../../../shared/lists.ts';
import { parseRecord } from '../../../shared/model/complete-fields.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { splitText } from '../../../shared/text.ts';
import type { Database } from './sqlite.ts';

/** The checksum of the values of a row in the order of its columns. It is stored, so its definition must never change: the CRC of all, joined. */
export function rowChecksum(...columns: readonly (string | number | null)[]): number {
  // A damaged type turns text into a blob with the same bytes, and no column contains blobs.
  if (columns.some((column) => ArrayBuffer.isView(column))) return -1;
  const last = columns.at(-1);
  if (columns.length < 2 || typeof last !== 'string' || last.length < longColumn) return crc32(columns.join('\0'));
  // Joining would copy the text, and Node copies what it gets as one text, which both take twenty times as long as its checksum.
  let checksum = crc32(`${columns.slice(0, -1).join('\0')}\0`);
  for (const piece of splitText(last)) checksum = crc32(piece, checksum);
  return checksum;
}

/** In characters. Shorter texts are joined, because that is faster than a second call. */
const longColumn = 4096;

/** A damaged type turns text into a blob, which the strict tables cannot store. */
export const toStorableText = <T extends string | number | null>(value: T): T | string =>
  Buffer.isBuffer(value) ? value.toString() : value;

/** Wrong if there was none. */
export const toStorableChecksum = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : -1);

/** The columns that a checksum covers, by table. */
export const checkedColumns = {
  project: ['id', 'hash', 'status', 'version', 'updated', 'created', 'records'],
  record: ['project', 'id', 'kind', 'parent', 'rank', 'json'],
  journal: ['project', 'version', 'time', 'origin', 'label', 'step', 'reverts', 'changes'],
  key_value: ['store', 'id', 'json'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type CheckedTable = keyof typeof checkedColumns;
export const checkedTables = ['project', 'record', 'journal', 'key_value'] as const satisfies readonly CheckedTable[];

/** Defines the SQL function `row_checksum` on this connection. An error of `beforeRow` ends the statement. */
export function defineRowChecksum(database: Database, beforeRow: () => void = () => undefined): void {
  // The columns of all tables contain only text, integers and null.
  database.function('row_checksum', { deterministic: true, varargs: true }, (...columns) => {
    beforeRow();
    return rowChecksum(...(columns as (string | number | null)[]));
  });
}

/** A row of the table `project`. */
export interface ProjectRow {
  readonly id: number;
  readonly hash: string;
  readonly status: 'active';
  readonly version: number;
  /** Microseconds since 1970. */
  readonly updated: number;
  readonly created: number;
  /** The number of its records. */
  readonly records: number;
}

/** The status of a project whose records are being stored or removed (insert-project.ts). */
export const incompleteStatus = 'incomplete';

/** Also detects a row whose status or hash is damaged, as long as the other is intact. */
export const isIncompleteRow = ({ status, hash }: { readonly status?: unknown; readonly hash?: unknown }): boolean =>
  status === incompleteStatus || String(hash).startsWith(`${incompleteStatus}-`);

/** A row of the table `project`, also of a project that is not complete. */
export type StoredProjectRow = Omit<ProjectRow, 'status'> & { readonly status: ProjectRow['status'] | typeof incompleteStatus };

/** An SQL condition for the table `project`. */
export const isCompleteProject = `project.status <> '${incompleteStatus}'`;

export const projectChecksum = ({ id, hash, status, version, updated, created, records }: StoredProjectRow): number =>
  rowChecksum(id, hash, status, version, updated, created, records);

/** A row of the journal. `step` is `do` for a command; `undo` and `redo` reverted the row with the version `reverts`. */
export interface JournalRow {
  readonly version: number;
  readonly time: number;
  readonly origin: string;
  /** JSON of its label (history/journal-entry.ts). */
  readonly label: string;
  readonly step: 'do' | 'undo' | 'redo';
  readonly reverts: number | null;
  /** The JSON of the entries that revert the step (history/undo-history.ts): a list, or the number of its parts, which have rows of their own. */
  readonly changes: string;
}

/**
 * The key-value store of the parts of long steps, each a JSON list of some of the entries: a single row would have to be written and read in one
 * turn, however long it is (ADR 0701).
 */
export const journalPartStore = 'journal-parts';

const keyDigits = 12;
/** Above all versions and numbers of parts. */
const keyEnd = 10 ** keyDigits - 1;
const sortableNumber = (number: number): string => String(number).padStart(keyDigits, '0');

/** The id of the row of a part, counted from 0. The ids of a project are in the order of its steps, and those of a step in the order of its parts. */
export const journalPartId = (project: number, version: number, part: number): string =>
  `${project}/${sortableNumber(version)}/${sortableNumber(part)}`;

/** The range of ids, both inclusive, of the parts of the steps from one version to another; by default, of all steps. */
export const journalPartRange = (project: number, from = 0, to = keyEnd): readonly [string, string] => [
  journalPartId(project, from, 0),
  journalPartId(project, to, keyEnd),
];

/** A record that a step changed. */
export interface TouchedRecord {
  readonly id: string;
  readonly isRemoved: boolean;
}

/** A row of the table `record`, without its project. */
export interface RecordRow {
  readonly id: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly rank: string;
  /** The fields that are not columns. */
  readonly json: string;
  readonly checksum: number;
}

/** The row with values that the strict tables can store. */
export const withStorableTypes = ({ id, kind, parent, rank, json, checksum }: RecordRow): RecordRow => ({
  id: toStorableText(id),
  kind: toStorableText(kind),
  parent: toStorableText(parent),
  rank: toStorableText(rank),
  json: toStorableText(json),
  checksum: toStorableChecksum(checksum),
});

export const recordColumns = ['id', 'kind', 'parent', 'rank', 'json', 'checksum'].join(', ');

export const recordChecksum = (project: number, { id, kind, parent, rank, json }: RowWithoutChecksum): number =>
  rowChecksum(project, id, kind, parent, rank, json);

/** A row without its checksum, which covers the id of the project. */
export type RowWithoutChecksum = Omit<RecordRow, 'checksum'>;

export function* serializeRecordInSteps(record: AnyRecord): Generator<void, RowWithoutChecksum> {
  const { kind, id, rank, ...body } = record;
  const json = yield* stringifyInSteps(body);
  return { id, kind, parent: parentIdOf(record, getKind(kind).orders[0]?.parentField ?? null), rank, json };
}

export const withChecksum = (project: number, row: RowWithoutChecksum): RecordRow => ({ ...row, checksum: recordChecksum(project, row) });

export const toRecordRow = (project: number, record: AnyRecord): RecordRow =>
  withChecksum(project, runSteps(serializeRecordInSteps(record)));

/** Undefined if the row is damaged. */
export const readRecordRow = (project: number, row: RecordRow): AnyRecord | undefined =>
  recordChecksum(project, row) === row.checksum ? parseRecordRow(row) : undefined;

/** Parses a row whose checksum is unknown or wrong; undefined if it is not even a record. */
export function parseRecordRow({ id, kind, rank, json }: RecordRow): AnyRecord | undefined {
  try {
    return parseRecord({ kind, id, rank, ...Object(parseStoredJson(json)) });
  } catch {
    return undefined;
  }
}
