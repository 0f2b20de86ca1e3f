/**
 * The changes that a database has lost, until the user has seen a message about them. Opening the database removes the evidence, so they are written
 * to a small file beside it before that.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { z } from 'zod';
import { replaceFileDurablySync } from '../../platform/atomic-file.ts';

const lossSchema = z.object({
  /** When the last of these changes were made, in milliseconds since 1970; about one second early at most. */
  at: z.number(),
  /** The copy of the log with its damage; null if there was no log. */
  damagedLog: z.string().nullable(),
});
export type RecordedLoss = z.infer<typeof lossSchema>;

export const lossFileOf = (file: string): string => `${file}-lost-changes.json`;

/** Oldest first. */
export function readLosses(file: string): readonly RecordedLoss[] {
  const path = lossFileOf(file);
  if (!existsSync(path)) return [];
  try {
    return z.array(lossSchema).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // It exists, so something was lost.
    return [{ at: statSync(path).mtimeMs, damagedLog: null }];
  }
}

/** A start that is interrupted finds the same loss again: the same copy of the log, or no log. */
export function recordLoss(file: string, { at, damagedLog }: RecordedLoss): void {
  const losses = readLosses(file);
  if (losses.some((loss) => loss.damagedLog === damagedLog)) return;
  replaceFileDurablySync(lossFileOf(file), JSON.stringify([...losses, { at, damagedLog }]), { mode: 0o600 });
}

/** Call when the user has seen the message, and can check what is missing. */
export function forgetLosses(file: string): void {
  rmSync(lossFileOf(file), { force: true });
}
