/** [I1, I8, I21, I22] Files added, replaced and removed on both sides, through lost and cut answers and restarts: both sides end with the same bytes, or with a question. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../../../media-files.ts';
import { rounds } from '../../../../rounds.ts';
import { createEmptyStory } from '../../../../story-builder.ts';
import { createTestEnvironment } from '../../../../test-environment.ts';
import { type ServedRemote, serveRemote } from '../served-project.ts';
import { Mirrored } from '../synced-fixture.ts';

const served = new Map<string, ServedRemote>();
beforeAll(async () => {
  for (const uploadFlow of ['two-step', 'single'] as const) served.set(uploadFlow, await serveRemote({ uploadFlow }));
});
afterAll(async () => {
  for (const each of served.values()) await each.close();
});

let made = 0;
/** Another picture each time. */
const picture = () => png(10 + (++made % 50), 20, `number ${made}`);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each(['two-step', 'single'] as const)('in the %s flow', { timeout: 240_000 }, async (uploadFlow) => {
  const remote = served.get(uploadFlow);
  if (!remote) throw new Error('not served');
  let seed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(99), { minLength: 40, maxLength: 80 }), fc.infiniteStream(fc.nat(99)), async (acts, dice) => {
      const mirror = await Mirrored.of(remote, remote.there.createProject(createEmptyStory(createTestEnvironment(1000 + ++seed))));
      /** What users have given each asset, by its name: nothing else may stand there in the end. */
      const given = new Map<string, Set<string>>();
      const give = async (side: 'here' | 'there', name: string): Promise<string> => {
        const bytes = picture();
        given.set(name, (given.get(name) ?? new Set()).add(sha(bytes)));
        return await mirror.store(side, bytes, 'picture.png');
      };
      const of = (side: 'here' | 'there') =>
        [...(side === 'here' ? mirror.here : mirror.theirs).recordsOfKind('asset')].filter(({ type }) => type === 'image');
      remote.around = async (_request, pass) => await wrong(dice.next().value ?? 99, pass);
      for (const act of acts) {
        const side = act % 2 === 0 ? 'here' : 'there';
        const assets = of(side);
        const asset = assets[act % Math.max(1, assets.length)];
        mirror.clock.now += 7000;
        if (act < 12) {
          const name = `${made}.png`;
          const file = await give(side, name);
          mirror.edit(side, { do: 'create', kind: 'asset', fields: { name, type: 'image', file } });
        } else if (act < 20 && asset)
          mirror.edit(side, { do: 'change', kind: 'asset', id: asset.id, fields: { file: await give(side, asset.name) } });
        else if (act < 22 && asset) mirror.edit(side, { do: 'remove', kind: 'asset', id: asset.id });
        else if (act < 25) mirror.restart();
        else if (act < 30) mirror.clock.now += 1_800_000;
        else if (act < 65) await mirror.stepLoop();
        else await mirror.files.step();
      }
      remote.around = (_request, pass) => pass();
      for (let round = 0; round < 6; round++) {
        mirror.clock.now += 3_600_000;
        await mirror.untilInStep();
        for (const question of mirror.questions) mirror.answer(question, question.reason === 'added?' ? 'local' : 'remote');
      }
      expect(mirror.questions).toEqual([]);
      const refused = mirror.files.pending.refused;
      const sides = (['here', 'there'] as const).map((side) =>
        Object.fromEntries(of(side).flatMap(({ id, name }) => (refused.has(id) ? [] : [[id, [name, mirror.sha(side, id)]]]))),
      );
      expect(sides[0]).toEqual(sides[1]);
      for (const [name, bytes] of Object.values(sides[0] ?? {}))
        expect(given.get(String(name))?.has(String(bytes)), `${name} ${bytes}`).toBe(true);
      if (uploadFlow === 'two-step') expect([...refused]).toEqual([]);
      await mirror.close();
    }),
    { seed: Number(process.env.TALEPORT_SEED ?? 1), numRuns: 5 * rounds, endOnFailure: true },
  );
});

/** One in five requests goes wrong, before or after it has done what it should. */
async function wrong(drawn: number, pass: () => Promise<Response>): Promise<Response> {
  if (drawn < 4) return new Response('{"vers');
  if (drawn < 7) return Response.json({ title: 'Broken', status: 503 }, { status: 503 });
  if (drawn < 9) return Response.json({ title: 'Too many', status: 429 }, { status: 429, headers: { 'retry-after': '3' } });
  const answer = await pass();
  if (drawn < 16) return new Response('{"vers');
  return drawn < 20 ? Response.json({ title: 'Broken', status: 500 }, { status: 500 }) : answer;
}
