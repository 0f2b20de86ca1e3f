import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listen } from '../../../main/platform/listen.ts';

const tooManyFiles = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
const outOfMemory = Object.assign(new Error('out of memory'), { code: 'ENOMEM' });

test('a server that listens survives connections that cannot be accepted', async () => {
  const server = createServer();
  await listen(server, { port: 0, host: '127.0.0.1' }, () => undefined);
  expect(() => {
    server.emit('error', tooManyFiles);
    server.emit('error', tooManyFiles);
  }).not.toThrow();
  expect(server.listening).toBe(true);
  server.close();
  await once(server, 'close');
});

test('connections that cannot be accepted are logged, each code once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: string[] = [];
  const server = createServer();
  await listen(server, { port: 0, host: '127.0.0.1' }, (line) => lines.push(line));
  const emitAll = () => {
    for (const error of [tooManyFiles, tooManyFiles, outOfMemory, new TypeError('bug'), tooManyFiles]) server.emit('error', error);
  };
  const reasons = () => lines.splice(0).map((line) => /^A connection could not be accepted: (.+)/.exec(line)?.[1]);
  emitAll();
  expect(reasons()).toEqual(['Error: too many open files', 'Error: out of memory', 'TypeError: bug']);
  vi.advanceTimersByTime(59_999);
  emitAll();
  expect(reasons()).toEqual([]);
  vi.advanceTimersByTime(1);
  emitAll();
  expect(reasons()).toEqual(['Error: too many open files', 'Error: out of memory', 'TypeError: bug']);
  server.close();
  await once(server, 'close');
});

test('an address in use is an error', async () => {
  const [first, second] = [createServer(), createServer()];
  await listen(first, { port: 0, host: '127.0.0.1' }, () => undefined);
  const address = first.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const lines: string[] = [];
  await expect(listen(second, { port, host: '127.0.0.1' }, (line) => lines.push(line))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(lines).toEqual([]);
  first.close();
  await once(first, 'close');
});
