/**
 * Screenshots of every view, light and dark, of a story with one element and of one with 20,000, stored as artifacts. Tested are that each
 * view opens, that nothing extends beyond the window, and that toolbars do not overlap, also at twice the size.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createLargeStory } from './large-story.ts';
import { goToProjectList } from './user-steps.ts';
import { closeView, view } from './views.ts';

let app: TestApp;
const names = { 1: 'One element', 20000: 'Twenty thousand elements' } as const;
type Size = keyof typeof names;

beforeAll(async () => {
  app = await launchApp();
  for (const [size, name] of Object.entries(names)) {
    const text = JSON.stringify(createLargeStory(Number(size), name));
    await createBackendCall(app)('project.import', { source: { text, fileName: 'story.json' } });
  }
  await app.page.getByRole('row', { name: /Twenty thousand/ }).waitFor();
});
afterAll(() => app?.close());

const press = (keys: string) => app.page.keyboard.press(keys);
const sheet = () => app.page.locator('.dialog-sheet').last();

/** In both schemes; returns what is outside of the window or overlaps another tool. */
async function pictured(name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await app.screenshot(`view-${name}-${scheme}`);
  }
  expect(await app.page.evaluate(outOfPlace), name).toEqual([]);
}

function outOfPlace(): string[] {
  const found: string[] = [];
  const tools = [...document.querySelectorAll('.workspace-header, .board-toolbar, .zoom-bar, .board-head-bar, .projects-bar')].filter(
    (each) => each.checkVisibility(),
  );
  const boxes = tools.map((each) => ({ name: each.className, box: each.getBoundingClientRect() }));
  for (const { name, box } of boxes)
    if (box.right > innerWidth + 1 || box.left < -1 || box.bottom > innerHeight + 1) found.push(`${name} is out of the window`);
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      if (
        one.box.left < other.box.right - 1 &&
        other.box.left < one.box.right - 1 &&
        one.box.top < other.box.bottom - 1 &&
        other.box.top < one.box.bottom - 1
      )
        found.push(`${one.name} lies on ${other.name}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls');
  return found;
}

async function open(size: Size): Promise<void> {
  await goToProjectList(app);
  await app.page.getByRole('row', { name: names[size] }).dblclick();
  await app.page.locator('.board[data-ready]').waitFor();
}

/** An action by its name, as the palette does it. */
async function act(name: string): Promise<void> {
  await press('Control+k');
  await app.page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await app.page.keyboard.type(name);
  await sheet().locator('.pick[role=option]', { hasText: name }).first().waitFor();
  await press('Enter');
}

const panes = [
  ['components', 'Alt+c', '[role=treegrid]'],
  ['assets', 'Alt+a', '.asset-tree, .tree-empty, .pane'],
  ['targets', 'Alt+t', '.dock .targets-list'],
  ['comments', 'Alt+k', '[data-pane=comments]'],
  ['play', 'Alt+p', '.play-panel'],
] as const;
const dialogs = [
  ['find', 'Find'],
  ['replace', 'Find and replace'],
  ['languages', 'Languages'],
  ['export-to-a-file', 'Export story'],
  ['keys', 'Keyboard shortcuts'],
  ['settings', 'Settings'],
] as const;

describe.each([1, 20_000] as const)('a story of %d', (size) => {
  test('its board, item by item', async () => {
    await open(size);
    await pictured(`board-${size}`);
    await app.page.locator('.board').press('Alt+1');
    await pictured(`whole-board-${size}`);
    await act('The lamp of night 1');
    await app.page.getByRole('heading', { name: 'Element', exact: true, level: 2 }).waitFor();
    await pictured(`element-${size}`);
    await press('Alt+l');
    await app.page.locator('.list-body [role=row]').first().waitFor();
    await pictured(`list-${size}`);
    await press('Alt+l');
    await app.page.locator('.board[data-ready]').waitFor();
  });

  test('its panes', async () => {
    for (const [name, keys, place] of panes) {
      await press(keys);
      await app.page.locator(place).first().waitFor();
      await pictured(`${name}-${size}`);
    }
    for (const keys of ['Alt+t', 'Alt+k', 'Alt+p', 'Alt+b']) await press(keys);
  });

  test('its dialogs', async () => {
    for (const [name, action] of dialogs) {
      await act(action);
      await app.page
        .getByRole('dialog', { name: action, exact: true })
        .or(app.page.getByRole('search', { name: action, exact: true }))
        .waitFor();
      await pictured(`${name}-${size}`);
      await press('Escape');
    }
  });

  test('its views', async () => {
    await press('Alt+v');
    await view(app).waitFor();
    await pictured(`variables-${size}`);
    await press('Alt+Shift+S');
    await app.page.getByRole('tablist', { name: 'Tabs on the right' }).waitFor();
    await pictured(`split-${size}`);
    await closeView(app);
  });
});

describe('other appearances', () => {
  test('high contrast', async () => {
    await open(1);
    await act('High contrast');
    await expect.poll(() => app.page.evaluate(() => document.documentElement.dataset.contrast)).toBe('more');
    await act('The lamp of night 1');
    await pictured('high-contrast');
    await act('Use the system’s contrast setting');
    await expect.poll(() => app.page.evaluate(() => document.documentElement.dataset.contrast)).toBe(undefined);
  });

  test('the contrast that the system asks for', async () => {
    await app.page.emulateMedia({ contrast: 'more', forcedColors: 'none' });
    await expect.poll(() => app.page.evaluate(() => document.documentElement.dataset.contrast)).toBe('more');
    await app.page.emulateMedia({ contrast: null });
    await app.page.emulateMedia({ forcedColors: 'active' });
    await pictured('forced-colours');
    await app.page.emulateMedia({ forcedColors: null });
  });

  test.each([
    ['half as wide, as at 200 %', 680, 430],
    ['a narrow window', 1000, 700],
    ['a wide one, as at 80 %', 1700, 1075],
  ])('%s', async (_, width, height) => {
    await app.page.setViewportSize({ width, height });
    if (!(await app.page.locator('.play-panel').isVisible())) await press('Alt+p');
    await app.page.locator('.play-panel').waitFor();
    await pictured(`at-${width}`);
    await app.page.setViewportSize({ width: 1360, height: 860 });
  });
});
