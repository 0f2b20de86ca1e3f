/** [I33] What a workspace that is busy, slow or refuses once costs, over real HTTP: time, but no edit, and nothing arrives twice. */
import { afterEach, describe, expect, test } from 'vitest';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { expectEqual } from './sync-until-idle.ts';
import type { ClientOptions, SyncedFixture } from './synced-fixture.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();
const passOn: (typeof fixtures.served)['around'] = (_request, pass) => pass();
afterEach(() => {
  fixtures.served.around = passOn;
});

type Answer = (pass: () => Promise<Response>) => Promise<Response>;
const problem = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  Response.json({ title: 'Not now', status, detail: null, errors: {}, errorCode: 0 }, { status, headers });
/** Longer than the client waits. */
const never = new Promise<Response>(() => undefined);

/** How a request begins, as `METHOD /path`. */
const points = {
  'the list of projects': /^GET \/workspace\/projects/,
  'the read of the project': /^GET \/[^/]+\/(?:json|unreal)\b/,
  'a write': /^PATCH /,
} as const;
type Point = keyof typeof points;

interface Run {
  readonly synced: SyncedFixture;
  readonly notes: readonly [local: string, remote: string];
  /** Milliseconds from the answer until the next request. */
  readonly waited: () => number;
  readonly requests: (point: Point) => number;
}

/** Both sides have edits that the other does not know; the first requests of this kind are answered like this. */
async function openBusy(point: Point, answers: readonly Answer[], options: ClientOptions = {}): Promise<Run> {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)), options);
  const boardId = [...synced.remoteProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const [one = '', two = ''] = [0, 1].flatMap((x) => synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x, y: 0 } }));
  await synced.untilSynced();
  synced.edit('local', { do: 'change', kind: 'note', id: one, fields: { content: '<p>Mine.</p>' } });
  synced.edit('remote', { do: 'change', kind: 'note', id: two, fields: { content: '<p>Theirs.</p>' } });
  const left = [...answers];
  const times: number[] = [];
  let answeredAt: number | undefined;
  let count = 0;
  fixtures.served.around = async (request, pass) => {
    const isMeant = points[point].test(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`);
    if (isMeant) count++;
    if (answeredAt !== undefined) times.push(synced.clock.now);
    const answer = isMeant ? left.shift() : undefined;
    if (!answer) return await pass();
    answeredAt ??= synced.clock.now;
    return await answer(pass);
  };
  return { synced, notes: [one, two], waited: () => (times[0] ?? Number.NaN) - (answeredAt ?? Number.NaN), requests: () => count };
}

function expectBothEdits({ synced, notes: [one, two] }: Run): void {
  expect(synced.conflicts).toEqual([]);
  expectEqual(synced);
  const texts = [one, two].map((id) => synced.localProject.find('note', id)?.content);
  expect(texts).toEqual(['<p>Mine.</p>', '<p>Theirs.</p>']);
}

const allPoints = Object.keys(points) as Point[];

describe('a workspace that', () => {
  test.each(allPoints)('limits %s is left alone for as long as it says', async (point) => {
    const run = await openBusy(point, [async () => problem(429, { 'retry-after': '700' })]);
    await run.synced.untilSynced();
    expect(run.waited()).toBeGreaterThanOrEqual(700_000);
    expectBothEdits(run);
  });

  test.each(allPoints)('fails at %s is asked again, and nothing is sent twice', async (point) => {
    const run = await openBusy(point, [async () => problem(503)]);
    await run.synced.untilSynced();
    expectBothEdits(run);
  });

  test.each(allPoints)('does not answer %s in time is asked again, and nothing is sent twice', async (point) => {
    const applied: Answer = async (pass) => {
      await pass();
      return await never;
    };
    const run = await openBusy(point, [applied], { timeouts: { connect: 5000, headers: 1000, body: 1000 } });
    await run.synced.untilSynced();
    expectBothEdits(run);
    if (point === 'a write') expect(run.requests(point)).toBe(1);
  });

  test.each(allPoints)('forbids %s once is asked again after seconds; the second time in a row, sync stops', async (point) => {
    const once = await openBusy(point, [async () => problem(403)]);
    await once.synced.untilSynced();
    expect(once.waited()).toBeGreaterThanOrEqual(5000);
    expect(once.waited()).toBeLessThan(30_000);
    expectBothEdits(once);
    // The second read asks for each export (I42).
    const forbidden = async () => problem(403);
    const twice = await openBusy(point, [forbidden, forbidden, forbidden]);
    await expect(twice.synced.untilSynced()).rejects.toThrow(/unavailable|unauthorized/);
  });
});
