/** The runner with the real client and our own service: edits of every kind on both sides end equal. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { isProvisionalId } from '../../../../main/sync/plan/plan-sync.ts';
import { projectTemplates } from '../../../../shared/contracts/ipc/project-calls.ts';
import { allKinds, type KindName } from '../../../../shared/model/kinds/kinds.ts';
import { CommandTally } from '../../../command-tally.ts';
import { png } from '../../../media-files.ts';
import { type CommandSketch, commandSketches, toCommand } from '../../../random-commands.ts';
import { cases } from '../../../rounds.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { expectEqual, resolveAll } from './sync-until-idle.ts';
import type { SyncedFixture } from './synced-fixture.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();

async function openSynced(template: (typeof projectTemplates)[number], seed = 1): Promise<SyncedFixture> {
  const { records } = await importStory(createTemplateStory(template, createTestEnvironment(seed)), {
    environment: createTestEnvironment(seed + 1),
  });
  return await fixtures.openNew(records);
}

const editable: readonly KindName[] = allKinds.map(({ kind }) => kind).filter((kind) => !['project', 'comment', 'reply'].includes(kind));
/** Of these, the engine takes each: an asset is a sound, a connection goes from an element to an element. */
const acceptedPicks: { readonly [K in KindName]?: readonly number[] } = { asset: [1, 1, 0, 0, 0], connection: [1, 0, 0, 0, 0] };
const everyKind = editable.map((kind): CommandSketch => ({ do: 'create', kind, picks: acceptedPicks[kind] ?? [0, 1, 2, 3, 4, 5, 6, 7] }));

