/** The ways to every view of the window, for tests that judge each of them. They begin at the list of projects, and `judge` leaves the size of the window as it was. */
import type { Locator, Page } from 'playwright-core';
import { shell } from './app.ts';
import { closeView, view } from './views.ts';

type JudgeView = (view: string) => Promise<void>;

export async function visitProjectList(page: Page, judge: JudgeView): Promise<void> {
  await judge('projects');
  for (const [keys, name] of [
    ['Alt+n', 'new-project'],
    ['Alt+o', 'import'],
    ['Control+k', 'palette-of-the-list'],
  ] as const)
    await visitDialog(page, name, () => page.keyboard.press(keys), judge);
}

export async function visitSettings(page: Page, judge: JudgeView): Promise<void> {
  await page.keyboard.press('Alt+s');
  const tabs = topDialog(page).locator('.settings-tab');
  await tabs.first().waitFor();
  for (const at of (await tabs.all()).keys()) {
    await tabs.nth(at).click();
    await judge(`settings-${at + 1}`);
  }
  await closeDialog(page);
}

/** Opens the first project. */
export async function visitStory(page: Page, judge: JudgeView): Promise<void> {
  const { keyboard } = page;
  await page.locator('.project-list [data-hash]').first().dblclick();
  await page.locator('.board[data-ready]').waitFor();
  await judge('board');
  for (const kind of ['article.element', '.jumper', '.branch', '.note']) {
    const item = page
      .locator('.react-flow__node')
      .filter({ has: page.locator(kind) })
      .first();
    if ((await item.count()) === 0) continue;
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
    await keyboard.press('Alt+1');
    await item.click({ position: { x: 8, y: 8 } });
    await judge(`inspector-of-${kind.replace(/\W/g, '-')}`);
  }
  for (const [keys, name] of [
    ['Alt+c', 'components'],
    ['Alt+a', 'assets'],
    ['Alt+b', 'boards'],
    ['Alt+t', 'targets'],
    ['Alt+k', 'comments'],
    ['Alt+p', 'play'],
  ] as const) {
    await keyboard.press(keys);
    await judge(name);
  }
  for (const keys of ['Alt+t', 'Alt+k', 'Alt+p', 'Alt+b']) await keyboard.press(keys);
  await keyboard.press('Alt+l');
  await page.locator('.list-body [role=row]').first().waitFor();
  await judge('list');
  await keyboard.press('Alt+l');
  await keyboard.press('Alt+v');
  await view({ page }).waitFor();
  await keyboard.press('Alt+Shift+s');
  await page.locator('.tab-side').nth(1).waitFor();
  await judge('split');
  await closeView({ page });
}

/** The dialogs and views of the open project. */
export async function visitDialogs(page: Page, judge: JudgeView): Promise<void> {
  for (const [keys, name] of [
    ['Alt+v', 'variables'],
    ['F1', 'keys'],
    ['Control+f', 'find'],
    ['Control+Shift+f', 'replace'],
    ['Control+k', 'palette'],
    ['Alt+Shift+c', 'new-component'],
    ['Alt+Shift+n', 'new-folder'],
    ['Control+Shift+s', 'export-to-a-file'],
    ['Alt+Shift+l', 'translations'],
  ] as const)
    await visitDialog(page, name, () => page.keyboard.press(keys), judge);
  // What has no key of its own, by the menu of the project.
  const entries = page.getByRole('menuitem');
  /** Returns the number of its entries, which depends on the width of the window. */
  const openMenu = async () => {
    await page.locator('.header-project button').click();
    await entries.first().waitFor();
    return entries.count();
  };
  await openMenu();
  await judge('menu-of-the-project');
  await page.keyboard.press('Escape');
  for (let at = 0; at < (await openMenu()); at++) {
    // The comments and the sidebar are panes, another window has the same views, and the system draws its own save dialog. In a narrow window there are Undo and Redo.
    const entry = entries.nth(at);
    const key = await entry.getAttribute('data-key');
    const isStep = key === 'undo' || key === 'redo';
    const isSystemDialog = shell === 'desktop' && key === 'exportProjectFile';
    if ((await entry.getByText('Alt+K').count()) > 0 || key === 'toggleSidebar' || key === 'newWindow' || isStep || isSystemDialog)
      await page.keyboard.press('Escape');
    else await visitDialog(page, `menu-of-the-project-${at + 1}`, () => entries.nth(at).click(), judge);
  }
  await page.keyboard.press('Escape');
}

const topDialog = (page: Page): Locator => page.locator('.dialog-sheet').last();

/** Visits what opens: a dialog, or a view in a tab. */
async function visitDialog(page: Page, name: string, open: () => Promise<void>, judge: JudgeView): Promise<void> {
  await open();
  const find = page.getByRole('search');
  await view({ page }).or(topDialog(page)).or(find).last().waitFor();
  await judge(name);
  await layoutOfThisSize(page);
  if (await find.isVisible()) {
    await find.locator('input').first().press('Escape');
    await find.waitFor({ state: 'detached' });
  } else if (await view({ page }).isVisible()) await closeView({ page });
  else await closeDialog(page);
}

/** Panes that a narrower window had folded are shown again in the frame after its size has changed. */
const layoutOfThisSize = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('.dialog-sheet').waitFor({ state: 'detached' });
}
