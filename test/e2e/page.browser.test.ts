/**
 * The playable page in a real browser, opened from the disk as readers open it: played to its end by pointer, by keyboard and on a phone,
 * saved and resumed, accessible; and a hostile page that tries to reach the network.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContextOptions, devices, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../main/app/backend/backend.ts';
import { exportStory } from '../../main/exporters/exporters.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import type { Project } from '../../shared/model/project.ts';
import { type PlayState, startPlay, takeChoice } from '../../shared/play/play.ts';
import { en, smallStory } from '../main/exporters/build-project.ts';
import { templateStory } from '../main/exporters/goldens.ts';
import { root } from '../root.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { findViolations } from './accessibility.ts';
import { openChromium } from './chromium.ts';
import { hostileElements, hostileStyles, openRequestCatcher, toHtml } from './hostile-content.ts';
import { slowDownPage } from './slowdown.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-page-'));
const artifacts = join(root, 'out-test', 'artifacts');
/** The sample as a page, the folder of a target with it, and the shortest way to an end of it: the number of the choice at each step. */
let sample: { readonly page: string; readonly target: string; readonly way: readonly number[] };

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  const backend = await openBackend(null, createTestEnvironment());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'sample' });
  const [page, target] = [join(folder, 'sample.html'), join(folder, 'target')];
  mkdirSync(target);
  await invoke('project.export', { hash, file: page, options: { format: 'html' } });
  await invoke('target.add', { hash, folder: target, engine: 'html' });
  sample = { page, target: join(target, 'project.html'), way: findShortestWay(await templateStory('sample')) };
  await backend.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

function findShortestWay(project: Project): number[] {
  const start = startPlay(project, project.projectRecord.startingElement ?? '', createTestEnvironment());
  const open: { readonly state: PlayState; readonly way: readonly number[] }[] = [{ state: start, way: [] }];
  for (const { state, way } of open) {
    if (state.choices.length === 0) return [...way];
    if (way.length < 12)
      for (const [at, { connectionId }] of state.choices.entries())
        open.push({ state: takeChoice(state, connectionId), way: [...way, at] });
  }
  throw new Error('The sample has no end');
}

/** Opens a page in a browser profile of its own; `requests` are the addresses that it asks for, `errors` what it logs. */
async function openPage(file: string, options: BrowserContextOptions = {}) {
  const context = await (await openChromium()).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await slowDownPage(page);
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(pathToFileURL(file).href);
  return { page, requests, errors };
}

const choices = (page: Page) => page.getByRole('list', { name: 'Choices' }).getByRole('button');
const theEnd = (page: Page) => page.getByText('The end', { exact: true });

async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

