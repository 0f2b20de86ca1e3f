/** Tabs of the browser shell: each address opens one, and a reload keeps it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTempFolder, root } from './app.ts';
import { trackProcess } from './running-processes.ts';

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

async function openTab(address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
const isConnected = (page: Page) => page.getByRole('heading', { name: 'Create a project' }).waitFor();

test('a tab works after a reload, and its address contains no secret', async () => {
  await expect.poll(addresses).toHaveLength(1);
  const page = await openTab(addresses()[0] ?? '');
  await isConnected(page);
  expect(new URL(page.url()).hash).toBe('');
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
