/** A target: a folder of a game project into which a story is exported whenever it changes. */
import { z } from 'zod';
import type { StoryChange } from '../diff/compare-stories.ts';
import type { DiffHunk } from '../diff/line-diff.ts';
import type { SavedGameLoss } from '../diff/saved-game-losses.ts';
import type { Message } from '../messages/message-value.ts';
import type { CommandResult } from '../model/commands.ts';
import type { KindName } from '../model/kinds/kinds.ts';
import type { ExporterId, FoundPlugin } from './exporters.ts';
import type { Finding } from './findings.ts';

/** Which languages a target writes: the main one, one chosen, or all of them (a file for each where the engine needs it). */
export const targetSettingsSchema = z.strictObject({
  locales: z.union([z.literal('main'), z.literal('all'), z.array(z.string().min(1)).min(1)]),
  fallbackContents: z.boolean(),
  /** Whether each language gets a file of its own, in formats that can write several languages in one file. */
  fileEach: z.boolean(),
  /** Exports only these boards, and all boards in these folders; empty: all boards. */
  boardIds: z.array(z.string().min(1)),
  /** False: the target is paused and exports only on request. */
  on: z.boolean(),
  /** Whether images, audio and videos are exported, too. */
  assets: z.boolean(),
  /** Whether an error at which the game would stop while it runs holds an export back, like one that the importer would refuse. */
  holdOnGameStops: z.boolean(),
  /** The id of the version of the plug-in that the game has; null: the one that is found in the game project. */
  pluginVersion: z.string().nullable(),
  /** Whether the story file has no white space, in formats that have such a form; otherwise each property has a line. */
  compact: z.boolean(),
  /** Whether items keep the positions and sizes of the newest release in the exported files. */
  keepReleasedLayout: z.boolean(),
  /** For folders on a network, whose system does not report changes: the files are compared every few seconds. */
  polling: z.boolean(),
  /** Whether Perforce (`p4`) opens read-only files before they are changed, and is told of new and removed ones. */
  perforce: z.boolean(),
  /** The file that the editor integration edits or creates, relative to the root; null: it is off. */
  integrationFile: z.string().min(1).nullable(),
});
export type TargetSettings = z.infer<typeof targetSettingsSchema>;

/** The version of a file that another program wrote; `sha256` is null if it deleted the file. */
export const fileVersionSchema = z.strictObject({ path: z.string().min(1), sha256: z.string().nullable() });
export type FileVersion = Readonly<z.infer<typeof fileVersionSchema>>;
export interface ForeignFile extends FileVersion {
  readonly what: 'changed' | 'deleted' | 'present';
}

/** The state of a target. A blocked target retries by itself if that can help. */
export interface TargetStatusDetails {
  readonly state: 'off' | 'waiting' | 'writing' | 'upToDate' | 'blocked' | 'changedByOthers';
  /**
   * Why a target waits: for its first comparison, for a request because nothing happens by itself, or for a pause of the changes. Why it is
   * blocked, for the reasons that are shown in their own way: the game project is gone, or the story has errors.
   */
  readonly reason: 'starting' | 'onRequest' | 'storyChanged' | 'folderMissing' | 'storyErrors' | null;
  /** Describes the state. */
  readonly sentence: Message;
  /** Set where the target is paused because the folder contains this earlier export. */
  readonly restoredExport: { readonly exportedAt: string; readonly version: number } | null;
  /** ISO 8601; when files were last written. */
  readonly lastExport: string | null;
  /** The version of the project that the files contain. */
  readonly version: number | null;
  readonly files: number;
  readonly bytes: number;
  /** Files that someone else changed or deleted: relative paths. */
  readonly foreign: readonly ForeignFile[];
  /** Files that the target leaves alone because the user chose so: the first relative paths. */
  readonly kept: { readonly first: readonly string[]; readonly count: number };
  /** The first ones, most severe first; `project.check` returns all. */
  readonly findings: readonly Finding[];
  readonly findingCounts: Readonly<Record<Finding['severity'], number>>;
}

export interface TargetPlugin {
  /** The id of the version: the one that was set or found, or the newest released one. */
  readonly version: string;
  readonly basis: 'set' | 'found' | 'assumed';
  /** The number of a plug-in that is newer than all known versions. */
  readonly newerNumber: string | null;
  /** What was found in the game project at the last export, whether or not another version is set. */
  readonly found: FoundPlugin | null;
}