describe('the page of the sample', () => {
  test('is played to its end by pointer, remembers where it was, goes back and starts again', async () => {
    const { page, requests, errors } = await openPage(sample.page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Variables' }).click();
    const first = await page.getByRole('article').innerText();
    for (const at of sample.way) await choices(page).nth(at).click();
    await theEnd(page).waitFor();
    const last = await page.getByRole('article').innerText();
    await expectAccessible(page);
    await page.reload();
    await page.getByText('Resumed where you left off.').waitFor();
    expect(await page.getByRole('article').innerText()).toBe(last);
    await page.getByRole('button', { name: 'Back' }).click();
    await choices(page).first().waitFor();
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => page.getByRole('article').innerText()).toBe(first);
    expect(await page.getByRole('button', { name: 'Back' }).isDisabled()).toBe(true);
    expect(requests.filter((url) => !url.startsWith('data:'))).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('is played to its end by keyboard: by digits, and by Tab and Enter; the focus is on the story after each step', async () => {
    const { page } = await openPage(sample.page);
    for (const at of sample.way) await page.keyboard.press(String(at + 1));
    await theEnd(page).waitFor();
    await page.keyboard.press('Backspace');
    await choices(page).first().waitFor();
    for (let at = 0; at <= (sample.way.at(-1) ?? 0); at++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await theEnd(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('play');
    expect(await page.getByRole('status').allInnerTexts()).toContainEqual(expect.stringContaining(await firstWordOf(page)));
  });

  test('fits a phone in the dark scheme: nothing is wider than the screen, and touch targets are large enough', async () => {
    const { page, errors } = await openPage(sample.page, { ...devices['Pixel 7'], colorScheme: 'dark' });
    await expectAccessible(page);
    for (const at of sample.way) {
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      for (const button of await page.getByRole('button').all()) {
        const box = await button.boundingBox();
        expect([box && box.height >= 44, box && box.width >= 44]).toEqual([true, true]);
      }
      await choices(page).nth(at).tap();
    }
    await theEnd(page).waitFor();
    await page.screenshot({ path: join(artifacts, 'page-phone.png'), fullPage: true });
    expect(errors).toEqual([]);
  });

  test.each(['page', 'target'] as const)('shows its images and plays its sounds, in one file and in a folder: %s', async (kind) => {
    const { page, errors } = await openPage(sample[kind]);
    const image = page.locator('img');
    await image.waitFor();
    expect(
      await image.evaluate((each) => (each instanceof HTMLImageElement ? each.decode().then(() => each.naturalWidth) : 0)),
    ).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Sounds', pressed: true }).waitFor();
    await page.screenshot({ path: join(artifacts, `page-${kind}.png`) });
    expect(errors).toEqual([]);
  });

  test('is played where the browser refuses to store anything', async () => {
    const { page, errors } = await openPage(sample.page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    });
    await page.reload();
    for (const at of sample.way) await choices(page).nth(at).click();
    await theEnd(page).waitFor();
    expect(errors).toEqual([]);
  });
});

const firstWordOf = async (page: Page): Promise<string> => (await page.locator('.content').innerText()).split(/\s/)[0] ?? '';

const takes = 'window.taken=1;document.title=`taken`';

test('a hostile page runs nothing and reaches nothing', async () => {
  const catcher = await openRequestCatcher();
  onTestFinished(() => catcher.close());
  const { host } = new URL(catcher.origin);
  const away = `${catcher.origin}/stolen`;
  const hostile = [
    `<img src="${away}.png" onerror="${takes}"><script>${takes}</script><svg onload="${takes}"></svg>`,
    `<p><a href="javascript:${takes}">Link</a><iframe src="${away}"></iframe><form action="${away}"><input autofocus onfocus="${takes}"></form></p>`,
    `</script><script>${takes}</script><meta http-equiv="refresh" content="0;url=${away}"><base href="${away}/">`,
    toHtml(hostileElements(away)),
  ];
  const secret = pathToFileURL(join(folder, 'secret.png')).href;
  const css = `${hostileStyles(away)} @import url("file://${host}/style.css"); @property --p { syntax: "<image>"; inherits: false; initial-value: url("${secret}?property"); }
    .content { --f: url("${secret}?variable"); background-image: var(--f); list-style: var(--n, url(../outside.png)) inside; }
    .content { & p { background: \\75 rl("file:///secret?escape"), url("file:///secret?plain"); color: rgb(1, 2, 3); } }
    .title { --e: \\75\\72l("file:///secret?variable-escape"); background: var(--e); border-image: image-set("${secret}?set" 1x) 1; }
    @media all { .play { --s: "${secret}?src"; mask: src(var(--s)); filter: url("${secret}#filter"); content: url(//${host}/share/x.png); } }
    @keyframes k { from { background: url("file://${host}/share/frame.png"); } } .play { animation: k 1s; }
    @import url("${away}.css"); @font-face { font-family: f; src: url("${away}.woff2"); }
    * { background: url("${away}.png"); font-family: f; cursor: url("${away}.cur"), auto; } body::before { content: url("${away}.png"); }`;
  const { story, board, element } = smallStory({ name: `</title>${hostile[2]}`, css });
  story.change(element, { content: en(hostile.join('')), title: en(`<p>${hostile[0]}</p>`) });
  const passing = story.element(board, `<p><a href="${away}">A link</a></p>`);
  story.connect(element, passing, { label: en(hostile[1] ?? '') });
  const asset = story.asset('x.png', { file: 'x.png' });
  story.change(passing, { cover: { id: asset, type: 'image' } });
  const file = join(folder, 'hostile.html');
  // A file address beside the page that leads to another host.
  writeFileSync(
    file,
    exportStory(story.project(), { format: 'html', destination: 'file', assetPaths: new Map([[asset, `//${host}/x.png`]]) }),
  );
  const { page, requests } = await openPage(file);
  expect(
    await page
      .locator('.content p')
      .first()
      .evaluate((each) => getComputedStyle(each).color),
  ).toBe('rgb(1, 2, 3)');
  await choices(page).first().click();
  await page.getByText('A link', { exact: true }).click();
  await theEnd(page).waitFor();
  // The page, and the image of the story in its folder.
  expect(new Set(requests.filter((url) => !url.startsWith('data:')))).toEqual(
    new Set([pathToFileURL(file).href, `${pathToFileURL(folder).href}/${encodeURIComponent(host)}/x.png`]),
  );
  expect(await page.evaluate(() => ['taken' in window, document.title.startsWith('</title>'), document.scripts.length])).toEqual([
    false,
    true,
    2,
  ]);
  expect(catcher.requests).toEqual([]);
  expect(page.url()).toBe(pathToFileURL(file).href);
});
