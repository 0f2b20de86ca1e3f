/** [Limits]: the two quotas, who shares them, their headers and windows. Each test has its own service. */
import { expect } from 'vitest';
import { type Client, openClient } from './client.ts';
import { readOnlyClient, writeOnlyClient } from './keys.ts';
import { place } from './place.ts';
import { rule } from './rule.ts';
import { newStory, type Story, unknownId } from './story.ts';

const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
const limit = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-limit'));
const minute = 61;

/** A service whose workspace has this number of seats and an unused quota. */
async function withSeats(seats: number, run: (client: Client, story: Story) => Promise<void>): Promise<void> {
  const client = openClient(await place.open());
  try {
    const story = await newStory(client);
    await client.service.ask('workspace.set', { seats });
    client.service.advance(minute);
    await run(client, story);
  } finally {
    await client.service.close();
  }
}
const needs = { needs: ['own', 'accounts', 'clock'] as const };

rule(
  ['[Limits 4.1]', '[Limits] All API requests per workspace', '[Limits 6]'],
  'responses contain the limit of 60 for each seat and the remainder',
  async () => {
    await withSeats(3, async (client, story) => {
      const first = await client.get(`/${story.hash}/board`);
      expect([limit(first), left(first)]).toEqual([180, 179]);
      expect(left(await client.get('/workspace/projects'))).toBe(178);
      expect(left(await client.get(`/${story.hash}/comments`))).toBe(177);
    });
  },
  needs,
);

rule(
  ['[Limits 3.2]', '[Limits 1.1]', '[Limits 1.2]', '[Limits 4.1]'],
  'all keys, both addresses and rejected requests share one quota',
  async () => {
    await withSeats(1, async (client, story) => {
      const path = `/${story.hash}`;
      const [reader, writer] = [await readOnlyClient(client), await writeOnlyClient(client)];
      expect(left(await client.get(`${path}/board`))).toBe(59);
      expect(left(await reader.get(`${path}/board`))).toBe(58);
      expect(left(await client.under('/api').get(`${path}/board`))).toBe(57);
      expect(left(await writer.get(`${path}/board`))).toBe(56);
      expect(left(await client.post(`${path}/element`, { surprise: 1 }))).toBe(55);
      expect(left(await client.get(`/${unknownId()}/board`))).toBe(54);
      expect(left(await client.send('PUT', `${path}/board`))).toBe(53);
      expect(left(await client.get('/nothing/here/at/all'))).toBe(52);
      expect((await client.as('wrong').get(`${path}/board`)).headers.get('x-ratelimit-remaining')).toBeNull();
      expect(left(await client.get(`${path}/board`))).toBe(51);
    });
  },
  needs,
);

rule(
  [
    '[Limits] Project imports and exports combined per workspace',
    '[Limits 2.1]',
    '[Limits 2.2]',
    '[Limits 2.3]',
    '[Limits 4.2]',
    '[Errors] 429',
  ],
  'imports and exports share 3 for each seat, count in both quotas, and leave room for other requests',
  async () => {
    await withSeats(2, async (client, story) => {
      const path = `/${story.hash}`;
      const used = [
        () => client.get(`${path}/json`),
        () => client.head(`${path}/json`),
        () => client.under('/api').get(`${path}/unity`),
        () => client.post('/workspace/projects/import', { surprise: 1 }),
        () => client.get(`${path}/godot?locale=xx`),
        () => client.head(`${path}/unreal`),
      ];
      for (const [at, send] of used.entries()) {
        const answer = await send();
        expect([limit(answer), left(answer)]).toEqual([6, 5 - at]);
      }
      for (const refused of [await client.get(`${path}/json`), await client.post('/workspace/projects/import', {})])
        expect(refused.status).toBe(429);
      const other = await client.get(`${path}/board`);
      expect([other.status, limit(other), left(other)]).toEqual([200, 120, 113]);
    });
  },
  needs,
);

rule(
  ['[Limits 5.1]', '[Limits 3.1]', '[Limits 3.3]', '[Errors] 429', '[Errors 7.1]', '[Errors 2.1]', '[G4]', '[G16]'],
  'an exhausted quota is a 429 until its 60 seconds have passed; rejected requests are not applied and do not count',
  async () => {
    await withSeats(1, async (client, story) => {
      const note = () => client.post(`/${story.hash}/note`, { boardId: story.board, x: 0, y: 0 });
      for (let count = 0; count < 60; count++) expect((await note()).status).toBe(201);
      for (let count = 0; count < 5; count++) {
        const refused = await note();
        expect(refused.status).toBe(429);
        const [wait, reset] = [Number(refused.headers.get('retry-after')), Number(refused.headers.get('x-ratelimit-reset'))];
        expect(Number.isInteger(wait) && wait > 0 && wait <= 60, `Retry-After ${wait}`).toBe(true);
        expect(Number.isInteger(reset) && reset > 1e9, `X-RateLimit-Reset ${reset}`).toBe(true);
        expect(refused.body).toMatchObject({
          status: 429,
          title: expect.any(String),
          detail: expect.any(String),
          errorCode: expect.any(Number),
        });
      }
      client.service.advance(50);
      expect((await note()).status).toBe(429);
      client.service.advance(11);
      const again = await client.get(`/${story.hash}/board/${story.board}`);
      expect([again.status, left(again)]).toEqual([200, 59]);
      expect(again.body.notes).toHaveLength(60);
    });
  },
  needs,
);

rule(
  ['[Limits 3.1]', '[Limits 5.2]'],
  'each quota has a window from its own first request; with two exhausted ones, the longer wait is returned',
  async () => {
    await withSeats(1, async (client, story) => {
      const path = `/${story.hash}`;
      await client.get(`${path}/board`);
      client.service.advance(40);
      for (let count = 0; count < 3; count++) expect((await client.get(`${path}/json`)).status).toBe(200);
      const transfer = await client.get(`${path}/json`);
      const wait = Number(transfer.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(55);
      for (let count = 0; count < 56; count++) expect((await client.get(`${path}/board`)).status).toBe(200);
      const all = await client.get(`${path}/board`);
      expect(all.status).toBe(429);
      expect(Number(all.headers.get('retry-after'))).toBeLessThan(25);
      const both = await client.get(`${path}/json`);
      expect(Number(both.headers.get('retry-after'))).toBeGreaterThan(50);
      expect(Number(both.headers.get('x-ratelimit-reset'))).toBe(Number(transfer.headers.get('x-ratelimit-reset')));
      client.service.advance(22);
      expect((await client.get(`${path}/board`)).status).toBe(200);
      expect((await client.get(`${path}/json`)).status).toBe(429);
      client.service.advance(40);
      expect((await client.get(`${path}/json`)).status).toBe(200);
    });
  },
  needs,
);

rule(
  ['[Limits 1.1]', '[Limits 1.3]', '[Limits 1.4]'],
  'a workspace without seats has the quota of one, seats count immediately, and another workspace has its own quota',
  async () => {
    await withSeats(0, async (client, story) => {
      const first = await client.get(`/${story.hash}/board`);
      expect([limit(first), left(first)]).toEqual([60, 59]);
      await client.service.ask('workspace.set', { seats: 5 });
      const more = await client.get(`/${story.hash}/board`);
      expect([limit(more), left(more)]).toEqual([300, 298]);
      const other = client.as(await client.service.otherWorkspace());
      const theirs = await other.get('/workspace/projects');
      expect(limit(theirs) - left(theirs)).toBe(1);
      expect(left(await client.get(`/${story.hash}/board`))).toBe(297);
    });
  },
  { needs: ['own', 'accounts', 'clock', 'workspaces'] },
);
