/**
 * Writes the settings of the desktop, which apply at once. What cannot be written, for example because the disk is full, is written with the next change,
 * after some time, or when the app quits, and the user is told once until writing succeeds again. No Electron here.
 */

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import type { Message } from '../../shared/messages/message-value.ts';
import { describeDiskError } from '../platform/disk-error.ts';
import { describeError, errorMessageOf } from '../platform/errors.ts';
import { systemTimer, type Timer } from '../platform/timer.ts';

/** Milliseconds. */
const retryDelay = 30_000;

interface SettingsWriterDeps {
  readonly file: string;
  readonly log: (line: string) => void;
  /** Receives the sentence for the user. */
  readonly report: (notice: Message) => void;
  readonly timer?: Timer;
}

interface SettingsWriter<S extends object> {
  change(changed: Partial<S>): void;
  /** From now on `write` writes the given settings and keeps the others of the file; it throws the error of the system. */
  start(write: (changed: Partial<S>) => void): void;
}

export function createSettingsWriter<S extends object>({ file, log, report, timer = systemTimer }: SettingsWriterDeps): SettingsWriter<S> {
  let unwritten: Partial<S> = {};
  let write: ((changed: Partial<S>) => void) | undefined;
  let cancelRetry: (() => void) | undefined;
  let isReported = false;

  function writeChanges(): void {
    if (!write || Object.keys(unwritten).length === 0) return;
    cancelRetry?.();
    cancelRetry = undefined;
    try {
      // A folder whose disk was disconnected must not be created anew at the place of the disk.
      if (!existsSync(dirname(file))) throw Object.assign(new Error(`ENOENT: ${dirname(file)} is gone`), { code: 'ENOENT' });
      write(unwritten);
      unwritten = {};
      isReported = false;
    } catch (error) {
      cancelRetry = timer.after(retryDelay, writeChanges);
      if (isReported) return;
      isReported = true;
      log(`The settings cannot be written: ${describeError(error)}`);
      report(message('desktop.settingsNotSaved', { reason: describeDiskError(error, file) ?? otherReason(file, error) }));
    }
  }

  return {
    change(changed) {
      unwritten = { ...unwritten, ...changed };
      writeChanges();
    },
    start(writeSettings) {
      write = writeSettings;
      writeChanges();
    },
  };
}

const otherReason = (file: string, error: unknown): Message =>
  message('desktop.settingsFileNotWritten', { file, reason: errorMessageOf(error) });
