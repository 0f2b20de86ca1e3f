/** A call of another process is executed at most once, whenever the owner of the data folder ends. */
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectToInstance } from '../../../main/instance/instance-client.ts';
import { protocolVersion, readJsonLines, type ServerMessage, writeJsonLine } from '../../../main/instance/instance-protocol.ts';
import { writeInstanceRecord } from '../../../main/instance/instance-record.ts';
import { createInstanceServer } from '../../../main/instance/instance-server.ts';
import { createSocketAddress } from '../../../main/instance/local-socket-address.ts';
import { newFolder } from '../../new-folder.ts';
import { sha256 } from '../../sha256.ts';

const token = 'x'.repeat(16);
const maxBytes = () => 1024;
const newAddress = (folder: string) => createSocketAddress(folder, sha256(folder).slice(0, 32));

/** A process that owns the folder as far as others can see. `onCall` is called with the id of each call. */
async function openOwner(onCall: (id: number, send: (message: ServerMessage) => void, socket: Socket) => void, protocol = protocolVersion) {
  const folder = newFolder();
  const address = await newAddress(folder);
  const server = createServer((socket) => {
    const send = (message: ServerMessage): void => void writeJsonLine(socket, message);
    socket.on('error', () => undefined);
    readJsonLines(socket, maxBytes, (value) => {
      if ('hello' in Object(value)) send({ hello: '1.2.3', protocol, closing: false });
      else onCall(Number(Object(value).id), send, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(address.listenPath, resolve));
  await address.publish();
  onTestFinished(() => void server.close());
  await writeInstanceRecord(folder, { pid: process.pid, address: address.path, token });
  const client = await connectToInstance(folder);
  if (!client) return expect.unreachable('the owner must be found');
  onTestFinished(() => client.close());
  return client;
}

test('[Store] a call that an owner has received before it was killed while closing may have been executed', async () => {
  const client = await openOwner((_, send, socket) => {
    send({ bye: true });
    socket.end();
  });
  await expect(client.call('project.list', {})).rejects.toMatchObject({ mayHaveRun: true });
});

test('[Store] a call that an owner refuses was not executed, nor one that is made after its farewell', async () => {
  const client = await openOwner((id, send) => {
    send({ bye: true });
    send({ id, isRefused: true });
  });
  await expect(client.call('project.list', {})).rejects.toMatchObject({ mayHaveRun: false });
  await expect(client.call('project.list', {})).rejects.toMatchObject({ mayHaveRun: false });
});

test('[Store] an owner of a version that does not refuse calls is not used', async () => {
  await expect(openOwner(() => undefined, 3)).rejects.toMatchObject({ code: 'busy' });
});

test('[Store] an owner that is closing refuses what arrives, and answers what arrived before', async () => {
  const folder = newFolder();
  let finish: (answer: { ok: true; value: null }) => void = () => undefined;
  const executed: unknown[] = [];
  const backend = Promise.resolve({
    call: (name: string) => {
      executed.push(name);
      return new Promise<{ ok: true; value: null }>((resolve) => {
        finish = resolve;
      });
    },
    onEvents: () => () => undefined,
    close: async () => undefined,
  });
  const server = createInstanceServer({ token, version: '1.2.3' }, backend, () => undefined);
  const address = await newAddress(folder);
  await server.listen(address);
  const socket = connect(address.path);
  const received: unknown[] = [];
  const waiting = new Map<string, () => void>();
  readJsonLines(socket, maxBytes, (value) => {
    received.push(value);
    for (const key of Object.keys(Object(value))) waiting.get(key)?.();
  });
  const until = (key: string) => new Promise<void>((resolve) => void waiting.set(key, resolve));
  writeJsonLine(socket, { hello: token, protocol: protocolVersion });
  await until('hello');
  writeJsonLine(socket, { id: 1, call: 'first', input: {} });
  writeJsonLine(socket, { subscribe: true });
  await expect.poll(() => executed).toEqual(['first']);
  const drained = server.drain(10_000);
  writeJsonLine(socket, { id: 2, call: 'second', input: {} });
  await until('isRefused');
  finish({ ok: true, value: null });
  await Promise.all([drained, until('answer')]);
  expect(received.slice(1)).toEqual([{ bye: true }, { id: 2, isRefused: true }, { id: 1, answer: { ok: true, value: null } }]);
  expect(executed).toEqual(['first']);
  socket.destroy();
  await server.close();
});
