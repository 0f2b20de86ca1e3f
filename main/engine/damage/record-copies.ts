/** Copies of records whose stored rows are damaged. They come from the backups, which are not part of the engine. */
import type { RecordRow } from '../storage/record-rows.ts';

export interface RecordCopy {
  /** Its checksum has been verified where the backup has one. */
  readonly row: RecordRow;
  readonly backup: string;
  /** When the backup was made, in microseconds since 1970. */
  readonly at: number;
  /** Whether it is identical with the damaged record. */
  readonly isExact: boolean;
}

export interface RecordCopies {
  /**
   * The newest copies of these records. `damaged` are the rows of the project as they were found: where the id is damaged itself, the copy with the same
   * checksum is among the results, under its own id.
   */
  find(hash: string, ids: ReadonlySet<string>, damaged: readonly RecordRow[]): ReadonlyMap<string, RecordCopy>;
  /** The ids of a project in the newest backup that contains it. */
  listIds(hash: string): readonly string[];
}

export const noRecordCopies: RecordCopies = { find: () => new Map(), listIds: () => [] };
