/**
 * Receives a file that the page sends as the body of a request: streams it to a temporary file, which the backend may move and which is
 * always removed.
 */

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type CallResult, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { errorCodeOf } from '../platform/errors.ts';

/** Returns the result of `use`, which is called with the path of the file in `incomingFolder` (see `incomingFolderIn`). */
export async function receivePageUpload(
  request: Request,
  incomingFolder: string,
  use: (path: string) => Promise<CallResult>,
): Promise<CallResult> {
  const path = join(incomingFolder, `page-${randomUUID()}`);
  try {
    await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
    await pipeline(
      // The type of the DOM, for the stream that Node provides.
      request.body ? Readable.fromWeb(request.body as NodeReadableStream) : [],
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return await use(path);
  } catch (error) {
    return toFailedResult(toProblem(error));
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function toProblem(error: unknown): Problem {
  const code = errorCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('store', message('problem.assets.diskFull'), { cause: error });
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET')
    return new Problem('store', message('problem.assets.folderReadOnly'), { cause: error });
  return new Problem('invalid', message('problem.assets.uploadIncomplete'), {
    errors: { file: message('fault.file.incomplete') },
    cause: error,
  });
}
