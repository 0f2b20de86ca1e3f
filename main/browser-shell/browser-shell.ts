/** The browser shell as a function from Request to Response: the page, its connection to the backend, the files of projects. */

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { upgradeWebSocket } from '@hono/node-server';
import { Hono } from 'hono';
import { type CallResult, isDesktopCallName, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { AppInfo } from '../../shared/contracts/ipc/results.ts';
import { pageConnectionPath } from '../../shared/contracts/page-connection.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { createProjectFileResponse, notFoundResponse, readRendererFile, securityHeaders } from '../app/window-files.ts';
import { incomingFolderIn } from '../assets/file-store.ts';
import { assetFolderIn } from '../platform/data-folder.ts';
import { isDiskFull } from '../platform/disk-error.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { createPageConnection } from './page-connection.ts';
import type { SessionGuard } from './session-guard.ts';

interface BrowserShellOptions {
  readonly rendererFolder: string;
  readonly info: AppInfo;
  call(name: string, input: unknown, clientSignal?: AbortSignal): Promise<CallResult>;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
}

export function createBrowserShell({ rendererFolder, info, call, onEvents }: BrowserShellOptions, guard: SessionGuard): Hono {
  const shell = new Hono();
  const incomingFolder = incomingFolderIn(assetFolderIn(info.dataFolder));
  shell.use(guard.requireSession);
  shell.get('/', guard.startSession);
  // Not an async function, because that would delay a result by a microtask, in which events could overtake it.
  const callForPage = (name: string, input: unknown, clientSignal: AbortSignal): Promise<CallResult> => {
    if (name === 'app.info') return Promise.resolve({ ok: true, value: info });
    if (isDesktopCallName(name)) return Promise.resolve(toFailedResult(noDialogsProblem()));
    return call(name, input, clientSignal);
  };
  shell.get(
    pageConnectionPath,
    guard.requirePageSecret,
    upgradeWebSocket(() => createPageConnection({ call: callForPage, onEvents })),
    () => new Response(null, { status: 426, headers: { ...securityHeaders, 'cache-control': 'no-store', upgrade: 'websocket' } }),
  );
  shell.post('/upload/:hash', guard.requirePageSecret, async (context) => {
    const hash = context.req.param('hash');
    const { name, type, job } = context.req.query();
    const store = (path: string) => call('asset.store', { hash, path, name, type, job });
    return answerResponse(await receivePageUpload(context.req.raw, incomingFolder, store));
  });
  shell.post('/import', guard.requirePageSecret, async (context) => {
    const { fileName, job, repair } = context.req.query();
    const importFile = (path: string) =>
      call('project.import', { source: { path, fileName }, ...(repair === 'true' && { repair: true }), job });
    return answerResponse(await receivePageUpload(context.req.raw, incomingFolder, importFile));
  });
  shell.get(
    '/file/*',
    guard.requireSignedAddress,
    async (context) => (await createProjectFileResponse(context.req.raw, call)) ?? notFoundResponse(),
  );
  // The files of the window contain no secrets, and the elements that load them cannot send a header.
  shell.get('*', async (context) => {
    const file = await readRendererFile(rendererFolder, context.req.path);
    return file ? new Response(file.body, { headers: file.headers }) : notFoundResponse();
  });
  return shell;
}

/** The status is always 200, because a Problem is a result as well. */
const answerResponse = (result: CallResult): Response =>
  Response.json(result, { headers: { ...securityHeaders, 'cache-control': 'no-store' } });
const noDialogsProblem = (): Problem => new Problem('unsupported', message('problem.browser.noDialogs'));

/**
 * Receives a file that the page sends as the body of a request: streams it to a temporary file, which the backend may move and which is always
 * removed. Returns the result of `use`, which is called with the path of the file in `incomingFolder` (see `incomingFolderIn`).
 */
async function receivePageUpload(
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
  if (isDiskFull(error)) return new Problem('store', message('problem.assets.diskFull'), { cause: error });
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET')
    return new Problem('store', message('problem.assets.folderReadOnly'), { cause: error });
  return new Problem('invalid', message('problem.assets.uploadIncomplete'), {
    errors: { file: message('fault.file.incomplete') },
    cause: error,
  });
}
