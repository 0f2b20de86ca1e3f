/**
 * Server-sent events for a running game: told when an export of a target is new, so that it can load the story again without being
 * started anew. `GET /events/exports`, `?project=HASH` for one project, with a key that may read. It tells what was written, never the story.
 */
import { Problem } from '../../shared/problem.ts';
import type { Target } from '../../shared/targets.ts';
import type { Engine } from '../engine/engine.ts';
import type { People } from '../people/people.ts';
import { problemAnswer, unauthenticated } from './answers.ts';

const path = '/events/exports';
/** Milliseconds between signs of life: what lies between gives up on connections that say nothing. */
const beat = 15_000;
const most = 100;

export interface ExportEventsDeps {
  readonly people: People;
  readonly engine: Pick<Engine, 'versionOf'>;
}

export interface ExportEvents {
  /** undefined: it is no request for these events. Never throws. */
  handle(request: Request): Response | undefined;
  delivered(target: Target, written: readonly string[], removed: readonly string[]): void;
  /** All who listen are told goodbye. */
  close(): void;
}

interface Listening {
  readonly hears: (hash: string) => boolean;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

export function openExportEvents({ people, engine }: ExportEventsDeps): ExportEvents {
  const listening = new Set<Listening>();
  let closed = false;

  function admit(request: Request): (hash: string) => boolean {
    const caller = people.callerOf(request.headers.get('authorization'));
    if (!caller) throw new Problem('unauthenticated', 'A key of the workspace is needed.');
    if (!caller.key.permissions.includes('project:read')) throw new Problem('forbidden', 'The key lacks the permission project:read.');
    const mayHear = (hash: string): boolean =>
      people.workspaceOfProject(hash) === caller.workspace.id && people.mayInProject(caller, 'view', hash);
    const project = new URL(request.url).searchParams.get('project');
    if (project !== null) {
      engine.versionOf(project);
      if (!mayHear(project)) throw new Problem('forbidden', 'The key may not view this project.');
    }
    if (closed || listening.size >= most) throw new Problem('tooMany', 'Too many are listening already.');
    return (hash) => (project === null || hash === project) && mayHear(hash);
  }

  function stream(hears: (hash: string) => boolean): ReadableStream<Uint8Array> {
    let one: Listening | undefined;
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      clearInterval(timer);
      if (one) listening.delete(one);
    };
    return new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string): void => {
          // Who does not read is let go, not kept in memory.
          if ((controller.desiredSize ?? 0) < -1000) end();
          else controller.enqueue(Buffer.from(text));
        };
        const end = (): void => {
          stop();
          controller.close();
        };
        one = { hears, send, end };
        listening.add(one);
        timer = setInterval(() => send(': still here\n\n'), beat).unref();
        send('retry: 2000\n: listening\n\n');
      },
      cancel: stop,
    });
  }

  return {
    handle(request) {
      if (new URL(request.url).pathname !== path) return undefined;
      try {
        if (request.method !== 'GET') throw new Problem('method', `${request.method.slice(0, 20)} is not supported here; GET is.`);
        const hears = admit(request);
        return new Response(stream(hears), {
          headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        });
      } catch (error) {
        const problem = Problem.from(error);
        return problem.code === 'unauthenticated' ? unauthenticated('application/json') : problemAnswer(problem);
      }
    },
    delivered({ id, hash, engine: format, folder, status }, written, removed) {
      const data = { target: id, project: hash, engine: format, folder, version: status.version, at: status.lastExport, written, removed };
      for (const one of listening) if (one.hears(hash)) one.send(`event: export\ndata: ${JSON.stringify(data)}\n\n`);
    },
    close() {
      closed = true;
      for (const one of listening) one.end();
    },
  };
}
