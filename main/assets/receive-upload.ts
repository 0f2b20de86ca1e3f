/** Bytes on their way into the vault: counted, hashed, written to a temporary file and onto the disk. Never more than a chunk in memory. */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { createMinorGcTrigger } from '../platform/minor-gc.ts';
import { formatFileSize } from './format-file-size.ts';

/** What a plan permits ([Limits] Standard Team asset limits); null: no limit. */
export interface UploadLimits {
  readonly fileBytes: number | null;
  /** Bytes that are left of those all files of the project may have. */
  readonly projectBytes: number | null;
  /** Pixels a picture may be wide and high. */
  readonly imagePixels: number;
}

export interface UploadInput {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly limits: UploadLimits;
  readonly cancelled?: (() => boolean) | undefined;
  /** Told how many bytes have come. */
  readonly progress?: ((bytes: number) => void) | undefined;
}

export interface UploadResult {
  readonly bytes: number;
  readonly sha256: string;
}

/** To `file`, which must not be there; null: the bytes lie where they stay and are only read. `begun` is called at the first byte. */
export async function receiveUpload(file: string | null, receiving: UploadInput, begun: () => void): Promise<UploadResult> {
  const hash = createHash('sha256');
  const handle = file === null ? undefined : await open(file, 'wx', 0o600);
  const passed = createMinorGcTrigger();
  let bytes = 0;
  try {
    for await (const chunk of receiving.bytes) {
      if (chunk.length === 0) continue;
      if (bytes === 0) begun();
      bytes += chunk.length;
      assertWithinLimits(bytes, receiving.limits);
      throwIfCancelled(receiving);
      hash.update(chunk);
      await handle?.writeFile(chunk);
      passed(chunk.length);
      receiving.progress?.(bytes);
    }
    throwIfCancelled(receiving);
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** [G9] a plan limit: 400 with errors.file. */
export function assertWithinLimits(bytes: number, { fileBytes, projectBytes }: Pick<UploadLimits, 'fileBytes' | 'projectBytes'>): void {
  const message =
    fileBytes !== null && bytes > fileBytes
      ? `is larger than ${formatFileSize(fileBytes)}, the most a file may have`
      : projectBytes !== null && bytes > projectBytes
        ? `does not fit any more: ${formatFileSize(projectBytes)} are left of what the files of a project may have together`
        : undefined;
  if (message !== undefined) throw new Problem('limit', `The file ${message}.`, { errors: { file: message } });
}

function throwIfCancelled({ cancelled }: UploadInput): void {
  if (cancelled?.()) throw new Problem('cancelled', message('problem.assets.uploadCancelled'));
}
