/** The browser shell as a function from Request to Response: the page, its connection to the backend, the files of projects. */

import { upgradeWebSocket } from '@hono/node-server';
import { Hono } from 'hono';
import { type CallResult, isDesktopCallName, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { AppInfo } from '../../shared/contracts/ipc/results.ts';
import { pageConnectionPath } from '../../shared/contracts/page-connection.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { createProjectFileResponse } from '../app/project-file-response.ts';
import { notFoundResponse, readRendererFile, securityHeaders } from '../app/renderer-files.ts';
import { incomingFolderIn } from '../assets/file-store.ts';
import { assetFolderIn } from '../platform/data-folder.ts';
import { createPageConnection } from './page-connection.ts';
import { receivePageUpload } from './receive-page-upload.ts';
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
