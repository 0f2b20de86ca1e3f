/**
 * The contract of an editor integration: one file beside the export that is written into a game project after the user has seen and accepted
 * it. An integration only computes bytes; main/delivery reads and writes the files, and stores the receipt.
 */
import type { z } from 'zod';
import type { Message } from '../../shared/messages/message.ts';
import type { Disk } from '../platform/disk.ts';

/** Describes an edit. It is stored before the file is written, so that exactly that can be removed again. */
export interface IntegrationReceipt {
  readonly path: string;
}

interface IntegrationPreview {
  /** Null: there is no such file yet. */
  readonly before: string | null;
  readonly after: string | null;
  /** Unchanged lines to show around a change. */
  readonly contextLines?: number;
}

/** The exported story file. */
interface IntegrationStory {
  readonly sha256: string;
  readonly text: string;
}

export interface IntegrationInput<R> {
  readonly path: string;
  /** The file as it is now; null if there is none. */
  readonly bytes: Buffer | null;
  /** From the last time the integration was applied. */
  readonly receipt: R | undefined;
  /** Set where the integration uses the story. */
  readonly story: IntegrationStory | undefined;
  /** Stores a text for as long as a receipt refers to it; resolves to its SHA-256. */
  readonly archiveText: (text: string) => Promise<string>;
}

export type IntegrationEdit<R> =
  | { readonly type: 'unchanged' }
  /** The file is no longer as the receipt describes it: it is left alone, and reported. */
  | { readonly type: 'changedByOthers'; readonly change: 'changed' | 'deleted' }
  /** `bytes` null: the file is right already, and only the receipt is stored. */
  | { readonly type: 'write'; readonly bytes: Buffer | null; readonly receipt: R };

interface RevertInput<R> {
  readonly bytes: Buffer;
  readonly receipt: R;
  /** Undefined: the text is lost. */
  readonly readArchivedText: (sha256: string) => Promise<string | undefined>;
}

export interface EditorIntegration<R extends IntegrationReceipt = IntegrationReceipt> {
  /** A sentence that describes its use. */
  readonly description: Message;
  /** Where it can only edit files that the game project has: what to do if there is none. */
  readonly noFileHint?: Message;
  readonly usesStory: boolean;
  /** The files it can be applied to. */
  findPaths(disk: Disk, root: string): Promise<readonly string[]>;
  /** Whether it may be applied to the file of this name. */
  accepts(path: string): boolean;
  /** The one protected file that it may edit. */
  readonly protectedPath?: string;
  /** What would be written; undefined: nothing can be written into this file. */
  preview(bytes: Buffer | null, storyText: string | undefined): IntegrationPreview | undefined;
  /** Throws a Problem for a file that it cannot be applied to. */
  apply(input: IntegrationInput<R>): Promise<IntegrationEdit<R>>;
  /** The bytes without the edit; `delete`: the integration created the file; null: nothing of the edit is left. */
  revert(input: RevertInput<R>): Promise<Buffer | 'delete' | null>;
  /** A stored receipt of this integration; undefined for any other value. */
  parseReceipt(value: unknown): R | undefined;
  /** Whether the file is up to date, judged by its stamp, because it was written for this story. */
  isCurrent?(receipt: R, now: { readonly storySha256: string; readonly stamp: string | undefined }): boolean;
  /** The receipt with the stamp of the file after it was written. */
  withStamp?(receipt: R, stamp: string): R;
  /** Archived texts that a receipt refers to. */
  archivedTexts?(receipt: R): readonly string[];
}

export const receiptParser =
  <R>(schema: z.ZodType<R>) =>
  (value: unknown): R | undefined => {
    const read = schema.safeParse(value);
    return read.success ? read.data : undefined;
  };
