/** What a key may do, found out without changing anything; and what is said where it cannot be found out. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { probeRemote } from '../../../../main/sync/client/probe-remote.ts';
import { Problem } from '../../../../shared/problem.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { type BadServer, badServer, json, secret } from './faulty-server.ts';
import { type ServedRemote, serveRemote } from './served-project.ts';

let served: ServedRemote;
beforeAll(async () => {
  served = await serveRemote();
});
afterAll(() => served.close());

let server: BadServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('of our own service', () => {
  test.each([[['project:read', 'project:write']], [['project:read']], [['project:write']]] as const)(
    '[Authentication 4] a key with %j is told as such, and nothing is changed',
    async (permissions) => {
      const { key } = served.there.accounts.createKey({ name: 'probed', permissions: [...permissions] });
      const hash = served.there.createProject(createEmptyStory(createTestEnvironment(5)));
      const before = served.there.engine.getVersion(hash);
      expect(await probeRemote(served.clientWith({ key: () => key }))).toEqual({ permissions });
      expect(served.there.engine.getVersion(hash)).toEqual(before);
    },
  );

  test('a key that nobody made is said to be wrong, at the key', async () => {
    const problem = await probeRemote(served.clientWith({ key: () => 'nobody-made-this' })).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'unauthenticated', json: { errors: { key: expect.any(String) } } });
  });
});

describe('of what is no such service', () => {
  test.each([
    ['shows web pages', (_: unknown, outgoing) => outgoing.end('<html>Hello</html>')],
    ['has nothing there', (_: unknown, outgoing) => json(outgoing, 404, {})],
    ['has something else there', (_: unknown, outgoing) => json(outgoing, 200, { projects: [] })],
    ['leads elsewhere', (_: unknown, outgoing) => outgoing.writeHead(301, { location: 'https://elsewhere.invalid/' }).end()],
    ['fails', (_: unknown, outgoing) => json(outgoing, 500, {})],
    ['says nothing', (incoming) => incoming.socket.destroy()],
  ] as [string, Parameters<typeof badServer>[0]][])('a server that %s is said to be wrong, at the address', async (_name, does) => {
    server = await badServer(does);
    const problem = await probeRemote(server.client()).catch((error: unknown) => error);
    if (!(problem instanceof Problem)) throw new Error(String(problem));
    expect(problem.json).toMatchObject({ errors: { url: expect.any(String) } });
    expect(JSON.stringify(problem)).not.toContain(secret);
  });

  test('a key that may neither read nor write is of no use', async () => {
    server = await badServer((_, outgoing) => json(outgoing, 403, {}));
    await expect(probeRemote(server.client())).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a workspace whose limit is used up says so', async () => {
    server = await badServer((_, outgoing) => json(outgoing, 429, {}, { 'retry-after': '9' }));
    await expect(probeRemote(server.client())).rejects.toMatchObject({ code: 'tooMany' });
  });
});
