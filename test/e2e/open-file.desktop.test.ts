/** What the operating system asks the desktop to open: project files and links, as arguments of the first and of a second process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../root.ts';
import { launchApp, type TestApp } from './app.ts';
import { goToProjectList } from './user-steps.ts';

let app: TestApp;
/** Starts a second process on the same data folder; it ends by itself. */
const open = (text: string) =>
  promisify(execFile)(process.env.TALEPORT_ELECTRON ?? '', ['--no-sandbox', '--disable-gpu', root, '--data', app.data, text]);
const openProject = () => app.page.evaluate(() => /^#\/project\/([\w-]+)/.exec(location.hash)?.[1]);

beforeAll(async () => {
  app = await launchApp({ open: join(root, 'samples', 'sample.json') });
});
afterAll(() => app?.close());

test('a file that the program was started with is imported and shown', async () => {
  await app.page.getByRole('button', { name: 'Open project' }).click();
  await app.page.locator('.react-flow__node').first().waitFor();
});

test('a second process hands a file over and ends', async () => {
  const first = await openProject();
  await open(join('samples', 'sample.json'));
  await app.page.getByRole('button', { name: 'Open project' }).click();
  await expect.poll(openProject).not.toBe(first);
});

test('a link goes to its project, also when another is open', async () => {
  const second = await openProject();
  await goToProjectList(app);
  await expect.poll(openProject).toBeUndefined();
  await open(`taleport://open/${second}`);
  await expect.poll(openProject).toBe(second);
});

test('a link to a missing project reports that, and a hostile one changes nothing', async () => {
  const shown = await openProject();
  await open('taleport://open/x/../../conflict/%2e%2e');
  await open('https://example.com/story.json');
  expect(await openProject()).toBe(shown);
  await open('taleport://open/not-there');
  await expect.poll(openProject).toBeUndefined();
  await app.page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
});
