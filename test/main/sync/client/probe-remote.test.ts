/** Probing a key detects its permissions without changing anything; failures have a message. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { probeRemote } from '../../../../main/sync/client/http-remote.ts';
import { Problem } from '../../../../shared/problem.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { type FaultyServer, secret, sendJson, startFaultyServer } from './faulty-server.ts';
import { type ServedRemote, serveRemote } from './served-project.ts';

let served: ServedRemote;
beforeAll(async () => {
  served = await serveRemote();
});
afterAll(() => served.close());

let server: FaultyServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('probing our own service', () => {
  test.each([[['project:read', 'project:write']], [['project:read']], [['project:write']]] as const)(
    '[Authentication 4] a key with %j is detected, and nothing is changed',
    async (permissions) => {
      const { key } = served.fakeRemote.accounts.createKey({ name: 'probed', permissions: [...permissions] });
      const hash = served.fakeRemote.createProject(createEmptyStory(createTestEnvironment(5)));
      const before = served.fakeRemote.engine.getVersion(hash);
      expect(await probeRemote(served.clientWith({ key: () => key }))).toEqual({ permissions });
      expect(served.fakeRemote.engine.getVersion(hash)).toEqual(before);
    },
  );

  test('an unknown key is an error at the key', async () => {
    const problem = await probeRemote(served.clientWith({ key: () => 'nobody-made-this' })).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'unauthenticated', json: { errors: { key: expect.any(String) } } });
  });
});

describe('probing other servers', () => {
  test.each([
    ['shows web pages', (_: unknown, outgoing) => outgoing.end('<html>Hello</html>')],
    ['has no API', (_: unknown, outgoing) => sendJson(outgoing, 404, {})],
    ['has another API', (_: unknown, outgoing) => sendJson(outgoing, 200, { projects: [] })],
    ['leads elsewhere', (_: unknown, outgoing) => outgoing.writeHead(301, { location: 'https://elsewhere.invalid/' }).end()],
    ['fails', (_: unknown, outgoing) => sendJson(outgoing, 500, {})],
    ['says nothing', (incoming) => incoming.socket.destroy()],
  ] as [string, Parameters<typeof startFaultyServer>[0]][])(
    'a server that %s is reported as an error at the address',
    async (_name, does) => {
      server = await startFaultyServer(does);
      const problem = await probeRemote(server.client()).catch((error: unknown) => error);
      if (!(problem instanceof Problem)) throw new Error(String(problem));
      expect(problem.json).toMatchObject({ errors: { url: expect.any(String) } });
      expect(JSON.stringify(problem)).not.toContain(secret);
    },
  );

  test('a key without read and write permission is rejected', async () => {
    server = await startFaultyServer((_, outgoing) => sendJson(outgoing, 403, {}));
    await expect(probeRemote(server.client())).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a workspace with an exhausted limit is reported as such', async () => {
    server = await startFaultyServer((_, outgoing) => sendJson(outgoing, 429, {}, { 'retry-after': '9' }));
    await expect(probeRemote(server.client())).rejects.toMatchObject({ code: 'tooMany' });
  });
});
