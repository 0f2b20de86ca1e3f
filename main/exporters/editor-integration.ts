/**
 * The contract of an editor integration: the only file besides the export that is written into a game project, after the user has seen and
 * accepted the edit. An integration only computes bytes; main/delivery reads and writes the files, and stores the receipt.
 */
import type { z } from 'zod';
import type { Message } from '../../shared/messages/message.ts';
import type { Disk } from '../platform/disk.ts';

/** The edit of a file. It is stored before the file is written, so that exactly this edit can be removed again. */
export interface IntegrationReceipt {
  readonly path: string;
}

interface IntegrationPreview {
  /** null if the file does not exist yet. */
  readonly before: string | null;
  readonly after: string | null;
  /** The number of unchanged lines to show around a change. */
  readonly contextLines?: number;
}

/** The exported story file. */
interface IntegrationStory {
  readonly sha256: string;
  readonly text: string;
}

export interface IntegrationInput<R> {
  readonly path: string;
  /** The content of the file; null if it does not exist. */
  readonly bytes: Buffer | null;
  /** The address of the REST service on this computer, with a slash at its end. */
  readonly apiAddress: string;
  /** The receipt of the last edit. */
  readonly receipt: R | undefined;
  /** Set if the integration uses the story. */
  readonly story: IntegrationStory | undefined;
  /** Stores a text as long as a receipt refers to it. Resolves to its SHA-256. */
  readonly archiveText: (text: string) => Promise<string>;
}

export type IntegrationEdit<R> =
  | { readonly type: 'unchanged' }
  /** The file is not as the receipt describes it: it is left unchanged and reported. */
  | { readonly type: 'changedByOthers'; readonly change: 'changed' | 'deleted' }
  /** `bytes` is null if the file is already correct and only the receipt must be stored. */
  | { readonly type: 'write'; readonly bytes: Buffer | null; readonly receipt: R };

interface RevertInput<R> {
  readonly bytes: Buffer;
  readonly receipt: R;
  /** Undefined if the text is lost. */
  readonly readArchivedText: (sha256: string) => Promise<string | undefined>;
}

export interface EditorIntegration<R extends IntegrationReceipt = IntegrationReceipt> {
  /** A sentence that describes its use. */
  readonly description: Message;
  /** Another sentence for a file at this path. */
  describe?(path: string): Message | undefined;
  /** For an integration that can only edit existing files of the game project: what to do if there is none. */
  readonly noFileHint?: Message;
  readonly usesStory: boolean;
  /** The paths of the files to which it can be applied. */
  findPaths(disk: Disk, root: string): Promise<readonly string[]>;
  /** Whether it may be applied to a file at this path. */
  accepts(path: string): boolean;
  /** The one protected file that it may edit. */
  readonly protectedPath?: string;
  /** What would be written; undefined if nothing can be written into this file. */
  preview(
    bytes: Buffer | null,
    storyText: string | undefined,
    place: { readonly path: string; readonly apiAddress: string },
  ): Promise<IntegrationPreview | undefined> | IntegrationPreview | undefined;
  /** Throws a Problem for a file to which it cannot be applied. */
  apply(input: IntegrationInput<R>): Promise<IntegrationEdit<R>>;
  /** The bytes without the edit; `delete` if the integration created the file; null if nothing of the edit is left. */
  revert(input: RevertInput<R>): Promise<Buffer | 'delete' | null>;
  /** The value as a receipt of this integration; undefined if it is none. */
  parseReceipt(value: unknown): R | undefined;
  /** Whether the stamp of the file proves that it was written for this story and has not changed since. */
  isCurrent?(receipt: R, now: { readonly storySha256: string; readonly stamp: string | undefined }): boolean;
  /** The receipt with the stamp of the file after it was written. */
  withStamp?(receipt: R, stamp: string): R;
  /** The SHA-256 of the archived texts to which a receipt refers. */
  archivedTexts?(receipt: R): readonly string[];
}

export const receiptParser =
  <R>(schema: z.ZodType<R>) =>
  (value: unknown): R | undefined => {
    const read = schema.safeParse(value);
    return read.success ? read.data : undefined;
  };
