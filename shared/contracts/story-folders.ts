/** The types that cross the boundary of story folders: projects that are kept in step with text files in version control. */
import { z } from 'zod';
import type { Message } from '../messages/message.ts';

export const storyFolderSettingsSchema = z.strictObject({
  /** Whether project and folder are kept in step. */
  on: z.boolean(),
  /** Whether local comments are in the folder. */
  comments: z.boolean(),
  /** Whether files that are read-only are opened by Perforce (`p4 edit`) before they are written. */
  perforce: z.boolean(),
});
export type StoryFolderSettings = z.infer<typeof storyFolderSettingsSchema>;

export const folderStateNames = ['idle', 'reading', 'writing', 'waiting', 'paused'] as const;

/** What a story folder waits for. */
export const folderWaitReasons = [
  /** A merge, a rebase or another command of version control is in progress. */
  'versionControl',
  /** Files are read-only until they are checked out. */
  'checkout',
  /** Both sides have changed the same value. */
  'conflict',
  /** Another Taleport writes to the folder. */
  'lock',
  /** The folder has lost much of the story, and the user has to confirm that. */
  'removals',
  /** The folder is missing or cannot be read or written. */
  'folder',
  /** The other process that owns the data, or the user, starts the next step. */
  'onRequest',
] as const;
export type FolderWaitReason = (typeof folderWaitReasons)[number];

/** A file of a story folder that is not used as it is. */
interface FolderFileProblem {
  readonly path: string;
  /** null for the file as a whole. */
  readonly line: number | null;
  readonly message: Message;
}

/** What one step of reading and writing has done. */
export interface FolderStepResult {
  /** The number of files of the folder whose changes were read. */
  readonly read: number;
  /** The files that were written or removed, relative to the folder. */
  readonly written: readonly string[];
}

/** The link of a project to its story folder. */
export interface StoryFolder extends StoryFolderSettings {
  readonly hash: string;
  /** The name of the project. */
  readonly name: string;
  /** An absolute path. */
  readonly folder: string;
  readonly state: (typeof folderStateNames)[number];
  readonly reason: FolderWaitReason | null;
  /** The status as a sentence, with what to do where something is wrong. */
  readonly sentence: Message;
  /** The branch that is checked out; null outside of Git, or if there is none. */
  readonly branch: string | null;
  /** ISO 8601; when files of the folder were last read, or found unchanged on request, and when files were last written. */
  readonly lastRead: string | null;
  readonly lastWrite: string | null;
  readonly conflicts: number;
  /** The files that wait to be written, relative to the folder. */
  readonly waitingFiles: readonly string[];
  /** How many of them are not listed. */
  readonly moreWaitingFiles: number;
  readonly problems: readonly FolderFileProblem[];
  /** Whether the process that has the lock has not been heard of for a minute, so that the user can take over. */
  readonly canTakeOver: boolean;
}
