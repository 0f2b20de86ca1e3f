/** A browser for measurements of the screen: the app's browser shell, and a page built for comparison beside it. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { readRendererFile } from '../../main/app/window-files.ts';
import { root } from '../root.ts';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.TALEPORT_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

const size = { width: 1360, height: 860 };

/** The app on a data folder; `end` stops it. */
export async function openApp(browser: Browser, data: string): Promise<{ page: Page; pid: number | undefined; end: () => Promise<void> }> {
  const server = spawn(process.execPath, [join(root, 'out/main/headless.js'), 'browser', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((found) =>
    server.stdout.once('data', (said: Buffer) => found(String(said).split('\n')[0] ?? '')),
  );
  const page = await browser.newPage({ viewport: size });
  await page.goto(address.replace(/^Taleport: /, ''));
  return {
    page,
    pid: server.pid,
    end: async () => {
      await page.close();
      await new Promise((ended) => {
        server.once('exit', ended);
        server.kill('SIGTERM');
      });
    },
  };
}

/** A page of this folder, built into `out` and served. */
export async function openComparisonPage(browser: Browser, out: string): Promise<{ page: Page; end: () => Promise<void> }> {
  await build({
    root: join(import.meta.dirname, 'plain-flow'),
    base: '/',
    logLevel: 'error',
    configFile: false,
    build: { outDir: out, emptyOutDir: true },
    oxc: { jsx: { runtime: 'automatic' } },
  });
  const server = createServer(async (request, answer) => {
    const file = await readRendererFile(out, new URL(request.url ?? '/', 'http://here').pathname);
    if (file) answer.writeHead(200, { 'content-type': file.headers['content-type'] ?? '' }).end(file.body);
    else answer.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const page = await browser.newPage({ viewport: size });
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  await page.waitForFunction(() => 'show' in window);
  return {
    page,
    end: async () => {
      await page.close();
      server.close();
    },
  };
}
