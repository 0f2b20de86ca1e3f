/** The runner with the real client and remotes that return less than ours or receive files differently, through lost and cut responses and restarts. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { Problem } from '../../../../shared/problem.ts';
import { png } from '../../../media-files.ts';
import { type CommandSketch, commandSketches, toCommand } from '../../../random-commands.ts';
import { cases } from '../../../rounds.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { serveRemote } from './served-project.ts';
import { expectEqual, resolveAll } from './sync-until-idle.ts';
import { SyncedFixture } from './synced-fixture.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).reverse()) await each.close();
});

const readOnly: readonly string[] = ['comment', 'reply', 'asset', 'audioAttachment'];

function run(synced: SyncedFixture, side: 'local' | 'remote', all: readonly CommandSketch[]): void {
  for (const sketch of all) {
    if (readOnly.includes(sketch.kind) || (side === 'local' && sketch.do === 'locale')) continue;
    const command = toCommand(sketch, side === 'local' ? synced.localProject : synced.remoteProject);
    try {
      if (command) synced.edit(side, command);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
}

/** The exports of this remote contain no positions. */
async function withoutPositions(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const text = await answer.text();
  return Response.json(JSON.parse(text, (key, value) => (['x', 'y', 'width', 'height'].includes(key) ? undefined : value)));
}

describe.each([
  ['shows positions only in its Unreal export', ['json'], 'two-step'],
  ['shows positions only in the lists of its boards', ['json', 'unreal'], 'two-step'],
  ['has no upload route', [], 'single'],
] as const)('a remote that %s', (_what, poor, uploadFlow) => {
  test('[I1, I5, I8] edited on both sides, ends equal', async () => {
    let seed = 7000;
    await fc.assert(
      fc.asyncProperty(commandSketches(12), commandSketches(12), fc.infiniteStream(fc.nat(99)), async (localProject, there, dice) => {
        seed += 10;
        const served = await serveRemote({ uploadFlow });
        closing.push(served);
        const shaped = async (request: Request, pass: () => Promise<Response>) =>
          poor.some((name) => new URL(request.url).pathname.endsWith(`/${name}`)) ? await withoutPositions(await pass()) : await pass();
        served.around = shaped;
        const { records } = await importStory(createTemplateStory('visual-novel', createTestEnvironment(seed)), {
          environment: createTestEnvironment(seed + 1),
        });
        const synced = await SyncedFixture.of(served, served.fakeRemote.createProject(records));
        closing.push(synced);
        served.around = async (request, pass) => {
          const drawn = dice.next().value ?? 99;
          if (drawn < 8) return new Response('{"vers');
          const answer = await shaped(request, pass);
          return drawn < 16 ? new Response('{"vers') : answer;
        };
        run(synced, 'local', localProject);
        for (let step = 0; step < 40; step++) {
          synced.clock.now += 20_000;
          const next = await synced.stepRunner();
          if (next.type === 'stopped') throw new Error(JSON.stringify(next.cause));
          if (step % 20 === 19) synced.restart();
          if (step === 10) run(synced, 'remote', there);
        }
        served.around = shaped;
        await resolveAll(synced);
        expectEqual(synced);
        expect(synced.localProject.size).toBeGreaterThan(10);
      }),
      { numRuns: cases(3), endOnFailure: true },
    );
  });
});

describe('[I42] what was learned about a remote is unlearned when the remote refuses it', () => {
  const openSynced = async () => {
    const served = await serveRemote();
    closing.push(served);
    const synced = await SyncedFixture.of(served, served.fakeRemote.createProject(createEmptyStory(createTestEnvironment(5))));
    closing.push(synced);
    return { served, synced };
  };

  const addFile = async (synced: SyncedFixture, name: string) => {
    const file = await synced.store('local', png(8, 8), name);
    const [asset = ''] = synced.edit('local', { do: 'create', kind: 'asset', fields: { name, type: 'image', file } });
    return asset;
  };

  test('files are uploaded by themselves where the remote no longer accepts them with their asset', async () => {
    const { served, synced } = await openSynced();
    served.memory.update({ upload: 'single' });
    const asset = await addFile(synced, 'ours.png');
    await synced.untilSynced();
    expect(served.memory.capabilities.upload).toBe('two-step');
    expect(synced.sha('remote', synced.id(asset))).toBe(synced.sha('local', synced.id(asset)));
    expect(synced.runner.rejectedWrites).toEqual([]);
  });

  test('a page of a firewall for an upload says nothing about the remote', async () => {
    const { served, synced } = await openSynced();
    let pages = 0;
    served.around = async (request, pass) => {
      if (!request.url.endsWith('/asset/upload') || pages++ > 0) return await pass();
      await request.arrayBuffer();
      return new Response('<html>Blocked</html>', { status: 405, headers: { 'content-type': 'text/html' } });
    };
    const asset = await addFile(synced, 'ours.png');
    await synced.untilSynced();
    expect(pages).toBeGreaterThan(0);
    expect(served.memory.capabilities.upload).not.toBe('single');
    synced.files.retryRejected();
    await synced.untilSynced();
    expect(synced.sha('remote', synced.id(asset))).toBe(synced.sha('local', synced.id(asset)));
  });

  test('a single upload that is refused for another reason is not tried in both flows without end', async () => {
    const served = await serveRemote({ uploadFlow: 'single' });
    closing.push(served);
    const synced = await SyncedFixture.of(served, served.fakeRemote.createProject(createEmptyStory(createTestEnvironment(5))));
    closing.push(synced);
    served.around = async (request, pass) => {
      if (!/\/asset$/.test(new URL(request.url).pathname)) return await pass();
      await request.arrayBuffer();
      return Response.json({ title: 'Bad Request', status: 400, detail: 'Not today' }, { status: 400 });
    };
    await addFile(synced, 'ours.png');
    for (let round = 0; round < 4; round++) {
      await synced.untilSynced();
      synced.runner.retryRejected();
      synced.files.retryRejected();
    }
    expect(served.memory.capabilities.upload).toBe('single');
    expect(served.requests.filter((each) => each.includes('/asset/upload')).length).toBeLessThanOrEqual(2);
  });

  test('another export is read where the known one is forbidden', async () => {
    const { served, synced } = await openSynced();
    served.memory.update({ positions: 'unreal' });
    served.around = async (request, pass) =>
      new URL(request.url).pathname.endsWith('/unreal') ? Response.json({ title: 'Forbidden' }, { status: 403 }) : await pass();
    const [board] = [...synced.remoteProject.recordsOfKind('board')].filter(({ type }) => type === 'board');
    synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId: board?.id ?? '', x: 40, y: 0 } });
    await synced.untilSynced();
    expect(served.memory.capabilities.positions).toBe('json');
    expectEqual(synced);
  });
});
