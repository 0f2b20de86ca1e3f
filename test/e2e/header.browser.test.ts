/** The header of a project is one row in every language and at every width, and the board below it can be seen, also at 200 %. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageOptions } from '../../shared/messages/languages.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createGameFolder } from './game-folders.ts';
import { type HostedWorkspace, startHostedWorkspace } from './hosted-workspace.ts';
import { createLargeStory } from './large-story.ts';
import { switchLanguage } from './switch-language.ts';
import { chooseMenuItem, waitForBoard } from './user-steps.ts';

let app: TestApp;
let hosted: HostedWorkspace;
const story = 'A story with a name that is longer than its header has room for';

/** A story in several languages, with a target, synced with a workspace that is offline: the fullest header. */
beforeAll(async () => {
  hosted = await startHostedWorkspace();
  app = await launchApp({ mayLog: /net::ERR|Failed to load resource/ });
  const text = JSON.stringify(createLargeStory(20, story));
  const call = createBackendCall(app);
  const { hash } = await call('project.import', { source: { text, fileName: 'story.json' } });
  for (const [iso, name] of [
    ['de', 'German'],
    ['pt-BR', 'Brazilian Portuguese'],
  ] as const)
    await call('project.send', { hash, command: { do: 'addLocale', locale: { iso, name, base: 'en' } } });
  await call('target.add', { hash, engine: 'godot', folder: createGameFolder('godot').folder });
  await app.page.locator('.project-list [data-hash]').first().dblclick();
  await waitForBoard(app);
  await app.page.locator('.targets-chip.good').waitFor();
  await call('remote.add', { name: 'Studio', url: hosted.url(), key: { key: hosted.key() } });
  await call('sync.upload', { remote: 'Studio', hash });
  await app.page.locator('.sync-chip.good').waitFor();
  await hosted.stop();
  await call('sync.run', { hash });
  await app.page.locator('.sync-chip', { hasText: /^Offline/ }).waitFor();
});
afterAll(async () => {
  await app.close();
  await hosted.close();
});

const header = () => app.page.locator('.workspace-header');
const board = () => app.page.locator('.board');

/** Buttons outside of the status pill that show no text. */
const iconsWithoutLabel = () =>
  header().evaluate((element) => {
    const isReadable = (span: Element) => span.textContent !== '' && span.getBoundingClientRect().width > 2;
    return [...element.querySelectorAll('button')].filter(
      (button) => !button.closest('.status-pill') && ![...button.querySelectorAll('span')].some(isReadable),
    ).length;
  });

const measure = () =>
  header().evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    overflow: element.scrollWidth - element.clientWidth,
    cutStatus: [...element.querySelectorAll('.status-pill span')]
      .filter((span) => span.getBoundingClientRect().width > 2 && span.scrollWidth > span.clientWidth + 1)
      .map((span) => span.textContent),
    pillHeight: Math.max(0, ...[...element.querySelectorAll('.status-pill')].map((pill) => pill.getBoundingClientRect().height)),
    pillOverflow: Math.max(0, ...[...element.querySelectorAll('.status-pill')].map((pill) => pill.scrollWidth - pill.clientWidth)),
  }));

describe.each(languageOptions)('in $label', ({ id }) => {
  test.each([550, 900, 1100, 1440])('the header is one row at %i px, with six icons at most that have no label', async (width) => {
    await switchLanguage(app.page, id);
    await app.page.setViewportSize({ width, height: 700 });
    await expect.poll(measure).toEqual({ height: 46, overflow: 0, cutStatus: [], pillHeight: 30, pillOverflow: 0 });
    expect(await iconsWithoutLabel()).toBeLessThanOrEqual(6);
  });
});

test('whatever the status says, no button beside it moves', async () => {
  await switchLanguage(app.page, 'en');
  await app.page.setViewportSize({ width: 1440, height: 700 });
  const places = () =>
    header().evaluate((element) =>
      [...element.querySelectorAll('button')]
        .filter((button) => !button.closest('.status-pill'))
        .map((button) => `${button.getAttribute('aria-label') ?? button.textContent} ${button.getBoundingClientRect().left}`),
    );
  const before = await places();
  expect(before.join()).toMatch(/Play .*Find|Find .*Play/);
  const said = await app.page
    .locator('.sync-chip span')
    .first()
    .evaluate((span) => {
      const { textContent } = span;
      span.textContent = 'Offline, 12 changes wait';
      return textContent;
    });
  expect(await places()).toEqual(before);
  await app.page
    .locator('.sync-chip span')
    .first()
    .evaluate((span, text) => {
      span.textContent = text;
    }, said);
});

describe('at 200 % of 1100 px', () => {
  beforeAll(async () => {
    await switchLanguage(app.page, 'en');
    await app.page.setViewportSize({ width: 550, height: 350 });
  });

  test('the board can be seen, because the inspector is folded until it is opened', async () => {
    await expect.poll(async () => (await board().boundingBox())?.height ?? 0).toBeGreaterThan(240);
    await app.page.keyboard.press('Alt+i');
    await app.page.locator('.workspace-right .pane').waitFor();
    await app.page.keyboard.press('Alt+i');
    await app.page.locator('.workspace-right .pane').waitFor({ state: 'detached' });
  });

  test('the dock and the panes take turns below the board, so that it can be seen, and both are back in a wide window', async () => {
    const { page } = app;
    const [dock, inspector] = [page.locator('.dock'), page.locator('.workspace-right .inspector')];
    await page.setViewportSize({ width: 1440, height: 700 });
    await page.keyboard.press('Control+j');
    await dock.waitFor();
    await inspector.waitFor();
    await page.setViewportSize({ width: 550, height: 350 });
    await inspector.waitFor({ state: 'detached' });
    await dock.waitFor();
    await page.keyboard.press('Alt+i');
    await inspector.waitFor();
    await dock.waitFor({ state: 'detached' });
    await expect.poll(async () => (await board().boundingBox())?.height ?? 0).toBeGreaterThan(90);
    await page.setViewportSize({ width: 1440, height: 700 });
    await dock.waitFor();
    await page.keyboard.press('Control+j');
    await dock.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 550, height: 350 });
  });

  test('the menu of the project has what the header has no room for', async () => {
    await chooseMenuItem(app, `More for ${story}`, /^Settings/);
    await app.page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await app.page.keyboard.press('Escape');
  });
});
