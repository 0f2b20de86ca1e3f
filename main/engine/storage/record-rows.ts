/** The rows of records, and how they are parsed. */
import { completeFields } from '../../../shared/model/complete-fields.ts';
import { type AnyRecord, getKind, isKindName } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { rowChecksum } from './row-checksum.ts';

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

export const recordColumns = ['id', 'kind', 'parent', 'rank', 'json', 'checksum'].join(', ');

export const recordChecksum = (project: number, { id, kind, parent, rank, json }: Omit<RecordRow, 'checksum'>): number =>
  rowChecksum(project, id, kind, parent, rank, json);

export function toRecordRow(project: number, record: AnyRecord): RecordRow {
  const { kind, id, rank, ...body } = record;
  const row = { id, kind, parent: parentIdOf(record, getKind(kind).orders[0]?.parentField ?? null), rank, json: JSON.stringify(body) };
  return { ...row, checksum: recordChecksum(project, row) };
}

/** Undefined if the row is damaged. */
export const readRecordRow = (project: number, row: RecordRow): AnyRecord | undefined =>
  recordChecksum(project, row) === row.checksum ? parseRecordRow(row) : undefined;

/** Parses a row whose checksum is unknown or wrong; undefined if it is not even a record. */
export function parseRecordRow({ id, kind, rank, json }: RecordRow): AnyRecord | undefined {
  if (!isKindName(kind)) return undefined;
  try {
    // Only the engine stores records.
    return completeFields({ kind, id, rank, ...JSON.parse(json) } as AnyRecord);
  } catch {
    return undefined;
  }
}
