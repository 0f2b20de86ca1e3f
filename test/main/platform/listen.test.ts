import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../../main/platform/listen.ts';

test('a server that listens survives connections that cannot be accepted', async () => {
  const server = createServer();
  await listen(server, { port: 0, host: '127.0.0.1' });
  const failed = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  expect(() => {
    server.emit('error', failed);
    server.emit('error', failed);
  }).not.toThrow();
  expect(server.listening).toBe(true);
  server.close();
  await once(server, 'close');
});

test('an address in use is an error', async () => {
  const [first, second] = [createServer(), createServer()];
  await listen(first, { port: 0, host: '127.0.0.1' });
  const address = first.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(listen(second, { port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  first.close();
  await once(first, 'close');
});
