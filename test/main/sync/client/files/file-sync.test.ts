/** [Assets, G1, G13, I21, I22] Files of assets both ways: by need, whole, once; never over what somebody else has put there. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { maxConcurrentFiles } from '../../../../../main/sync/client/files/file-sync-deps.ts';
import { png, wav } from '../../../../media-files.ts';
import { createEmptyStory } from '../../../../story-builder.ts';
import { createTestEnvironment } from '../../../../test-environment.ts';
import { cutAfter, type ServedRemote, serveRemote } from '../served-project.ts';
import { Mirrored } from '../synced-fixture.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).reverse()) await each.close();
});

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function open(how: Parameters<typeof serveRemote>[0] = {}): Promise<{ served: ServedRemote; mirror: Mirrored }> {
  const served = await serveRemote(how);
  closing.push(served);
  const mirror = await Mirrored.of(served, served.there.createProject(createEmptyStory(createTestEnvironment(3))));
  closing.push(mirror);
  return { served, mirror };
}

/** A new asset with a file on one side. */
async function add(mirror: Mirrored, side: 'here' | 'there', bytes: Uint8Array, name = 'door.png'): Promise<string> {
  const file = await mirror.store(side, bytes, name);
  const type = name.endsWith('.wav') ? 'audio' : 'image';
  return mirror.edit(side, { do: 'create', kind: 'asset', fields: { name, type, file } })[0] ?? '';
}

async function replace(mirror: Mirrored, side: 'here' | 'there', asset: string, bytes: Uint8Array): Promise<void> {
  const file = await mirror.store(side, bytes, 'door.png');
  mirror.edit(side, { do: 'change', kind: 'asset', id: asset, fields: { file } });
}

/** The requests about assets, without their ids. */
const asked = (served: ServedRemote): string[] =>
  served.asked.flatMap((each) => {
    const [, method, rest] = /^(\w+) \/[^/]+(\/asset.*)$/.exec(each) ?? [];
    return rest === undefined ? [] : [`${method} ${rest.replace(/[0-9a-f-]{36}/, ':id')}`];
  });

/** After some time, as the next round of looking needs. */
async function later(mirror: Mirrored): Promise<void> {
  mirror.clock.now += 3_600_000;
  await mirror.untilInStep();
}

