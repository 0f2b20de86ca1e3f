/** [Limits, G9] The total size of the files of a project, in either flow and in any order. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../conformance/client.ts';
import { inProcessPlace } from '../../conformance/in-process.ts';
import type { ServiceAt } from '../../conformance/place.ts';
import { newStory, type Story } from '../../conformance/story.ts';
import { png } from '../../media-files.ts';

let service: ServiceAt;
let story: Story;
/** Pictures that differ, so that none is kept for another. */
const picture = (at: number): Uint8Array<ArrayBuffer> => new Uint8Array(png(3, 2, `picture ${at} `.repeat(20)));
const size = picture(1).byteLength;

beforeEach(async () => {
  service = await inProcessPlace.open();
  story = await newStory(openClient(service));
  await service.ask('workspace.set', { projectBytes: Math.floor(size * 2.5) });
});
afterEach(() => service.close());

async function stored(at: number): Promise<string> {
  const { status, body } = await upload(at);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.filename;
}
async function upload(at: number) {
  const form = new FormData();
  form.set('type', 'image');
  form.set('file', new Blob([picture(at)]), `a${at}.png`);
  return story.client.post(`/${story.hash}/asset/upload`, form);
}
const name = (file: string) => story.client.post(`/${story.hash}/asset`, { name: 'a.png', type: 'image', file });

test('[Limits] a file over the limit is rejected when it is uploaded', async () => {
  for (const at of [1, 2]) expect((await name(await stored(at))).status).toBe(201);
  const { status, body } = await upload(3);
  expect([status, Object.keys(body.errors)]).toEqual([400, ['file']]);
});

test('[Limits] files that were uploaded before any asset used them do not evade the limit', async () => {
  const files: string[] = [];
  for (const at of [1, 2, 3]) files.push(await stored(at));
  const answers = [];
  for (const file of files) answers.push(await name(file));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
  expect(Object.keys(answers[2]?.body.errors)).toEqual(['file']);
});

test('[Limits] nor do they as the new file of an existing asset', async () => {
  const files: string[] = [];
  for (const at of [1, 2, 3]) files.push(await stored(at));
  for (const file of files.slice(0, 2)) expect((await name(file)).status).toBe(201);
  const empty = (await story.client.post(`/${story.hash}/asset`, { name: 'b.png', type: 'image' })).body.id;
  const answer = await story.client.patch(`/${story.hash}/asset/${empty}`, { file: files[2] });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['file']]);
});

test('[Limits] a file of several assets counts once, and removing it frees space', async () => {
  const file = await stored(1);
  const made = [];
  for (const _ of [1, 2, 3, 4]) made.push(await name(file));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const second = (await name(await stored(2))).body.id;
  expect((await upload(3)).status).toBe(400);
  expect((await story.client.remove(`/${story.hash}/asset/${second}`)).status).toBe(200);
  expect((await name(await stored(3))).status).toBe(201);
});

test('[Limits] a replaced file does not count against the limit of its replacement', async () => {
  const first = (await name(await stored(1))).body.id;
  expect((await name(await stored(2))).status).toBe(201);
  await service.ask('workspace.set', { projectBytes: null });
  const third = await stored(3);
  await service.ask('workspace.set', { projectBytes: Math.floor(size * 2.5) });
  expect((await story.client.patch(`/${story.hash}/asset/${first}`, { file: third })).status).toBe(200);
});

test('[Limits, G1] the same limits apply in the single flow, also to concurrent uploads', async () => {
  const single = await inProcessPlace.open({ uploadFlow: 'single' });
  try {
    const at = await newStory(openClient(single));
    await single.ask('workspace.set', { projectBytes: Math.floor(size * 2.5) });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => {
        const form = new FormData();
        form.set('type', 'image');
        form.set('file', new Blob([picture(number)]), 'a.png');
        return at.client.post(`/${at.hash}/asset`, form);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
  } finally {
    await single.close();
  }
});
