/** The worker that routes the connections of one board: receives changes of the board, returns the routes that have changed. */
import { type ConnectionRoute, ConnectionRouter, type RoutingChange } from '../../../../shared/layout/routing/connection-router.ts';

export interface RouteWorkerMessage {
  readonly routes: readonly (readonly [id: string, route: ConnectionRoute])[];
  /** Whether these are the last routes of the change. */
  readonly isLast: boolean;
}

/** The window receives this many routes at a time, so that reading and drawing them never takes long. */
const batchSize = 250;

const router = new ConnectionRouter();
const send = (message: RouteWorkerMessage): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<RoutingChange>) => {
  const routes = [...router.update(data)];
  let sent = 0;
  do {
    const batch = routes.slice(sent, sent + batchSize);
    sent += batch.length;
    send({ routes: batch, isLast: sent >= routes.length });
  } while (sent < routes.length);
});
