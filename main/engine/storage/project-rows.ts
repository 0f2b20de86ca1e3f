/** The rows of projects and of their journals. */
import { rowChecksum } from './row-checksum.ts';

export interface ProjectRow {
  readonly id: number;
  readonly hash: string;
  readonly status: 'active';
  readonly version: number;
  /** When it was last changed and created, in microseconds since 1970. */
  readonly updated: number;
  readonly created: number;
  /** How many records it has. */
  readonly records: number;
}

/** The status of a project whose records are still being stored or removed (incomplete-projects.ts). */
export const incompleteStatus = 'incomplete';

/** Also of a row whose status or hash is damaged. */
export const isIncompleteRow = ({ status, hash }: { readonly status?: unknown; readonly hash?: unknown }): boolean =>
  status === incompleteStatus || String(hash).startsWith(`${incompleteStatus}-`);

/** A row of the table `project`. */
export type StoredProjectRow = Omit<ProjectRow, 'status'> & { readonly status: ProjectRow['status'] | typeof incompleteStatus };

/** SQL condition for the table `project`. */
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
  /** JSON of the entries that revert it (history/journal-entry.ts). */
  readonly changes: string;
}

/** A record that a step touched. */
export interface TouchedRecord {
  readonly id: string;
  readonly isRemoved: boolean;
}
