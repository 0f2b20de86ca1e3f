/** The loop with the real client against our own service: mirrored, edited on both sides in every kind, in step, equal. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { isProvisionalId } from '../../../../main/sync/plan/provisional-ids.ts';
import { projectTemplates } from '../../../../shared/contracts/ipc/calls.ts';
import { allKinds, type KindName } from '../../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../../shared/problem.ts';
import { type CommandSketch, commandSketches, toCommand } from '../../../random-commands.ts';
import { rounds } from '../../../rounds.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { type ServedRemote, serveRemote } from './served-project.ts';
import { expectEqual, settled } from './sync-until-idle.ts';
import { Mirrored } from './synced-fixture.ts';

let served: ServedRemote;
beforeAll(async () => {
  served = await serveRemote();
});
afterAll(() => served.close());

let open: Mirrored[] = [];
afterEach(async () => {
  for (const each of open) await each.close();
  open = [];
});

async function mirrored(template: (typeof projectTemplates)[number], seed = 1): Promise<Mirrored> {
  const { records } = await importStory(createTemplateStory(template, createTestEnvironment(seed)), {
    environment: createTestEnvironment(seed + 1),
  });
  const mirror = await Mirrored.of(served, served.there.createProject(records));
  open.push(mirror);
  return mirror;
}

const editable: readonly KindName[] = allKinds.map(({ kind }) => kind).filter((kind) => !['project', 'comment', 'reply'].includes(kind));

describe('a mirrored project', () => {
  test.each(projectTemplates)('%s is in step at once, and idle is one request a poll (I16)', async (template) => {
    const mirror = await mirrored(template);
    await mirror.untilInStep();
    expectEqual(mirror);
    const before = served.asked.length;
    await mirror.untilInStep();
    expect(served.asked.slice(before)).toEqual(Array(3).fill('GET /workspace/projects'));
  });

  test('components of an element are taken off and put elsewhere by the ids that only the element tells', async () => {
    const mirror = await mirrored('sample');
    await mirror.untilInStep();
    const [one, two, ...more] = [...mirror.here.recordsOfKind('componentAttachment')];
    if (!one || !two) throw new Error('too few');
    expect([one, two, ...more].every(({ id }) => isProvisionalId(id))).toBe(true);
    const target = [...mirror.here.recordsOfKind('element')].find(({ id }) => id !== two.elementId && id !== one.elementId)?.id ?? '';
    mirror.edit('here', { do: 'remove', kind: 'componentAttachment', id: one.id });
    mirror.edit('here', { do: 'move', kind: 'componentAttachment', id: two.id, to: target, at: 0 });
    const before = served.asked.length;
    await mirror.untilInStep();
    expectEqual(mirror);
    const asked = served.asked.slice(before);
    expect(asked.filter((each) => each.startsWith('DELETE') || each.startsWith('PATCH'))).toHaveLength(2);
    expect(asked.filter((each) => each.includes('~'))).toEqual([]);
    expect(isProvisionalId(mirror.id(two.id))).toBe(false);
  });

  test('an attachment that others have replaced meanwhile is not mistaken for the old one', async () => {
    const mirror = await mirrored('sample');
    const [one] = [...mirror.theirs.recordsOfKind('componentAttachment')];
    if (!one) throw new Error('none');
    await mirror.untilInStep();
    // Its id becomes known.
    const [added = ''] = mirror.edit('here', {
      do: 'create',
      kind: 'componentAttachment',
      fields: { elementId: one.elementId, componentId: one.componentId },
    });
    await mirror.untilInStep();
    const id = mirror.id(added);
    mirror.edit('there', { do: 'remove', kind: 'componentAttachment', id });
    mirror.edit('there', { do: 'create', kind: 'componentAttachment', fields: { elementId: one.elementId, componentId: one.componentId } });
    await mirror.untilInStep();
    mirror.edit('here', { do: 'move', kind: 'componentAttachment', id, at: 0 });
    const before = served.asked.length;
    await settled(mirror);
    expectEqual(mirror);
    expect(served.asked.length - before).toBeLessThan(20);
  });

  test('what is there no longer is read anew at once; what is shown and not there is told, and not asked about for ever (I20)', async () => {
    const mirror = await mirrored('sample');
    await mirror.untilInStep();
    const [one, two] = [...mirror.here.recordsOfKind('element')].map(({ id }) => id);
    mirror.edit('there', { do: 'remove', kind: 'element', id: one ?? '' });
    mirror.edit('here', { do: 'change', kind: 'element', id: one ?? '', fields: { theme: 'red' } });
    const before = served.asked.length;
    while ((await mirror.stepLoop()).type === 'progressed');
    expect(served.asked.slice(before).filter((each) => each.startsWith('PATCH'))).toHaveLength(1);
    expect(mirror.questions).toMatchObject([{ recordId: one, reason: 'gone there' }]);

    served.around = async (request, pass) =>
      request.method === 'PATCH' ? Response.json({ title: 'Not found', status: 404 }, { status: 404 }) : await pass();
    mirror.edit('here', { do: 'change', kind: 'element', id: two ?? '', fields: { theme: 'red' } });
    await mirror.untilInStep();
    served.around = (_request, pass) => pass();
    expect(mirror.loop.rejectedWrites).toMatchObject([{ recordId: two }]);
  });

  const kinds = new Set<KindName>();
  let [asked, taken, environment] = [0, 0, 100];
  /** Edits of one side, as far as the engine takes them. */
  const run = (mirror: Mirrored, side: 'here' | 'there', all: readonly CommandSketch[]) => {
    for (const wish of all) {
      if (!editable.includes(wish.kind) || (side === 'here' && wish.do === 'locale')) continue;
      const command = toCommand(wish, side === 'here' ? mirror.here : mirror.theirs);
      if (!command) continue;
      asked++;
      try {
        mirror.edit(side, command);
        taken++;
        kinds.add(wish.kind);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
    }
  };

  test('[I1, I12, I14] edited on both sides in every kind, again and again, ends equal', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        commandSketches(25),
        commandSketches(25),
        commandSketches(12),
        commandSketches(12),
        async (here, there, hereAgain, thereAgain) => {
          environment += 10;
          const mirror = await mirrored('visual-novel', environment);
          run(mirror, 'here', here);
          run(mirror, 'there', there);
          await settled(mirror);
          run(mirror, 'here', hereAgain);
          run(mirror, 'there', thereAgain);
          await settled(mirror);
          expectEqual(mirror);
        },
      ),
      { seed: Number(process.env.TALEPORT_SEED ?? 1), numRuns: 12 * rounds, endOnFailure: true },
    );
    expect(taken / asked).toBeGreaterThan(0.4);
    expect(kinds.size).toBe(editable.length);
  });

  test('[I1, I5, I8] through lost, cut and refused answers, and restarts, it ends equal', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(commandSketches(15), commandSketches(15), fc.infiniteStream(fc.nat(99)), async (here, there, dice) => {
        environment += 10;
        const mirror = await mirrored('visual-novel', environment);
        served.around = async (_request, pass) => await wrong(dice.next().value ?? 99, pass);
        run(mirror, 'here', here);
        for (let step = 0; step < 60; step++) {
          mirror.clock.now += 20_000;
          const next = await mirror.stepLoop();
          if (next.type === 'stopped') throw new Error(JSON.stringify(next.cause));
          if (step % 20 === 19) mirror.restart();
          if (step === 10) run(mirror, 'there', there);
        }
        served.around = (_request, pass) => pass();
        await settled(mirror);
        expectEqual(mirror);
      }),
      { seed: Number(process.env.TALEPORT_SEED ?? 1), numRuns: 8 * rounds, endOnFailure: true },
    );
  });
});

/** One in four requests goes wrong, before or after it has done what it should. */
async function wrong(drawn: number, pass: () => Promise<Response>): Promise<Response> {
  if (drawn < 5) return new Response('{"vers');
  if (drawn < 8) return Response.json({ title: 'Broken', status: 503 }, { status: 503 });
  if (drawn < 11) return Response.json({ title: 'Too many', status: 429 }, { status: 429, headers: { 'retry-after': '3' } });
  const answer = await pass();
  if (drawn < 20) return new Response('{"vers');
  return drawn < 25 ? Response.json({ title: 'Broken', status: 500 }, { status: 500 }) : answer;
}
