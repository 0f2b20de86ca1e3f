/** The browser shell as a function from Request to Response: the page, the calls, the events, the files of projects. Knows no call but those of a window. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AppInfo } from '../../shared/ipc/answers.ts';
import { type Answer, isDesktopCall } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import { pageFile } from '../page-files.ts';
import { screenFile, securityHeaders } from '../screen-files.ts';
import { eventStream } from './event-stream.ts';
import type { Gate } from './gate.ts';
import { takeUpload } from './take-upload.ts';

/** Bytes of a call: a dropped file comes as text. */
const largest = 512 * 1024 * 1024;

export interface Served {
  readonly screen: string;
  readonly info: AppInfo;
  call(name: string, input: unknown): Promise<Answer>;
  onEvents(listener: (events: Event[]) => void): () => void;
}

export function browserShell({ screen, info, call, onEvents }: Served, gate: Gate): Hono {
  const shell = new Hono();
  shell.use(gate.guard);
  shell.get('/', gate.enter);
  shell.post('/call/:name', bodyLimit({ maxSize: largest, onError: () => answer(failed(tooLarge())) }), async (context) => {
    if (context.req.header('content-type')?.split(';')[0] !== 'application/json') return answer(failed(noJson()));
    const name = context.req.param('name');
    let input: unknown;
    try {
      input = await context.req.json();
    } catch {
      return answer(failed(noJson()));
    }
    if (name === 'app.info') return answer({ ok: true, value: info });
    if (isDesktopCall(name)) return answer(failed(noDialogs()));
    return answer(await call(name, input));
  });
  shell.post('/upload/:hash', async (context) =>
    answer(await takeUpload(context.req.raw, context.req.param('hash'), { dataFolder: info.dataFolder, call })),
  );
  shell.get('/file/*', async (context) => (await pageFile(context.req.raw, call)) ?? nothing());
  shell.get(
    '/events',
    () =>
      new Response(eventStream(onEvents), {
        headers: { ...securityHeaders, 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      }),
  );
  shell.get('*', async (context) => {
    const file = await screenFile(screen, context.req.path);
    return file ? new Response(file.body, { headers: file.headers }) : nothing();
  });
  return shell;
}

const nothing = (): Response => new Response('There is nothing here.', { status: 404, headers: securityHeaders });

/** A Problem is an answer like any other, so the status is always 200. */
const answer = (given: Answer): Response => Response.json(given, { headers: { ...securityHeaders, 'cache-control': 'no-store' } });
const failed = (problem: Problem): Answer => ({ ok: false, problem: problem.toJSON() });
const noDialogs = (): Problem => new Problem('unsupported', 'A browser has no such dialog: please type the path.');
const noJson = (): Problem => new Problem('invalid', 'The input of a call is JSON.');
const tooLarge = (): Problem => new Problem('tooLarge', 'This file is too large for the browser. Please give its path instead.');
