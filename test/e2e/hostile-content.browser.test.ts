/** The control of all tests in which hostile content reaches nothing: in an ordinary page, each attempt arrives. */
import { expect, onTestFinished, test } from 'vitest';
import { openChromium } from './chromium.ts';
import { elementNames, hostileElements, hostileStyles, openRequestCatcher, styleNames, toHtml } from './hostile-content.ts';

const pageOf = (origin: string): string =>
  `<!doctype html><title>Control</title><style>${hostileStyles(origin)}</style>
    <article class="play"><h1 class="title">Title</h1><div class="content"><p>Text</p></div></article>${toHtml(hostileElements(origin))}`;

test('in a page without a policy, every attempt of a stylesheet and of markup arrives', async () => {
  const catcher = await openRequestCatcher(pageOf);
  onTestFinished(() => catcher.close());
  const context = await (await openChromium()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${catcher.origin}/control`);
  const names = () => new Set(catcher.requests.map((path) => path.slice(1)));
  const expected = [...styleNames, ...elementNames].sort();
  const missing = () => expected.filter((name) => !names().has(name));
  await expect.poll(missing).toEqual(['form']);
  await page.evaluate(() => document.forms[0]?.submit());
  await expect.poll(missing).toEqual([]);
  expect([...names()].filter((name) => !expected.includes(name) && name !== 'favicon.ico')).toEqual([]);
});