export interface Target extends TargetSettings {
  readonly id: string;
  readonly hash: string;
  readonly engine: ExporterId;
  /** The root of the game project, an absolute path. */
  readonly folder: string;
  readonly status: TargetStatusDetails;
  /** The plug-in for which the story is checked; null if no plug-in of the engine is known. */
  readonly plugin: TargetPlugin | null;
}

/** What `target run` did: relative paths. With a dry run, what it would do. */
export interface Delivery {
  readonly id: string;
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** A game project found in a folder or above it. */
export interface DetectedGameProject {
  readonly engine: ExporterId;
  readonly folder: string;
  readonly name: string;
}

/** An editor integration that can be enabled, with exactly what it would write. Nothing is written before the user chooses it. */
export interface EditorIntegrationOffer {
  /** The file, relative to the root. */
  readonly path: string;
  readonly action: 'create' | 'change';
  /** A sentence that describes its use. */
  readonly description: Message;
  /** The changes: all lines of a new file; of an existing file, the changed lines with their context. Truncated where very long. */
  readonly diff: FileComparison;
}

/** `left` is the existing file, `right` the one that would be written. */
export interface FileComparison {
  readonly type: 'text' | 'same' | 'other';
  /** Why there are no lines to show, or not all of them. */
  readonly reason: Message | null;
  readonly hunks: readonly DiffHunk[];
}

/** A version of what a target exports: the story now, the files in the folder, the last export, or an earlier one. */
export const targetVersionSchema = z.union([z.enum(['story', 'folder', 'lastExport']), z.strictObject({ export: z.string().min(1) })]);
export type TargetVersion = z.infer<typeof targetVersionSchema>;

/** The differences of two versions as sentences about the story. */
export interface StoryComparison {
  /** The first of `total`. */
  readonly changes: readonly StoryChange[];
  readonly total: number;
  /** Why the versions cannot be compared; null if they could. */
  readonly reason: Message | null;
}

/** The name of a release of a game, such as 1.2. */
export const releaseNameSchema = z.string().trim().min(1).max(100);

/** What has changed since a release of the game. */
export interface ReleaseComparison extends StoryComparison {
  readonly release: string;
  /** What games lose that were saved with the release: the first of `lossTotal`. */
  readonly losses: readonly SavedGameLoss[];
  readonly lossTotal: number;
}

/** A value that another program changed in an exported file, and that can be applied to the story. */
export interface ForeignEdit {
  /** The id depends on the values, too: a value that has changed since has another id. */
  readonly id: string;
  readonly kind: KindName;
  readonly record: string;
  /** The record and its field. */
  readonly message: Message;
  /**
   * The values for a reader, shortened if they are very long: as exported last (null if no export is known on which the file is based), as the
   * story has it now, and in the file.
   */
  readonly base: Message | null;
  readonly inStory: Message;
  readonly inFile: Message;
  /** Whether the story has changed the value as well, to another one, or may have, because no export is known. */
  readonly isConflict: boolean;
}

export interface ForeignEdits {
  readonly edits: readonly ForeignEdit[];
  /** The first changes that cannot be applied to the story, each with the reason. */
  readonly notTaken: readonly Message[];
  readonly notTakenTotal: number;
  /** Whether there are more changes than can be applied at once. They are counted among those that are not applied. */
  readonly hasMore: boolean;
  /** Why the file cannot be compared; null if it could. */
  readonly reason: Message | null;
}

export interface AppliedEdits extends CommandResult {
  /** Why the files were not overwritten, although the edits were applied; null if they were, or if that was not requested. */
  readonly notOverwritten: Message | null;
}

/** An earlier export. */
export interface ExportHistoryEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly exportedAt: string;
  readonly version: number;
  readonly files: number;
  readonly bytes: number;
  /** Whether it is the newest one and the folder contains it, unchanged since the last run or inspection. */
  readonly isCurrent: boolean;
  /** Files that are no longer stored, so that they cannot be restored. */
  readonly missingFiles: readonly string[];
  /** Whether the list of its assets is lost, so that the export cannot be restored. */
  readonly isAssetListMissing: boolean;
  /** The names of the releases of the game as which it is pinned. */
  readonly releases: readonly string[];
}
