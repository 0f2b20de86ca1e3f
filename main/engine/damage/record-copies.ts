/** Copies of records whose stored rows are damaged. They come from backups, which are not part of the engine. */
import type { RecordRow } from '../storage/record-rows.ts';

export interface RecordCopy {
  /** The checksum of the row has been verified if the backup has one. */
  readonly row: RecordRow;
  readonly backup: string;
  /** When the backup was made, in microseconds since 1970. */
  readonly at: number;
  /** Whether the copy is identical to the damaged record. */
  readonly isExact: boolean;
}

export interface RecordCopies {
  /**
   * The newest copies of these records. `damaged` are the rows of the project as they were found. If the id of one is damaged itself, the
   * result contains the copy with the same checksum, under its own id.
   */
  find(hash: string, ids: ReadonlySet<string>, damaged: readonly RecordRow[]): ReadonlyMap<string, RecordCopy>;
  /** The ids of a project in the newest backup that contains it. */
  listIds(hash: string): readonly string[];
}

export const noRecordCopies: RecordCopies = { find: () => new Map(), listIds: () => [] };
