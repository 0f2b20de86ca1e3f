/** The browser shell as a function from Request to Response: the page, the calls of the window, the events, the files of projects. */

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type CallResult, isDesktopCallName } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { AppInfo } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { createProjectFileResponse } from '../app/project-file-response.ts';
import { notFoundResponse, readRendererFile, securityHeaders } from '../app/renderer-files.ts';
import { createEventStream } from './event-stream.ts';
import { receivePageUpload } from './receive-page-upload.ts';
import type { SessionGuard } from './session-guard.ts';

/** Bytes of a call: the text of a dropped file is part of it. */
const maxCallBytes = 512 * 1024 * 1024;

export interface BrowserShellOptions {
  readonly rendererFolder: string;
  readonly info: AppInfo;
  call(name: string, input: unknown): Promise<CallResult>;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
}

export function createBrowserShell({ rendererFolder, info, call, onEvents }: BrowserShellOptions, guard: SessionGuard): Hono {
  const shell = new Hono();
  shell.use(guard.requireSession);
  shell.get('/', guard.startSession);
  shell.post(
    '/call/:name',
    guard.requirePageSecret,
    bodyLimit({ maxSize: maxCallBytes, onError: () => answerResponse(toFailure(tooLargeProblem())) }),
    async (context) => {
      if (context.req.header('content-type')?.split(';')[0] !== 'application/json') return answerResponse(toFailure(notJsonProblem()));
      const name = context.req.param('name');
      let input: unknown;
      try {
        input = await context.req.json();
      } catch {
        return answerResponse(toFailure(notJsonProblem()));
      }
      if (name === 'app.info') return answerResponse({ ok: true, value: info });
      if (isDesktopCallName(name)) return answerResponse(toFailure(noDialogsProblem()));
      return answerResponse(await call(name, input));
    },
  );
  shell.post('/upload/:hash', guard.requirePageSecret, async (context) => {
    const hash = context.req.param('hash');
    const { name, type, job } = context.req.query();
    const store = (path: string) => call('asset.store', { hash, path, name, type, job });
    return answerResponse(await receivePageUpload(context.req.raw, info.dataFolder, store));
  });
  shell.post('/import', guard.requirePageSecret, async (context) => {
    const { fileName, job, repair } = context.req.query();
    const importFile = (path: string) =>
      call('project.import', { source: { path, fileName }, ...(repair === 'true' && { repair: true }), job });
    return answerResponse(await receivePageUpload(context.req.raw, info.dataFolder, importFile));
  });
  shell.get(
    '/file/*',
    guard.requireSignedAddress,
    async (context) => (await createProjectFileResponse(context.req.raw, call)) ?? notFoundResponse(),
  );
  shell.get(
    '/events',
    guard.requirePageSecret,
    () =>
      new Response(createEventStream(onEvents), {
        headers: { ...securityHeaders, 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
      }),
  );
  // The files of the window contain no secret, and elements that load them cannot send a header.
  shell.get('*', async (context) => {
    const file = await readRendererFile(rendererFolder, context.req.path);
    return file ? new Response(file.body, { headers: file.headers }) : notFoundResponse();
  });
  return shell;
}

/** The status is always 200: a Problem is a result, too. */
const answerResponse = (result: CallResult): Response =>
  Response.json(result, { headers: { ...securityHeaders, 'cache-control': 'no-store' } });
const toFailure = (problem: Problem): CallResult => ({ ok: false, problem: problem.serialize() });
const noDialogsProblem = (): Problem => new Problem('unsupported', message('problem.browser.noDialogs'));
const notJsonProblem = (): Problem => new Problem('invalid', message('problem.browser.inputNotJson'));
const tooLargeProblem = (): Problem => new Problem('tooLarge', message('problem.browser.fileTooLarge'));
