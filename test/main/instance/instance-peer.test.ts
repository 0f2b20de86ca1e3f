/** The owner's end of a connection: a process that has gone, or that sends nonsense, is not served any more. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { InstancePeer, RunningCalls } from '../../../main/instance/instance-peer.ts';
import { protocolVersion } from '../../../main/instance/instance-protocol.ts';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import { newFolder } from '../../new-folder.ts';

/** A peer of a backend that opens when `open` is called, and counts what it was asked for. */
async function connectPeer() {
  const served = { calls: 0, listeners: 0 };
  let open: () => void = () => undefined;
  const backend = new Promise<Backend>((resolve) => {
    open = () =>
      resolve({
        async call() {
          served.calls += 1;
          return { ok: true, value: null };
        },
        onEvents() {
          served.listeners += 1;
          return () => {
            served.listeners -= 1;
          };
        },
        close: async () => undefined,
      });
  });
  const secret = { token: 'the token', version: '1' };
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\taleport-peer-${process.pid}` : join(newFolder(), 'peer.sock');
  const server = createServer();
  onTestFinished(() => void server.close());
  // The argument of the event.
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const client = connect(address);
  client.on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  const [socket] = await accepted;
  new InstancePeer(socket, { secret, backend, calls: new RunningCalls(backend), isDraining: () => false });
  const send = (...messages: unknown[]) => client.write(messages.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return { client, socket, send, served, backend, open, hello: { hello: secret.token, protocol: protocolVersion } };
}

test('one that disconnects before the projects are open is not subscribed to their events', async () => {
  const { client, socket, send, served, backend, open, hello } = await connectPeer();
  send(hello, { subscribe: true });
  await once(client, 'data');
  client.destroy();
  await once(socket, 'close');
  open();
  await backend;
  expect(served.listeners).toBe(0);
});

test('calls behind an invalid message are not executed', async () => {
  const { client, send, served, backend, open, hello } = await connectPeer();
  open();
  await backend;
  client.resume();
  send(hello, { nonsense: true }, { id: 1, call: 'project.list', input: {} });
  await once(client, 'close');
  expect(served.calls).toBe(0);
});
