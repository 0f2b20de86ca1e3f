/** A page of the browser shell without a browser: its end of the connection. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import { type BackendMessage, pageConnectionPath, pageProtocol } from '../../../shared/contracts/page-connection.ts';

interface TestPage {
  readonly socket: WebSocket;
  /** All that the backend has sent, in order. */
  readonly received: readonly BackendMessage[];
  call(name: string, input: unknown): Promise<CallResult>;
  close(): void;
}

export async function openTestPage(session: { port: number; cookie: string; pageSecret: string }): Promise<TestPage> {
  const host = `127.0.0.1:${session.port}`;
  const socket = new WebSocket(`ws://${host}${pageConnectionPath}`, [pageProtocol, session.pageSecret], {
    origin: `http://${host}`,
    headers: { cookie: session.cookie },
  });
  const received: BackendMessage[] = [];
  const waiting = new Map<number, (result: CallResult) => void>();
  let lastId = 0;
  socket.on('message', (data) => {
    const content = JSON.parse(data.toString()) as BackendMessage;
    received.push(content);
    if ('id' in content) waiting.get(content.id)?.(content.result);
  });
  await once(socket, 'open');
  return {
    socket,
    received,
    call: (name, input) =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, name, input }));
      }),
    close: () => socket.terminate(),
  };
}