describe('remote', () => {
  test('come into the vault, with what their bytes are', async () => {
    const { served, mirror } = await open();
    const picture = await add(mirror, 'there', png(30, 20));
    const sound = await add(mirror, 'there', wav(2), 'knock.wav');
    await mirror.untilInStep();
    expect(mirror.sha('here', picture)).toBe(sha(png(30, 20)));
    expect(mirror.here.find('asset', picture)).toMatchObject({ width: 30, height: 20, mime: 'image/png', bytes: png(30, 20).length });
    expect(mirror.sha('here', sound)).toBe(sha(wav(2)));
    const path = mirror.vault.findPath(mirror.hash, mirror.here.find('asset', picture)?.file ?? '') ?? '';
    expect(sha(readFileSync(path))).toBe(sha(png(30, 20)));
    expect(mirror.moved.every(({ direction }) => direction === 'down')).toBe(true);
    const before = served.asked.length;
    await mirror.untilInStep();
    expect(served.asked.slice(before).filter((each) => each.includes('/asset'))).toEqual([]);
  });

  test('that were replaced there are looked for after others have written, and come anew', async () => {
    const { mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    await mirror.untilInStep();
    await replace(mirror, 'there', asset, png(31, 21));
    await later(mirror);
    expect(mirror.sha('here', asset)).toBe(sha(png(31, 21)));
    expect(mirror.questions).toEqual([]);
  });

  test('that were replaced there between two writes of ours are looked for too', async () => {
    const { mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    await later(mirror);
    const rename = (name: string) => mirror.edit('here', { do: 'change', kind: 'asset', id: asset, fields: { name } });
    rename('one.png');
    while ((await mirror.stepLoop()).type === 'progressed');
    await replace(mirror, 'there', asset, png(31, 21));
    rename('two.png');
    await later(mirror);
    expect(mirror.sha('here', asset)).toBe(sha(png(31, 21)));
    expect(mirror.theirs.find('asset', asset)?.name).toBe('two.png');
  });

  test('that are cut on their way are asked for from where they were cut', async () => {
    const { served, mirror } = await open();
    const bytes = png(40, 40, 'x'.repeat(400_000));
    const asset = await add(mirror, 'there', bytes);
    const ranges: (string | null)[] = [];
    served.around = async (request, pass) => {
      if (!request.url.endsWith('/file')) return await pass();
      ranges.push(request.headers.get('range'));
      return ranges.length < 3 ? cutAfter(await pass(), 150_000) : await pass();
    };
    await mirror.untilInStep();
    expect(mirror.sha('here', asset)).toBe(sha(bytes));
    expect(ranges[0]).toBe(null);
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
  });

  test('that do not come at all stop nothing else, and are asked for again', async () => {
    const { served, mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    const other = await add(mirror, 'there', png(31, 20));
    let broken = true;
    served.around = async (request, pass) =>
      broken && request.url.includes(`${asset}/file`) ? new Response('{}', { status: 503 }) : await pass();
    for (let step = 0; step < 60; step++) {
      mirror.clock.now += 6000;
      await mirror.stepLoop();
      await mirror.files.step();
    }
    expect(mirror.sha('here', other)).toBe(sha(png(31, 20)));
    expect(mirror.sha('here', asset)).toBe(undefined);
    broken = false;
    await later(mirror);
    expect(mirror.sha('here', asset)).toBe(sha(png(30, 20)));
  });

  test('[G13] that are not stored there, or are no file that can be kept, are told and not asked for again and again', async () => {
    const { served, mirror } = await open();
    const [missing = ''] = mirror.edit('there', {
      do: 'create',
      kind: 'asset',
      fields: { name: 'gone.png', type: 'image', file: 'gone.png' },
    });
    const odd = await add(mirror, 'there', png(30, 20));
    served.around = async (request, pass) =>
      request.url.includes(`${odd}/file`) ? new Response('x'.repeat(png(30, 20).length)) : await pass();
    await mirror.untilInStep();
    expect(mirror.here.find('asset', missing)?.file).toBe(null);
    expect([...mirror.files.pending.refused.keys()]).toEqual([odd]);
    expect(asked(served).filter((each) => each.endsWith('/file')).length).toBeLessThan(20);
  });

  test('[I21] whose bytes are no longer on the disk come again', async () => {
    const { mirror } = await open();
    const [one, two] = [await add(mirror, 'there', png(30, 20)), await add(mirror, 'there', png(31, 20))];
    await mirror.untilInStep();
    const pathOf = (asset: string) => mirror.vault.findPath(mirror.hash, mirror.here.find('asset', asset)?.file ?? '') ?? '';
    rmSync(pathOf(one));
    writeFileSync(pathOf(two), 'short');
    mirror.restart();
    await mirror.untilInStep();
    expect(sha(readFileSync(pathOf(one)))).toBe(sha(png(30, 20)));
    expect(sha(readFileSync(pathOf(two)))).toBe(sha(png(31, 20)));
  });
});

test('several at once: each comes once', async () => {
  const { served, mirror } = await open();
  const assets: string[] = [];
  for (let at = 0; at < 12; at++) assets.push(await add(mirror, 'there', png(30 + at, 20)));
  while ((await mirror.stepLoop()).type === 'progressed');
  const work = async () => {
    while ((await mirror.files.step()).type === 'progressed');
  };
  await Promise.all(Array.from({ length: maxConcurrentFiles }, work));
  for (const [at, asset] of assets.entries()) expect(mirror.sha('here', asset)).toBe(sha(png(30 + at, 20)));
  expect(asked(served).filter((each) => each === 'GET /asset/:id/file')).toHaveLength(12);
});

describe('ours', () => {
  test('go up first and are named by the asset that is made there: two requests', async () => {
    const { served, mirror } = await open();
    await mirror.untilInStep();
    const before = asked(served).length;
    const asset = await add(mirror, 'here', png(30, 20));
    await mirror.untilInStep();
    const id = mirror.id(asset);
    expect(id).not.toBe(asset);
    expect(mirror.sha('there', id)).toBe(sha(png(30, 20)));
    expect(mirror.sha('here', id)).toBe(sha(png(30, 20)));
    expect(asked(served).slice(before)).toEqual(['POST /asset/upload', 'POST /asset']);
    expect(served.memory.capabilities.upload).toBe('two-step');
    expect(mirror.moved.at(-1)).toMatchObject({ direction: 'up', bytes: png(30, 20).length, total: png(30, 20).length });
    expect(mirror.files.pending).toEqual({ count: 0, refused: new Map() });
  });

  test('go along with the request that makes the asset where there is no other way (G1), which is learned once', async () => {
    const { served, mirror } = await open({ uploadFlow: 'single' });
    await mirror.untilInStep();
    const before = asked(served).length;
    const one = await add(mirror, 'here', png(30, 20));
    await mirror.untilInStep();
    const two = await add(mirror, 'here', wav(1), 'knock.wav');
    mirror.edit('here', { do: 'change', kind: 'asset', id: two, fields: { volume: 0.5 } });
    await mirror.untilInStep();
    expect(mirror.sha('there', mirror.id(one))).toBe(sha(png(30, 20)));
    expect(mirror.sha('there', mirror.id(two))).toBe(sha(wav(1)));
    expect(mirror.theirs.find('asset', mirror.id(two))).toMatchObject({ volume: 0.5, type: 'audio' });
    expect(
      asked(served)
        .slice(before)
        .filter((each) => each.startsWith('POST')),
    ).toEqual(['POST /asset/upload', 'POST /asset', 'POST /asset']);
    expect(served.memory.capabilities.upload).toBe('single');
    await later(mirror);
    expect([...mirror.theirs.recordsOfKind('asset')]).toHaveLength(3);
    expect(mirror.questions).toEqual([]);
  });

  test('[I5] that went along and whose answer was lost are found there, and not sent again', async () => {
    const { served, mirror } = await open({ uploadFlow: 'single' });
    await mirror.untilInStep();
    const first = await add(mirror, 'here', png(30, 20), 'first.png');
    await mirror.untilInStep();
    let lost = 0;
    served.around = async (request, pass) => {
      const answer = await pass();
      return request.method === 'POST' && lost++ === 0 ? new Response('{"vers') : answer;
    };
    const asset = await add(mirror, 'here', png(31, 21));
    await mirror.untilInStep();
    await later(mirror);
    expect(lost).toBe(1);
    expect(mirror.sha('there', mirror.id(asset))).toBe(sha(png(31, 21)));
    expect(mirror.sha('here', mirror.id(first))).toBe(sha(png(30, 20)));
    expect([...mirror.theirs.recordsOfKind('asset')]).toHaveLength(3);
  });

  test('that were replaced here are put in place of the old ones, after a look', async () => {
    const { served, mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    await mirror.untilInStep();
    await replace(mirror, 'here', asset, png(31, 21));
    const before = asked(served).length;
    await mirror.untilInStep();
    expect(mirror.sha('there', asset)).toBe(sha(png(31, 21)));
    expect(asked(served).slice(before)).toEqual(['GET /asset/:id', 'POST /asset/upload', 'PATCH /asset/:id']);
    await later(mirror);
    expect(mirror.sha('here', asset)).toBe(sha(png(31, 21)));
    expect(mirror.questions).toEqual([]);
  });

  test('that were replaced stay here where the remote has no way for them, and that is told', async () => {
    const { mirror } = await open({ uploadFlow: 'single' });
    const asset = await add(mirror, 'there', png(30, 20));
    await mirror.untilInStep();
    await replace(mirror, 'here', asset, png(31, 21));
    await mirror.untilInStep();
    expect(mirror.files.pending.refused.get(asset)).toMatch(/only together with new assets/);
    expect(mirror.sha('here', asset)).toBe(sha(png(31, 21)));
    expect(mirror.sha('there', asset)).toBe(sha(png(30, 20)));
  });

  test('[I8] are not sent again after a restart between the file and its asset', async () => {
    const { served, mirror } = await open();
    await mirror.untilInStep();
    const asset = await add(mirror, 'here', png(30, 20));
    while ((await mirror.files.step()).type === 'progressed');
    mirror.restart();
    await mirror.untilInStep();
    expect(mirror.sha('there', mirror.id(asset))).toBe(sha(png(30, 20)));
    expect(asked(served).filter((each) => each === 'POST /asset/upload')).toHaveLength(1);
  });

  test('[I5] are named once when the answer to that was lost', async () => {
    const { served, mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    await mirror.untilInStep();
    await replace(mirror, 'here', asset, png(31, 21));
    let lost = 0;
    served.around = async (request, pass) => {
      const answer = await pass();
      return request.method === 'PATCH' && lost++ === 0 ? new Response('{"vers') : answer;
    };
    await mirror.untilInStep();
    expect(lost).toBe(1);
    expect(mirror.sha('there', asset)).toBe(sha(png(31, 21)));
  });

  test('[G13] whose place there lapsed begin anew', async () => {
    const { served, mirror } = await open();
    await mirror.untilInStep();
    let lapsed = 0;
    served.around = async (request, pass) =>
      request.url.endsWith('/upload') && lapsed++ < 2 ? Response.json({ title: 'Gone', status: 410 }, { status: 410 }) : await pass();
    const asset = await add(mirror, 'here', png(30, 20));
    await mirror.untilInStep();
    await later(mirror);
    expect(mirror.sha('there', mirror.id(asset))).toBe(sha(png(30, 20)));
  });

  test('[Limits] that the plan there does not allow stay here, and the asset is made without them', async () => {
    const { served, mirror } = await open();
    await mirror.untilInStep();
    served.around = async (request, pass) =>
      request.url.endsWith('/upload')
        ? Response.json(
            { title: 'Limit', status: 400, detail: null, errors: { file: 'is larger than 1 KB' }, errorCode: 1 },
            { status: 400 },
          )
        : await pass();
    const asset = await add(mirror, 'here', png(30, 20));
    await mirror.untilInStep();
    const id = mirror.id(asset);
    expect(mirror.theirs.find('asset', id)).toMatchObject({ name: 'door.png', file: null });
    expect(mirror.sha('here', id)).toBe(sha(png(30, 20)));
    expect([...mirror.files.pending.refused.values()]).toEqual(['The file is larger than 1 KB.']);
    expect(asked(served).filter((each) => each === 'POST /asset/upload')).toHaveLength(1);
  });
});

describe('[I22] a file that is not ours', () => {
  test('is left alone when its asset is renamed here', async () => {
    const { served, mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    await mirror.untilInStep();
    const { file } = mirror.theirs.find('asset', asset) ?? {};
    const before = asked(served).length;
    mirror.edit('here', { do: 'change', kind: 'asset', id: asset, fields: { name: 'gate.png' } });
    await mirror.untilInStep();
    expect(mirror.theirs.find('asset', asset)).toMatchObject({ name: 'gate.png', file });
    expect(asked(served).slice(before)).toEqual(['PATCH /asset/:id']);
  });

  test.each(['local', 'remote'] as const)('that was put there while we replaced it too is a question; %s counts', async (choice) => {
    const { mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    await mirror.untilInStep();
    await replace(mirror, 'here', asset, png(31, 21));
    await replace(mirror, 'there', asset, png(32, 22));
    await later(mirror);
    expect(mirror.questions).toMatchObject([{ recordId: asset, field: 'file', reason: 'both changed' }]);
    expect([mirror.sha('here', asset), mirror.sha('there', asset)]).toEqual([sha(png(31, 21)), sha(png(32, 22))]);
    mirror.restart();
    const [question] = mirror.questions;
    if (question) mirror.answer(question, choice);
    await later(mirror);
    expect(mirror.questions).toEqual([]);
    const kept = choice === 'local' ? png(31, 21) : png(32, 22);
    expect([mirror.sha('here', asset), mirror.sha('there', asset)]).toEqual([sha(kept), sha(kept)]);
  });

  test('that both replaced by the same is no question', async () => {
    const { mirror } = await open();
    const asset = await add(mirror, 'there', png(30, 20));
    await mirror.untilInStep();
    await replace(mirror, 'here', asset, png(31, 21));
    await replace(mirror, 'there', asset, png(31, 21));
    await later(mirror);
    expect(mirror.questions).toEqual([]);
    expect(mirror.files.pending.count).toBe(0);
  });

  test('template assets are read and never written', async () => {
    const { served, mirror } = await open();
    const file = await mirror.store('there', png(30, 20), 'door.png');
    const [asset = ''] = mirror.edit('there', { do: 'create', kind: 'asset', fields: { name: 'door.png', type: 'image', file } });
    const record = { ...mirror.theirs.find('asset', asset), type: 'template-image' };
    served.there.engine.execute(mirror.there, { do: 'take', renamedIds: [], put: [record as never], removedIds: [] }, 'remote');
    await mirror.untilInStep();
    expect(mirror.sha('here', asset)).toBe(sha(png(30, 20)));
    await later(mirror);
    expect(asked(served).filter((each) => !each.startsWith('GET'))).toEqual([]);
  });
});
