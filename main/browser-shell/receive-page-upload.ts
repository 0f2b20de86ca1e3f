/** A file that the page sends as the body of a request: straight to the disk, where the parts take it over. Whatever happens, nothing stays. */

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

interface PageUploadDeps {
  readonly dataFolder: string;
  call(name: string, input: unknown): Promise<CallResult>;
}

/** Answers what `asset.store` does. The name, and what else it takes, stands in the query. */
export async function receivePageUpload(request: Request, hash: string, { dataFolder, call }: PageUploadDeps): Promise<CallResult> {
  const incoming = join(dataFolder, 'vault', 'incoming');
  const path = join(incoming, `page-${randomUUID()}`);
  const { name, type, job } = Object.fromEntries(new URL(request.url).searchParams);
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await pipeline(
      request.body ? Readable.fromWeb(request.body as NodeReadableStream) : [],
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return await call('asset.store', { hash, path, name, type, job });
  } catch (error) {
    return { ok: false, problem: toProblem(error).serialize() };
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function toProblem(error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('store', message('problem.assets.diskFull'), { cause: error });
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET')
    return new Problem('store', message('problem.assets.folderReadOnly'), { cause: error });
  return new Problem('invalid', message('problem.assets.uploadIncomplete'), {
    errors: { file: 'did not arrive as a whole' },
    cause: error,
  });
}
