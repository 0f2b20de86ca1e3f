/** Reads files of others as streams of bytes. The only place that opens files in this way (“opens files as streams in no other way”). */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { diskFaultOf } from './disk-error.ts';
import { errorCodeOf } from './errors.ts';

interface FileBytesOptions {
  /** Also reads a file to which the path leads as a link: for a path that the user has named, not for one that was found in a folder. */
  readonly followLinks?: boolean;
  readonly bytesPerPart?: number;
}

/** Opening a pipe must not wait for another process. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a regular file, which is opened when the first part is asked for: a stream that was opened before reports a failure when nobody may listen yet,
 * which ends the process, and stays open if nobody ever reads it. Throws the errors of the system, EINVAL for what is no regular file.
 */
export async function* readFileBytes(
  path: string,
  { followLinks = false, bytesPerPart = 64 * 1024 }: FileBytesOptions = {},
): AsyncGenerator<Uint8Array> {
  const file = await open(path, followLinks ? flags : flags | (constants.O_NOFOLLOW ?? 0));
  try {
    if (!(await file.stat()).isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
    while (true) {
      // Readers may keep what they got, so each part has memory of its own.
      const part = Buffer.allocUnsafeSlow(bytesPerPart);
      const { bytesRead } = await file.read(part, 0, part.length);
      if (bytesRead === 0) return;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Whether a file that was to be read is missing or cannot be read: an error of the system that is about this file, and not about how many may be open or how much
 * memory there is.
 */
export const isUnreadableFileError = (error: unknown): boolean =>
  /^E(?!NOMEM$)[A-Z0-9]+$/.test(errorCodeOf(error) ?? '') && diskFaultOf(error) !== 'tooManyFiles';

/** Its cause is the error of the bytes that are copied, not of the place to which they are. */
export class SourceError extends Error {}

/** The same bytes; what they throw is thrown as a SourceError, because reading and writing fail with the same codes. */
export async function* withSourceErrors(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    throw new SourceError(undefined, { cause });
  }
}
