/** Receives an upload: counts and hashes its bytes and writes them to a draft file, with at most one chunk in memory. */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { sizeLimit } from '../../shared/messages/file-size.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { createMinorGcTrigger } from '../platform/minor-gc.ts';

/** The limits of a plan ([Limits] Standard Team asset limits); null means no limit. */
export interface UploadLimits {
  readonly fileBytes: number | null;
  /** The remaining bytes for files of the project. */
  readonly projectBytes: number | null;
  /** The maximum width and height of an image. */
  readonly imagePixels: number;
}

export interface UploadInput {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly limits: UploadLimits;
  readonly cancelled?: (() => boolean) | undefined;
  /** Called with the number of bytes received so far. */
  readonly progress?: ((bytes: number) => void) | undefined;
}

interface UploadResult {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes the bytes to `file`, which must not exist, and flushes them to the disk. With null, only reads them, because they are stored
 * already. Throws a 400 at `file` if they exceed a limit, a Problem `cancelled`, and what `onFirstByte` throws.
 */
export async function receiveUpload(file: string | null, upload: UploadInput, onFirstByte: () => void): Promise<UploadResult> {
  const hash = createHash('sha256');
  const handle = file === null ? undefined : await open(file, 'wx', 0o600);
  const reportGarbage = createMinorGcTrigger();
  let bytes = 0;
  try {
    for await (const chunk of upload.bytes) {
      if (chunk.length === 0) continue;
      if (bytes === 0) onFirstByte();
      bytes += chunk.length;
      assertWithinLimits(bytes, upload.limits);
      throwIfCancelled(upload);
      hash.update(chunk);
      await handle?.writeFile(chunk);
      reportGarbage(chunk.length);
      upload.progress?.(bytes);
    }
    throwIfCancelled(upload);
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** [G9] throws a 400 with errors.file if a limit of the plan is exceeded. */
export function assertWithinLimits(bytes: number, { fileBytes, projectBytes }: Pick<UploadLimits, 'fileBytes' | 'projectBytes'>): void {
  if (fileBytes !== null && bytes > fileBytes) throw overLimitProblem(message('fault.file.tooLarge', { size: sizeLimit(fileBytes) }));
  if (projectBytes !== null && bytes > projectBytes)
    throw overLimitProblem(message('fault.file.noRoom', { size: sizeLimit(projectBytes) }));
}

const overLimitProblem = (fault: Message): Problem =>
  new Problem('limit', message('problem.assets.overLimit', { fault }), { errors: { file: fault } });

function throwIfCancelled({ cancelled }: UploadInput): void {
  if (cancelled?.()) throw new Problem('cancelled', message('problem.assets.uploadCancelled'));
}
