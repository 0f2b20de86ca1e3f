/** Stored files in the page, in both shells: images are displayed, and sounds can be played from any position. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBackend } from '../../main/app/backend/connect-backend.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { launchApp, type TestApp } from './app.ts';
import { fileAddress } from './page-secret.ts';

let app: TestApp;
let address: (name: string) => Promise<string>;

beforeAll(async () => {
  app = await launchApp();
  const parts = connectBackend(app.data);
  const ask = createInvoke(parts);
  const { hash } = await ask('project.create', { template: 'sample' });
  const { records } = await ask('project.read', { hash });
  const assets = records.flatMap((piece) => JSON.parse(piece) as { kind: string; name: string; file: string | null }[]);
  address = (name) => fileAddress(app, `/file/${hash}/${assets.find((record) => record.kind === 'asset' && record.name === name)?.file}`);
  await parts.close();
});
afterAll(() => app?.close());

test('[G25] the picture of a template is displayed', async () => {
  const size = await app.page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    },
    await address('storm.jpg'),
  );
  expect(size).toEqual([960, 540]);
});

test('a sound plays from any position, since its bytes are served in ranges', async () => {
  const heard = await app.page.evaluate(
    async (source) => {
      const sound = new Audio();
      const happened = (event: string) => new Promise((resolve) => sound.addEventListener(event, resolve, { once: true }));
      const loaded = happened('loadedmetadata');
      sound.src = source;
      sound.preload = 'auto';
      await loaded;
      const sought = happened('seeked');
      sound.currentTime = 3;
      await sought;
      const part = await fetch(source, { headers: { range: 'bytes=8-11' } });
      return { seconds: Math.round(sound.duration), at: sound.currentTime, status: part.status, text: await part.text() };
    },
    await address('sea.wav'),
  );
  expect(heard).toEqual({ seconds: 4, at: 3, status: 206, text: 'WAVE' });
});

test('what is stored cannot run: it has its own type and no rights', async () => {
  const headers = await app.page.evaluate(async (source) => Object.fromEntries((await fetch(source)).headers), await address('storm.jpg'));
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
});
