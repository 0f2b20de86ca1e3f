/**
 * The changes that a database has lost, until the user has seen a message about them. Opening the database removes the evidence, so they
 * are first written to a small file next to it.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { z } from 'zod';
import { replaceFileDurablySync } from '../../platform/atomic-file.ts';

const lossSchema = z.object({
  /** When the last of these changes were made, in milliseconds since 1970. It may be up to a second early. */
  at: z.number(),
  /** The path of a copy of the damaged log; null if there was no log. */
  damagedLog: z.string().nullable(),
});
export type RecordedLoss = z.infer<typeof lossSchema>;

export const lossFileOf = (file: string): string => `${file}-lost-changes.json`;

/** The recorded losses, oldest first. */
export function readLosses(file: string): readonly RecordedLoss[] {
  const path = lossFileOf(file);
  if (!existsSync(path)) return [];
  try {
    return z.array(lossSchema).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The file cannot be read, but it exists, so something was lost.
    return [{ at: statSync(path).mtimeMs, damagedLog: null }];
  }
}

/** Records a loss once: a start that is interrupted finds the same loss again, with the same copy of the log or without one. */
export function recordLoss(file: string, { at, damagedLog }: RecordedLoss): void {
  const losses = readLosses(file);
  if (losses.some((loss) => loss.damagedLog === damagedLog)) return;
  replaceFileDurablySync(lossFileOf(file), JSON.stringify([...losses, { at, damagedLog }]), { mode: 0o600 });
}

/** Must only be called when the user has seen the message and can check what is missing. */
export function forgetLosses(file: string): void {
  rmSync(lossFileOf(file), { force: true });
}
