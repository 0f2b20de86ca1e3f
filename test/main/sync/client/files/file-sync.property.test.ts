/** [I1, I8, I21, I22] Files added, replaced and removed on both sides, through lost and cut responses and restarts: both sides end with the same bytes or with a conflict. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../../../media-files.ts';
import { cases } from '../../../../rounds.ts';
import { sha256 } from '../../../../sha256.ts';
import { createEmptyStory } from '../../../../story-builder.ts';
import { createTestEnvironment } from '../../../../test-environment.ts';
import { type ServedRemote, serveRemote } from '../served-project.ts';
import { SyncedFixture } from '../synced-fixture.ts';

const served = new Map<string, ServedRemote>();
beforeAll(async () => {
  for (const uploadFlow of ['two-step', 'single'] as const) served.set(uploadFlow, await serveRemote({ uploadFlow }));
});
afterAll(async () => {
  for (const each of served.values()) await each.close();
});

let count = 0;
/** A different picture on each call. */
const picture = () => png(10 + (++count % 50), 20, `number ${count}`);

test.each(['two-step', 'single'] as const)('in the %s flow', async (uploadFlow) => {
  const remote = served.get(uploadFlow);
  if (!remote) throw new Error('not served');
  let seed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(99), { minLength: 40, maxLength: 80 }), fc.infiniteStream(fc.nat(99)), async (steps, random) => {
      const synced = await SyncedFixture.of(
        remote,
        remote.fakeRemote.createProject(createEmptyStory(createTestEnvironment(1000 + ++seed))),
      );
      /** The files that users stored for each asset, by its name: no other may be there in the end. */
      const stored = new Map<string, Set<string>>();
      const storeFile = async (side: 'local' | 'remote', name: string): Promise<string> => {
        const bytes = picture();
        stored.set(name, (stored.get(name) ?? new Set()).add(sha256(bytes)));
        return await synced.store(side, bytes, 'picture.png');
      };
      const of = (side: 'local' | 'remote') =>
        [...(side === 'local' ? synced.localProject : synced.remoteProject).recordsOfKind('asset')].filter(({ type }) => type === 'image');
      remote.around = async (_request, pass) => await wrong(random.next().value ?? 99, pass);
      for (const step of steps) {
        const side = step % 2 === 0 ? 'local' : 'remote';
        const assets = of(side);
        const asset = assets[step % Math.max(1, assets.length)];
        synced.clock.now += 7000;
        if (step < 12) {
          const name = `${count}.png`;
          const file = await storeFile(side, name);
          synced.edit(side, { do: 'create', kind: 'asset', fields: { name, type: 'image', file } });
        } else if (step < 20 && asset)
          synced.edit(side, { do: 'change', kind: 'asset', id: asset.id, fields: { file: await storeFile(side, asset.name) } });
        else if (step < 22 && asset) synced.edit(side, { do: 'remove', kind: 'asset', id: asset.id });
        else if (step < 25) synced.restart();
        else if (step < 30) synced.clock.now += 1_800_000;
        else if (step < 65) await synced.stepRunner();
        else await synced.files.step();
      }
      remote.around = (_request, pass) => pass();
      for (let round = 0; round < 6; round++) {
        synced.clock.now += 3_600_000;
        await synced.untilSynced();
        for (const conflict of synced.conflicts) synced.answer(conflict, conflict.reason === 'unconfirmedCreate' ? 'local' : 'remote');
      }
      expect(synced.conflicts).toEqual([]);
      const refused = synced.files.rejected;
      const sides = (['local', 'remote'] as const).map((side) =>
        Object.fromEntries(of(side).flatMap(({ id, name }) => (refused.has(id) ? [] : [[id, [name, synced.sha(side, id)]]]))),
      );
      expect(sides[0]).toEqual(sides[1]);
      for (const [name, bytes] of Object.values(sides[0] ?? {}))
        expect(stored.get(String(name))?.has(String(bytes)), `${name} ${bytes}`).toBe(true);
      if (uploadFlow === 'two-step') expect([...refused]).toEqual([]);
      await synced.close();
    }),
    { numRuns: cases(5), endOnFailure: true },
  );
});

/** One in five requests fails, before or after the server has applied it. */
async function wrong(drawn: number, pass: () => Promise<Response>): Promise<Response> {
  if (drawn < 4) return new Response('{"vers');
  if (drawn < 7) return Response.json({ title: 'Broken', status: 503 }, { status: 503 });
  if (drawn < 9) return Response.json({ title: 'Too many', status: 429 }, { status: 429, headers: { 'retry-after': '3' } });
  const answer = await pass();
  if (drawn < 16) return new Response('{"vers');
  return drawn < 20 ? Response.json({ title: 'Broken', status: 500 }, { status: 500 }) : answer;
}
