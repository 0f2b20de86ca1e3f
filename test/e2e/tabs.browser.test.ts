/** Tabs of the browser shell: each address opens one, and a reload keeps it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageSecretStorageKey } from '../../shared/contracts/page-secret.ts';
import { root } from '../root.ts';
import { createTempFolder } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { openChromium } from './chromium.ts';
import { trackProcess } from './running-processes.ts';
import { slowDownPage } from './slowdown.ts';

const data = createTempFolder('tabs');
let server: ChildProcess;
let context: BrowserContext;
let printed = '';
const addresses = () => [...printed.matchAll(/^Taleport: (\S+)$/gm)].map(([, address = '']) => address);

beforeAll(async () => {
  const args = [join(root, 'out', 'main', 'headless.js'), 'browser', '--port', '0', '--data', data];
  server = trackProcess(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  context = await (await openChromium()).newContext();
});
afterAll(async () => {
  await context.close();
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

/** Opens the address that was printed last, and waits for the next one: each can be used once. */
async function openNewestAddress(open: (address: string) => Promise<Page>): Promise<Page> {
  await expect.poll(() => addresses().length).toBeGreaterThan(0);
  const used = addresses();
  const page = await open(used.at(-1) ?? '');
  await expect.poll(addresses).toHaveLength(used.length + 1);
  return page;
}

test('a tab works after a reload, and no address that it went through contains its secret', async () => {
  const visited: string[] = [];
  const page = await openNewestAddress(async (address) => {
    const opened = await newPage();
    opened.on('framenavigated', (frame) => visited.push(frame.url()));
    await opened.goto(address);
    return opened;
  });
  await isConnected(page);
  const secret = await page.evaluate((key) => sessionStorage.getItem(key), pageSecretStorageKey);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(visited.map((address) => new URL(address).pathname)).toEqual(['/', '/']);
  expect(visited.filter((address) => address.includes(String(secret)))).toEqual([]);
  await page.reload();
  await isConnected(page);
});

test('another tab needs the address that was printed last; with the cookie alone it says so', async () => {
  await isConnected(await openNewestAddress(openTab));
  const without = await openTab(`${new URL(addresses()[0] ?? '').origin}/`);
  await without.getByText('Open the address that Taleport printed last in the terminal.', { exact: false }).first().waitFor();
  await openNewestAddress(async (address) => {
    await without.goto(address);
    return without;
  });
  await isConnected(without);
});

test('a new window opens the project in another tab, without an address of its own', async () => {
  const page = await openNewestAddress(openTab);
  await isConnected(page);
  const { hash } = await createBackendCall({ page })('project.create', { template: 'empty', name: 'Two tabs' });
  await page.evaluate((address) => window.location.assign(address), `#/project/${hash}`);
  await page.locator('.board[data-ready]').waitFor();
  const opened = context.waitForEvent('page');
  await page.locator('.header-project').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'New window' }).click();
  const second = await opened;
  await second.locator('.board[data-ready]').waitFor();
  expect(await second.title()).toBe('Two tabs – Taleport');
  // Each has tabs of its own, also when it is loaded again.
  await second.locator('.board').focus();
  await second.keyboard.press('Alt+v');
  const variables = (of: Page) => of.getByRole('tab', { name: 'Variables', selected: true });
  await variables(second).waitFor();
  await second.reload();
  await variables(second).waitFor();
  await page.reload();
  await page.locator('.board[data-ready]').waitFor();
  expect(await variables(page).count()).toBe(0);
  await createBackendCall({ page })('project.remove', { hash });
  await second.close();
});

test('an address works as a link on another site', async () => {
  const page = await openNewestAddress(async (address) => {
    const opened = await newPage();
    const link = `<a href="${address}">Open</a>`;
    await opened.route('http://terminal.example/', (route) => route.fulfill({ contentType: 'text/html', body: link }));
    await opened.goto('http://terminal.example/');
    await opened.getByRole('link').click();
    return opened;
  });
  await isConnected(page);
});

test('eight tabs of one browser work at once', async () => {
  const pages: Page[] = [];
  while (pages.length < 8) pages.push(await openNewestAddress(openTab));
  await Promise.all(pages.map(isConnected));
  for (const [index, page] of pages.entries())
    await createBackendCall({ page })('project.create', { template: 'empty', name: `Story ${index}` });
  for (const page of pages) await page.getByText('Story 7', { exact: true }).first().waitFor();
});
