/** The rows of projects and of their journals. */
import { rowChecksum } from './row-checksum.ts';

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

/** The status of a project whose records are being stored or removed (incomplete-projects.ts). */
export const incompleteStatus = 'incomplete';

/** Also detects a row whose status or hash is damaged, as long as the other is intact. */
export const isIncompleteRow = ({ status, hash }: { readonly status?: unknown; readonly hash?: unknown }): boolean =>
  status === incompleteStatus || String(hash).startsWith(`${incompleteStatus}-`);

/** A row of the table `project`. */
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
  /** JSON of its label (history/journal-label.ts). */
  readonly label: string;
  readonly step: 'do' | 'undo' | 'redo';
  readonly reverts: number | null;
  /** The JSON of the entries that revert the step (history/journal-entry.ts). */
  readonly changes: string;
}

/** A record that a step changed. */
export interface TouchedRecord {
  readonly id: string;
  readonly isRemoved: boolean;
}
