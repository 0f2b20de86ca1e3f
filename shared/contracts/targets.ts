/** A target: a folder of a game project into which a story is exported whenever it changes. */
import { z } from 'zod';
import type { ExporterId } from './exporters.ts';
import type { Finding } from './findings.ts';

/** Which languages a target writes: the main one, one chosen, or all of them (a file for each where the engine needs it). */
export const targetSettingsSchema = z.strictObject({
  locales: z.union([z.literal('main'), z.literal('all'), z.array(z.string().min(1)).min(1)]),
  fallbackContents: z.boolean(),
  /** For JSON, where several languages may stand in one file: each in a file of its own all the same. */
  fileEach: z.boolean(),
  /** Only these boards, a folder for all in it; none: all boards. */
  boardIds: z.array(z.string().min(1)),
  /** Off is paused: nothing is written by itself. */
  on: z.boolean(),
  /** Pictures, sounds and films go along with the story. */
  assets: z.boolean(),
  /** For folders on a network, whose system does not tell what happens there: we look every few seconds. */
  polling: z.boolean(),
  /** The file that a helper for the editor edits or is, relative to the root; null: no helper. */
  helper: z.string().min(1).nullable(),
});
export type TargetSettings = z.infer<typeof targetSettingsSchema>;

/** The state of a target; `sentence` is the message for it. A blocked target retries by itself where that can help. */
export interface TargetStatusDetails {
  readonly state: 'off' | 'waiting' | 'writing' | 'upToDate' | 'blocked' | 'changedByOthers';
  readonly sentence: string;
  /** Set where the target is paused because the folder holds this earlier export. */
  readonly restoredExport: { readonly exportedAt: string; readonly version: number } | null;
  /** ISO 8601; when the files were last found or made equal to the story. */
  readonly lastExport: string | null;
  /** The version of the project that the files hold. */
  readonly version: number | null;
  readonly files: number;
  readonly bytes: number;
  /** Files that someone else changed or deleted: relative paths. */
  readonly foreign: readonly { readonly path: string; readonly what: 'changed' | 'deleted' | 'present' }[];
  /** The first of them, the worst before the others; a check of the story tells all. */
  readonly findings: readonly Finding[];
  readonly findingCounts: Readonly<Record<Finding['severity'], number>>;
}

export interface Target extends TargetSettings {
  readonly id: string;
  readonly hash: string;
  readonly engine: ExporterId;
  /** The root of the game project, an absolute path. */
  readonly folder: string;
  readonly status: TargetStatusDetails;
}

/** What `target run` did: relative paths. With a dry run, what it would do. */
export interface Delivery {
  readonly id: string;
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** What a folder looks like: the game projects found in it or above it. */
export interface DetectedGameProject {
  readonly engine: ExporterId;
  readonly folder: string;
  readonly name: string;
}

/** A helper that saves clicks in the editor, with exactly what it would write. Nothing of it is written before it is chosen. */
export interface EditorIntegrationOffer {
  /** The file, relative to the root. */
  readonly path: string;
  readonly action: 'create' | 'change';
  /** What it is good for, in a sentence. */
  readonly description: string;
  /** What changes: all lines of a new file; of one that is there, the lines around. Very long ones are cut short. */
  readonly diff: FileComparison;
}

/** Two texts beside each other. `left` is what is there, `right` what we would write. */
export interface FileComparison {
  readonly type: 'text' | 'same' | 'other';
  /** Why there is no text to show, where `is` is `other`. */
  readonly reason: string | null;
  readonly hunks: readonly DiffHunk[];
}
export interface DiffHunk {
  readonly lines: readonly { readonly type: 'both' | 'left' | 'right'; readonly text: string }[];
  /** Lines that both have, left out after this piece. */
  readonly unchangedAfter: number;
}

/** One export of the past, newest first. */
export interface ExportHistoryEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly exportedAt: string;
  readonly version: number;
  readonly files: number;
  readonly bytes: number;
  /** Whether the folder holds it now. */
  readonly isCurrent: boolean;
  /** Files whose bytes are no longer there: they would not be written. */
  readonly missingFiles: readonly string[];
}
