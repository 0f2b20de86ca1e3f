/**
 * Server-sent events for a running game: an event for each new export of a target, so that the game can reload the story without a restart.
 * `GET /events/exports`, or with `?project=HASH` for one project, with a key that may read. Events name the files and never contain the
 * story.
 */

import type { Target } from '../../../shared/contracts/targets.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Engine } from '../../engine/engine.ts';
import { problemResponse, unauthenticatedResponse } from '../http/responses.ts';

export const exportEventsPath = '/events/exports';
/** Milliseconds between keep-alive comments, because proxies close connections without traffic. */
const heartbeatInterval = 15_000;
const maxSubscribers = 100;

interface ExportEventStreamDeps {
  readonly accounts: Accounts;
  readonly engine: Pick<Engine, 'getVersion'>;
}

export interface ExportEventStream {
  /** Responds to a request for `exportEventsPath`. Never throws. */
  handle(request: Request): Response;
  emitDelivery(target: Target, written: readonly string[], removed: readonly string[]): void;
  /** Ends all streams. */
  close(): void;
}

/** Whether a project is among those that the caller asked for and may view. */
type Access = (hash: string) => boolean;

interface Subscriber {
  /** What the key may receive now: its permissions change while it listens. Null if it may receive nothing any more. */
  readonly access: () => Access | null;
  readonly send: (text: string) => void;
  readonly close: () => void;
}

export function openExportEventStream({ accounts, engine }: ExportEventStreamDeps): ExportEventStream {
  const subscribers = new Set<Subscriber>();
  let isClosed = false;
  const stopListening = accounts.onChange(() => {
    for (const { access, close } of subscribers) if (!access()) close();
  });

  /** Returns which projects the caller may receive events of. Throws a Problem if it may receive none. */
  function authorize(request: Request): Access {
    const caller = accounts.authenticate(request.headers.get('authorization'));
    if (!caller) throw new Problem('unauthenticated', message('problem.rest.keyNeeded'));
    if (!caller.apiKey.permissions.includes('project:read')) throw new Problem('forbidden', message('problem.rest.readPermissionNeeded'));
    const mayView = (hash: string): boolean =>
      accounts.workspaceIdOfProject(hash) === caller.workspace.id && accounts.hasProjectPermission(caller, 'view', hash);
    const project = new URL(request.url).searchParams.get('project');
    if (project !== null) {
      engine.getVersion(project);
      if (!mayView(project)) throw new Problem('forbidden', message('problem.rest.projectHidden'));
    }
    return (hash) => (project === null || hash === project) && mayView(hash);
  }

  function findAccess(request: Request): Access | null {
    try {
      return authorize(request);
    } catch {
      return null;
    }
  }

  function createStream(access: Subscriber['access']): ReadableStream<Uint8Array> {
    let subscriber: Subscriber | undefined;
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      clearInterval(timer);
      if (subscriber) subscribers.delete(subscriber);
    };
    return new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string): void => {
          // A client that does not read is disconnected, instead of buffering its events in memory.
          if ((controller.desiredSize ?? 0) < -1000) close();
          else controller.enqueue(Buffer.from(text));
        };
        const close = (): void => {
          stop();
          controller.close();
        };
        subscriber = { access, send, close };
        subscribers.add(subscriber);
        timer = setInterval(() => send(': still here\n\n'), heartbeatInterval).unref();
        send('retry: 2000\n: listening\n\n');
      },
      cancel: stop,
    });
  }

  return {
    handle(request) {
      try {
        if (request.method !== 'GET') throw new Problem('method', message('problem.rest.getOnly', { method: request.method.slice(0, 20) }));
        authorize(request);
        if (isClosed || subscribers.size >= maxSubscribers) throw new Problem('tooMany', message('problem.rest.tooManyListeners'));
        return new Response(
          createStream(() => findAccess(request)),
          {
            headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
          },
        );
      } catch (error) {
        const problem = Problem.from(error);
        return problem.code === 'unauthenticated' ? unauthenticatedResponse('application/json') : problemResponse(problem);
      }
    },
    emitDelivery({ id, hash, engine: format, folder, status }, written, removed) {
      const data = { target: id, project: hash, engine: format, folder, version: status.version, at: status.lastExport, written, removed };
      for (const { access, send } of subscribers) if (access()?.(hash)) send(`event: export\ndata: ${JSON.stringify(data)}\n\n`);
    },
    close() {
      isClosed = true;
      stopListening();
      for (const subscriber of subscribers) subscriber.close();
    },
  };
}
