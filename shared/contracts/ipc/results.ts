/** The results of calls that have no contract of their own. */

import type { Message } from '../../messages/message.ts';
import type { CommandResult } from '../../model/commands.ts';
import type { Theme } from '../../model/kinds/field-schemas.ts';
import type { Finding } from '../findings.ts';

/** The state of the spell checker: the languages that are checked, that lack a dictionary on this computer, and that have none anywhere. */
export interface SpellCheckStatus {
  readonly on: boolean;
  /** Missing dictionaries may be downloaded. */
  readonly downloads: boolean;
  /** The operating system has its own dictionaries, so none are downloaded. */
  readonly usesSystemDictionaries: boolean;
  /** The folder of the dictionaries. */
  readonly folder: string;
  readonly checked: readonly string[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** How the desktop program is part of the system. */
export interface SystemStatus {
  /** null if the program is not installed. */
  readonly opensAtLogin: boolean | null;
  /** null if the package installed the tool, or if the program is not installed. */
  readonly commandLineTool: { readonly path: string; readonly isInstalled: boolean } | null;
}

export interface AppInfo {
  readonly version: string;
  readonly shell: 'desktop' | 'browser' | 'none';
  readonly platform: string;
  readonly dataFolder: string;
  /** The default data folder, which may refer to another one; undefined if the command line names the folder. */
  readonly defaultDataFolder?: string;
}
/** A data folder that was restored from a backup. */
export interface RestoredDataFolder {
  readonly folder: string;
  readonly projects: readonly { readonly hash: string; readonly name: string }[];
  /** The number of files that the backup does not contain whole. */
  readonly missingFiles: number;
}
/** A data folder whose database was repaired. */
export interface RepairedDataFolder {
  /** The path of the earlier database, which is kept. */
  readonly damagedFile: string;
  /** Whether settings or the state of syncing projects were lost. */
  readonly isSettingLost: boolean;
}
/** [Projects] a row of the project list, with microseconds in UTC. */
export interface ProjectSummary {
  readonly hash: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly createdAt: string;
  readonly status: 'active';
}
/** The hash and the name of a project. */
export type ProjectRef = Pick<ProjectSummary, 'hash' | 'name'>;
/** What the card of a project shows, read without opening the project. */
export interface ProjectOverview {
  readonly boards: number;
  readonly elements: number;
  /** The image that the project has as its cover. */
  readonly cover: { readonly file: string; readonly width: number | null; readonly height: number | null } | null;
  /** The items of the board on which the story starts, and their connections as pairs of indexes; a sample of a large board. */
  readonly items: readonly OverviewItem[];
  readonly connections: readonly (readonly [number, number])[];
}
export interface OverviewItem {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly isNote: boolean;
}
export interface CreatedProject {
  readonly hash: string;
  readonly projectId: number;
  readonly name: string;
}
/** `sentence`: the note for people, without the path in the file. */
export interface ImportNote extends Message {
  readonly sentence?: Message;
}

/** `notes` lists what was filled in or left out (G26). */
export interface ImportedProject extends CreatedProject {
  readonly notes: readonly ImportNote[];
}
/** `records` are JSON arrays of records, each about a quarter megabyte, so that they can be parsed one by one. */
export interface RecordChunks {
  readonly records: readonly string[];
  /** Requests the next chunks (`project.readNext`); null after the last. */
  readonly cursor: string | null;
}
export interface ProjectSnapshot extends RecordChunks {
  readonly hash: string;
  readonly version: number;
  /** The number of records of the project. */
  readonly total: number;
  readonly history: UndoRedoLabels;
}
/** The labels of the next undo and redo, such as "Change element"; null if there is none. */
export interface UndoRedoLabels {
  readonly undo: Message | null;
  readonly redo: Message | null;
}
/** `skipped`: what was not reverted, because it has changed since. */
export interface UndoResult extends CommandResult {
  readonly skipped: readonly Message[];
  /** Where the step can be seen: a record that it has changed, or the board of one that it has removed. */
  readonly place: string | null;
}
export interface WrittenFile {
  readonly file: string;
  readonly bytes: number;
}
export interface WrittenFolder {
  readonly folder: string;
  /** The number of files. */
  readonly files: number;
}
export interface ExportResult extends WrittenFile {
  readonly warnings: readonly Finding[];
}

/** `on` and `port` are the settings; `listening` contains all addresses at which the service can be reached now. */
export interface RestServiceStatus {
  readonly on: boolean;
  readonly port: number;
  /** Why the service does not listen although it is switched on. */
  readonly problem: Message | null;
  readonly listening: readonly { readonly id: string; readonly url: string }[];
}