describe('a synced project', () => {
  test.each(projectTemplates)('%s is synced at once, and when idle a poll is one request (I16)', async (template) => {
    const synced = await openSynced(template);
    await synced.untilSynced();
    expectEqual(synced);
    const before = fixtures.served.requests.length;
    await synced.untilSynced();
    expect(fixtures.served.requests.slice(before)).toEqual(Array(3).fill('GET /workspace/projects'));
  });

  test('[I16] an asset that was deleted remotely while its file was replaced here adds no request to an idle poll', async () => {
    const synced = await openSynced('sample');
    await synced.untilSynced();
    const [id = ''] = synced.edit('local', {
      do: 'create',
      kind: 'asset',
      fields: { name: 'door.png', type: 'image', file: await synced.store('local', png(2, 2, 'one'), 'door.png') },
    });
    await synced.untilSynced();
    synced.edit('remote', { do: 'remove', kind: 'asset', id: synced.id(id) });
    const file = await synced.store('local', png(2, 2, 'two'), 'door.png');
    synced.edit('local', { do: 'change', kind: 'asset', id: synced.id(id), fields: { name: 'gate.png', file } });
    for (let poll = 0; poll < 3; poll++) {
      synced.files.retryNow();
      await synced.untilSynced();
    }
    expect(synced.conflicts.map(({ reason }) => reason)).toContain('deletedRemotely');
    const before = fixtures.served.requests.length;
    synced.files.retryNow();
    await synced.untilSynced();
    expect(fixtures.served.requests.slice(before)).toEqual(Array(3).fill('GET /workspace/projects'));
    // It is created again with its new file.
    for (const conflict of synced.conflicts) synced.answer(conflict, 'local');
    await synced.untilSynced();
    expect(synced.sha('remote', synced.id(id))).toBe(synced.sha('local', synced.id(id)));
  });

  test.each([-24, 24])('[I34] a limit that the remote names lasts as long although the wall clock is set by %i hours', async (hours) => {
    const synced = await openSynced('sample');
    await synced.untilSynced();
    fixtures.served.around = async (request, pass) =>
      request.method === 'GET' ? await pass() : new Response('{}', { status: 429, headers: { 'retry-after': '20' } });
    const requestsUntilWaiting = async () => {
      const before = fixtures.served.requests.length;
      let next = await synced.stepRunner();
      while (next.type === 'progressed') next = await synced.stepRunner();
      return [next.type === 'waiting' && next.reason, fixtures.served.requests.length - before];
    };
    synced.edit('local', synced.newElement('One'));
    expect(await requestsUntilWaiting()).toEqual(['limit', 1]);
    synced.clock.wallShift += hours * 3_600_000;
    synced.clock.now += 19_000;
    expect(await requestsUntilWaiting()).toEqual(['limit', 0]);
    fixtures.served.around = (_request, pass) => pass();
    synced.clock.now += 1000;
    // [Errors 7] What was refused is not applied: one look confirms that, and it is sent again.
    expect((await requestsUntilWaiting())[0]).toBe('synced');
    expectEqual(synced);
  });

  test('components of an element are removed and moved by the ids that only the element contains', async () => {
    const synced = await openSynced('sample');
    await synced.untilSynced();
    const [one, two, ...more] = [...synced.localProject.recordsOfKind('componentAttachment')];
    if (!one || !two) throw new Error('too few');
    expect([one, two, ...more].every(({ id }) => isProvisionalId(id))).toBe(true);
    const target =
      [...synced.localProject.recordsOfKind('element')].find(({ id }) => id !== two.elementId && id !== one.elementId)?.id ?? '';
    synced.edit('local', { do: 'remove', kind: 'componentAttachment', id: one.id });
    synced.edit('local', { do: 'move', kind: 'componentAttachment', id: two.id, to: target, at: 0 });
    const before = fixtures.served.requests.length;
    await synced.untilSynced();
    expectEqual(synced);
    const sent = fixtures.served.requests.slice(before);
    expect(sent.filter((each) => each.startsWith('DELETE') || each.startsWith('PATCH'))).toHaveLength(2);
    expect(sent.filter((each) => each.includes('~'))).toEqual([]);
    expect(isProvisionalId(synced.id(two.id))).toBe(false);
  });

  test('an attachment that was replaced remotely is not mistaken for the old one', async () => {
    const synced = await openSynced('sample');
    const [one] = [...synced.remoteProject.recordsOfKind('componentAttachment')];
    if (!one) throw new Error('none');
    await synced.untilSynced();
    // Its id becomes known.
    const [added = ''] = synced.edit('local', {
      do: 'create',
      kind: 'componentAttachment',
      fields: { elementId: one.elementId, componentId: one.componentId },
    });
    await synced.untilSynced();
    const id = synced.id(added);
    synced.edit('remote', { do: 'remove', kind: 'componentAttachment', id });
    synced.edit('remote', {
      do: 'create',
      kind: 'componentAttachment',
      fields: { elementId: one.elementId, componentId: one.componentId },
    });
    await synced.untilSynced();
    synced.edit('local', { do: 'move', kind: 'componentAttachment', id, at: 0 });
    const before = fixtures.served.requests.length;
    await resolveAll(synced);
    expectEqual(synced);
    expect(fixtures.served.requests.length - before).toBeLessThan(20);
    // Its id was created here, assigned by the remote, provisional and assigned again: whoever knows any of them finds it.
    const [now] = synced.remoteProject.children('componentAttachment', one.elementId, 'components').map(({ id: each }) => each);
    expect([synced.id(added), synced.id(id)]).toEqual([now, now]);
    expect(synced.localProject.has(now ?? '')).toBe(true);
  });

  test('a missing record is read again at once; one that is listed but missing is reported, and not requested forever (I20)', async () => {
    const synced = await openSynced('sample');
    await synced.untilSynced();
    const [one, two] = [...synced.localProject.recordsOfKind('element')].map(({ id }) => id);
    synced.edit('remote', { do: 'remove', kind: 'element', id: one ?? '' });
    synced.edit('local', { do: 'change', kind: 'element', id: one ?? '', fields: { theme: 'red' } });
    const before = fixtures.served.requests.length;
    while ((await synced.stepRunner()).type === 'progressed');
    expect(fixtures.served.requests.slice(before).filter((each) => each.startsWith('PATCH'))).toHaveLength(1);
    expect(synced.conflicts).toMatchObject([{ recordId: one, reason: 'deletedRemotely' }]);

    fixtures.served.around = async (request, pass) =>
      request.method === 'PATCH' ? Response.json({ title: 'Not found', status: 404 }, { status: 404 }) : await pass();
    synced.edit('local', { do: 'change', kind: 'element', id: two ?? '', fields: { theme: 'red' } });
    await synced.untilSynced();
    fixtures.served.around = (_request, pass) => pass();
    expect(synced.runner.rejectedWrites).toMatchObject([{ recordId: two }]);
  });

  const kinds = new Set<KindName>();
  const tally = new CommandTally();
  let environment = 100;
  /** Edits of one side, as far as the engine takes them. */
  const run = (synced: SyncedFixture, side: 'local' | 'remote', all: readonly CommandSketch[]) => {
    for (const sketch of all) {
      if (!editable.includes(sketch.kind) || (side === 'local' && sketch.do === 'locale')) continue;
      const command = toCommand(sketch, side === 'local' ? synced.localProject : synced.remoteProject);
      if (command && tally.attempt(() => synced.edit(side, command))) kinds.add(sketch.kind);
    }
  };

  test('[I1, I12, I14] repeated edits of every kind on both sides end equal', async () => {
    await fc.assert(
      fc.asyncProperty(
        commandSketches(25),
        commandSketches(25),
        commandSketches(12),
        commandSketches(12),
        async (localProject, there, hereAgain, thereAgain) => {
          environment += 10;
          tally.startCase();
          const synced = await openSynced('visual-novel', environment);
          run(synced, 'local', [...everyKind, ...localProject]);
          run(synced, 'remote', [...everyKind, ...there]);
          await resolveAll(synced);
          run(synced, 'local', hereAgain);
          run(synced, 'remote', thereAgain);
          await resolveAll(synced);
          expectEqual(synced);
        },
      ),
      { numRuns: cases(12), endOnFailure: true },
    );
    tally.expectEnough();
    expect([...kinds].sort()).toEqual([...editable].sort());
  });

  test('[I1, I5, I8] ends equal through lost, cut and rejected responses and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(commandSketches(15), commandSketches(15), fc.infiniteStream(fc.nat(99)), async (localProject, there, dice) => {
        environment += 10;
        tally.startCase();
        const synced = await openSynced('visual-novel', environment);
        fixtures.served.around = async (_request, pass) => await wrong(dice.next().value ?? 99, pass);
        run(synced, 'local', localProject);
        for (let step = 0; step < 60; step++) {
          synced.clock.now += 20_000;
          const next = await synced.stepRunner();
          if (next.type === 'stopped') throw new Error(JSON.stringify(next.cause));
          if (step % 20 === 19) synced.restart();
          if (step === 10) run(synced, 'remote', there);
        }
        fixtures.served.around = (_request, pass) => pass();
        await resolveAll(synced);
        expectEqual(synced);
      }),
      { numRuns: cases(8), endOnFailure: true },
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
