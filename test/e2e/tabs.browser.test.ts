/** Tabs of the browser shell: each address opens one, and a reload keeps it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageSecretStorageKey } from '../../shared/contracts/page-secret.ts';
import { createTempFolder, root } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { trackProcess } from './running-processes.ts';
import { slowDownPage } from './slowdown.ts';

const data = createTempFolder('tabs');
let server: ChildProcess;
let browser: Browser;
let context: BrowserContext;
let printed = '';
const addresses = () => [...printed.matchAll(/^Taleport: (\S+)$/gm)].map(([, address = '']) => address);

beforeAll(async () => {
  const args = [join(root, 'out', 'main', 'headless.js'), 'browser', '--port', '0', '--data', data];
  server = trackProcess(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  browser = await chromium.launch({
    executablePath: process.env.TALEPORT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  context = await browser.newContext();
});
afterAll(async () => {
  await browser?.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
});

async function newPage(): Promise<Page> {
  const page = await context.newPage();
  await slowDownPage(page);
  return page;
}
async function openTab(address: string): Promise<Page> {
  const page = await newPage();
  await page.goto(address);
  return page;
}
const isConnected = (page: Page) => page.getByRole('heading', { name: 'Create a project' }).waitFor();

test('a tab works after a reload, and no address that it went through contains its secret', async () => {
  await expect.poll(addresses).toHaveLength(1);
  const page = await newPage();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  await page.goto(addresses()[0] ?? '');
  await isConnected(page);
  const secret = await page.evaluate((key) => sessionStorage.getItem(key), pageSecretStorageKey);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(visited.map((address) => new URL(address).pathname)).toEqual(['/', '/']);
  expect(visited.filter((address) => address.includes(String(secret)))).toEqual([]);
  await page.reload();
  await isConnected(page);
});

test('another tab needs the address that was printed last; with the cookie alone it says so', async () => {
  await expect.poll(addresses).toHaveLength(2);
  const origin = new URL(addresses()[0] ?? '').origin;
  const without = await openTab(`${origin}/`);
  await without.getByText('Open the address that Taleport printed last in the terminal.', { exact: false }).first().waitFor();
  await without.goto(addresses()[1] ?? '');
  await isConnected(without);
  await expect.poll(addresses).toHaveLength(3);
});

test('an address works as a link on another site', async () => {
  await expect.poll(addresses).toHaveLength(3);
  const page = await newPage();
  const link = `<a href="${addresses()[2]}">Open</a>`;
  await page.route('http://terminal.example/', (route) => route.fulfill({ contentType: 'text/html', body: link }));
  await page.goto('http://terminal.example/');
  await page.getByRole('link').click();
  await isConnected(page);
});

test('eight tabs of one browser work at once', async () => {
  const pages: Page[] = [];
  while (pages.length < 8) {
    const used = addresses();
    pages.push(await openTab(used.at(-1) ?? ''));
    await expect.poll(addresses).toHaveLength(used.length + 1);
  }
  await Promise.all(pages.map(isConnected));
  for (const [index, page] of pages.entries())
    await createBackendCall({ page })('project.create', { template: 'empty', name: `Story ${index}` });
  for (const page of pages) await page.getByText('Story 7', { exact: true }).first().waitFor();
});
