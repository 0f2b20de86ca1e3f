/** What calls answer with that is not told elsewhere in shared. */
import type { CommandResult } from '../../model/commands.ts';
import type { Finding } from '../findings.ts';

/** Which of the told languages are checked, have no dictionary on this computer, or have none anywhere. */
export interface SpellCheckStatus {
  readonly on: boolean;
  /** Dictionaries that are not there may be fetched. */
  readonly downloads: boolean;
  /** The system has dictionaries of its own: nothing is ever fetched. */
  readonly usesSystemDictionaries: boolean;
  /** Where dictionaries lie. */
  readonly folder: string;
  readonly checked: readonly string[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

export interface AppInfo {
  readonly version: string;
  readonly shell: 'desktop' | 'browser' | 'none';
  readonly platform: string;
  readonly dataFolder: string;
}
/** [Projects] a row of the project list, with microseconds in UTC. */
export interface ProjectSummary {
  readonly hash: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly createdAt: string;
  readonly status: 'active';
}
export interface CreatedProject {
  readonly hash: string;
  readonly projectId: number;
  readonly name: string;
}
/** `notes` lists what was filled in or left out (G26). */
export interface ImportedProject extends CreatedProject {
  readonly notes: readonly string[];
}
/** `records` are JSON arrays of records in pieces of about a quarter megabyte, so that nobody has to parse them at once. */
export interface RecordChunks {
  readonly records: readonly string[];
  /** What asks for the next ones (`project.readNext`); null: these are the last. */
  readonly cursor: string | null;
}
export interface ProjectSnapshot extends RecordChunks {
  readonly hash: string;
  readonly version: number;
  /** How many records there are. */
  readonly total: number;
  readonly history: UndoRedoLabels;
}
/** What undo and redo would take back or do again, in the user's words; null where there is nothing. */
export interface UndoRedoLabels {
  readonly undo: string | null;
  readonly redo: string | null;
}
/** `left` says what could not be taken back because it has changed since. */
export interface UndoResult extends CommandResult {
  readonly skipped: readonly string[];
}
export interface ExportResult {
  readonly file: string;
  readonly bytes: number;
  readonly warnings: readonly Finding[];
}

/** `on` and `port` are the switch of the settings; `listening` says where the service can be reached now, for whatever reason. */
export interface RestServiceStatus {
  readonly on: boolean;
  readonly port: number;
  /** Why the switch is on and it does not listen, as a sentence. */
  readonly problem: string | null;
  readonly listening: readonly { readonly id: string; readonly url: string }[];
}
