/** Projects in the window: created, renamed, deleted, and imported from valid, unusual and broken files. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHostedExports, skippedSuffix } from '../hosted-exports.ts';
import { root } from '../root.ts';
import { createTempFolder, launchApp, shell, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { cardText, chooseMenuItem, createProject, expectFocused, goToProjectList, startImport, waitForBoard } from './user-steps.ts';

let app: TestApp;
const files = createTempFolder('files');
beforeAll(async () => {
  // A card of the list can still load a picture of a project that has just been deleted.
  app = await launchApp({ mayLog: /status of 404 .*\/file\// });
});
afterAll(async () => {
  await app?.close();
  rmSync(files, { recursive: true, force: true });
});

const sample = readFileSync(join(root, 'samples', 'sample.json'), 'utf8');
const rows = () => app.page.getByRole('grid', { name: 'Projects' }).getByRole('row');
const row = (name: string) => rows().filter({ hasText: name });
const isOnBoard = () => app.page.evaluate(() => document.activeElement?.classList.contains('board'));

function fileOf(name: string, story: unknown): string {
  const path = join(files, name);
  writeFileSync(path, JSON.stringify(story));
  return path;
}

/** A board with references to three missing elements. */
function brokenStory(): { boards: Record<string, { elements: string[] }> } {
  const story = JSON.parse(sample);
  const board = Object.values<{ elements?: string[] }>(story.boards).find(({ elements }) => elements);
  board?.elements?.push('gone-1', 'gone-2', 'gone-3');
  return story;
}

describe('the list of projects', () => {
  test('shows how to start, and a template is one click away', async () => {
    await app.page.getByRole('heading', { name: 'Create a project' }).waitFor();
    await app.screenshot('projects-first');
    await app.page.getByRole('option', { name: 'Sample', exact: true }).click();
    const dialog = app.page.getByRole('dialog', { name: 'New project' });
    await expect.poll(() => dialog.getByRole('option', { name: 'Sample', exact: true }).getAttribute('aria-selected')).toBe('true');
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('a new project from a template opens and is listed', async () => {
    await createProject(app, 'Sample', 'The lighthouse');
    await expect.poll(() => app.page.locator('.react-flow__node').count()).toBeGreaterThan(3);
    await expect.poll(() => app.page.title()).toContain('The lighthouse');
    await goToProjectList(app);
    await row('The lighthouse').getByText('3 boards · 11 elements').waitFor();
    await row('The lighthouse').locator('.project-miniature').waitFor();
    await app.screenshot('projects-list');
  });

  test('after a project is left, its card has the focus, and Enter opens it again', async () => {
    await expectFocused(row('The lighthouse'));
    await app.page.keyboard.press('Enter');
    await waitForBoard(app);
    await app.page.keyboard.press('Alt+Home');
    await expectFocused(row('The lighthouse'));
  });

  test('with the keyboard, arrows choose a template and Enter creates the project; a double click does, too', async () => {
    const dialog = app.page.getByRole('dialog', { name: 'New project' });
    await app.page.getByRole('button', { name: 'New project…', exact: true }).click();
    await expectFocused(dialog.getByLabel('Name'));
    await app.page.keyboard.type('By keys');
    await app.page.keyboard.press('Tab');
    await app.page.keyboard.press('ArrowRight');
    await expect.poll(() => dialog.getByRole('option', { name: 'Sample', exact: true }).getAttribute('aria-selected')).toBe('true');
    await app.page.keyboard.press('Enter');
    await waitForBoard(app);
    await expect.poll(() => app.page.title()).toContain('By keys');
    await goToProjectList(app);
    await app.page.getByRole('button', { name: 'New project…', exact: true }).click();
    await dialog.getByRole('option', { name: 'Visual novel', exact: true }).dblclick();
    await waitForBoard(app);
    await expect.poll(() => app.page.title()).toContain('Visual novel');
    const call = createBackendCall(app);
    for (const { hash, name } of await call('project.list', {}))
      if (name === 'By keys' || name === 'Visual novel') await call('project.remove', { hash });
    await goToProjectList(app);
  });

  test('opening a project focuses its board: E creates the first element of an empty one', async () => {
    await createProject(app, 'Empty', 'First words');
    await expect.poll(isOnBoard).toBe(true);
    await app.page.keyboard.press('e');
    await expectFocused(cardText(app, 'Title'));
    await goToProjectList(app);
    await row('First words').waitFor();
  });

  test('the list is searched and sorted, and templates stay one click away', async () => {
    const search = app.page.getByRole('searchbox', { name: 'Search projects' });
    await search.fill('first');
    await expect.poll(() => row('The lighthouse').count()).toBe(0);
    await row('First words').waitFor();
    await search.fill('');
    await chooseMenuItem(app, 'Sort by: Last edited', 'Name');
    await expect.poll(() => rows().locator('.project-name').allTextContents()).toEqual(['First words', 'The lighthouse']);
    await app.page.getByRole('listbox', { name: 'Templates' }).getByRole('option', { name: 'Visual novel' }).waitFor();
    await search.fill('light');
    await search.press('Enter');
    await waitForBoard(app);
    await expect.poll(() => app.page.title()).toContain('The lighthouse');
    await goToProjectList(app);
    await chooseMenuItem(app, 'Sort by: Name', 'Last edited');
  });

  test('a project is renamed with F2, and the list is updated', async () => {
    await createProject(app, 'Empty', 'Working title');
    await goToProjectList(app);
    await row('Working title').focus();
    await app.page.keyboard.press('F2');
    const dialog = app.page.getByRole('dialog', { name: 'Rename project' });
    // The old name is selected: typing replaces it.
    await expect.poll(() => app.page.evaluate(() => getSelection()?.toString())).toBe('Working title');
    await app.page.keyboard.type('Northern lights');
    await app.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row('Northern lights').waitFor();
    await expect.poll(() => row('Working title').count()).toBe(0);
  });

  test('a project is deleted only when its name is typed', async () => {
    await createProject(app, 'Empty', 'To be deleted');
    await goToProjectList(app);
    await chooseMenuItem(app, 'More for To be deleted', /^Delete/);
    const dialog = app.page.getByRole('alertdialog', { name: /^Delete “/ });
    const remove = dialog.getByRole('button', { name: 'Delete permanently' });
    const name = dialog.getByRole('textbox');
    expect(await remove.isDisabled()).toBe(true);
    await name.fill('To be deletedd');
    expect(await remove.isDisabled()).toBe(true);
    await app.page.keyboard.press('Enter');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await name.fill('To be deleted');
    await remove.click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => row('To be deleted').count()).toBe(0);
    await expect.poll(() => rows().count()).toBeGreaterThan(0);
  });

  test('a name is typed as it looks: single spaces and composed letters', async () => {
    await createProject(app, 'Empty', 'Cafe\u0301  by the sea');
    await goToProjectList(app);
    await chooseMenuItem(app, 'More for Cafe\u0301 by the sea', /^Delete/);
    const dialog = app.page.getByRole('alertdialog', { name: /^Delete “/ });
    await dialog.getByRole('textbox').fill('Café by the sea');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => row('by the sea').count()).toBe(0);
  });

  test('an open project can also be renamed and deleted', async () => {
    await createProject(app, 'Empty', 'Short life');
    await chooseMenuItem(app, 'More for Short life', /^Rename/);
    await app.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Shorter life');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { name: 'Shorter life', level: 1 }).waitFor();
    await chooseMenuItem(app, 'More for Shorter life', /^Delete project/);
    await app.page
      .getByRole('alertdialog', { name: /^Delete “/ })
      .getByRole('textbox')
      .fill('Shorter life');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await expect.poll(() => row('Shorter life').count()).toBe(0);
  });
});

describe('[Project file] a project file', () => {
  test('is exported from the menu of a project, and imported again with its pictures', async () => {
    const file = join(files, 'lighthouse.taleport');
    await createProject(app, 'Video', 'Travelling');
    await app.choose(file);
    await chooseMenuItem(app, 'More for Travelling', 'Save a copy as a project file…');
    await confirmPath(file);
    await app.page.getByText(/^Saved to .*lighthouse\.taleport/).waitFor();
    // In a browser, the file may be on another computer.
    const show = app.page.getByRole('button', { name: 'Show in folder' });
    expect(await show.count()).toBe(shell === 'desktop' ? 1 : 0);
    if (app.electron) {
      await app.electron.evaluate(({ shell: system }) => {
        system.showItemInFolder = (path: string) => void Reflect.set(globalThis, 'shownInFolder', path);
      });
      await show.click();
      await expect.poll(() => app.electron?.evaluate(() => Reflect.get(globalThis, 'shownInFolder'))).toBe(file);
    }
    await app.screenshot('project-file-exported');
    await startImport(app, file);
    await waitForBoard(app);
    await app.page.locator('.react-flow__node').first().waitFor();
    await goToProjectList(app);
    await expect.poll(() => row('Travelling').count()).toBe(2);
  });

  test('is exported from the list of projects', async () => {
    const file = join(files, 'from-list.taleport');
    await createProject(app, 'Empty', 'From the list');
    await goToProjectList(app);
    await app.choose(file);
    await chooseMenuItem(app, 'More for From the list', 'Save a copy as a project file…');
    await confirmPath(file);
    await expect.poll(() => existsSync(file)).toBe(true);
  });

  /** In the browser shell the window asks for the path; on the desktop the save dialog has answered. */
  async function confirmPath(file: string): Promise<void> {
    if (shell === 'desktop') return;
    const dialog = app.page.getByRole('dialog', { name: /as a project file$/ });
    await dialog.getByLabel('File').fill(file);
    await app.screenshot('project-file-export');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
});

describe('import', () => {
  test('a file with hundreds of errors lists them all, of which the visible ones are rendered', async () => {
    await goToProjectList(app);
    const story = brokenStory();
    const board = Object.values(story.boards).find(({ elements }) => elements?.includes('gone-1'));
    for (let at = 4; at <= 900; at++) board?.elements.push(`gone-${at}`);
    await startImport(app, fileOf('very-broken.json', story));
    const dialog = app.page.getByRole('dialog', { name: /^The file can’t be imported/ });
    await dialog.getByText('Details for developers').click();
    const details = dialog.getByRole('region', { name: 'Details for developers' });
    await details.getByRole('listitem').first().waitFor();
    expect(await details.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('900');
    expect(await details.getByRole('listitem').count()).toBeLessThan(50);
    await app.screenshot('import-many-faults');
    await details.focus();
    await app.page.keyboard.press('End');
    await details.getByText('gone-900').waitFor();
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('[G27] a broken file lists every error, changes nothing, and can be imported without them', async () => {
    await goToProjectList(app);
    const before = await rows().count();
    await startImport(app, fileOf('broken.json', brokenStory()));
    const dialog = app.page.getByRole('dialog', { name: /^The file can’t be imported/ });
    await dialog.waitFor();
    await app.screenshot('import-faults');
    const faults = await dialog.getByRole('region', { name: 'Problems' }).getByRole('listitem').allTextContents();
    expect(faults).toEqual([expect.stringMatching(/^The board “.+” lists an element that isn’t in the file\. \(3 times\)$/)]);
    await dialog.getByText('Details for developers').click();
    const details = await dialog.getByRole('region', { name: 'Details for developers' }).getByRole('listitem').allTextContents();
    for (const [at, fault] of details.entries()) expect(fault).toContain(`gone-${at + 1}`);
    await expect.poll(() => rows().count()).toBe(before);

    await dialog.getByRole('button', { name: /^Import and skip/ }).click();
    const notes = app.page.getByRole('dialog', { name: /imported$/ });
    await notes.waitFor();
    const noted = (await notes.getByRole('listitem').allTextContents()).join('\n');
    expect(noted).toMatch(/^Skipped: The board “.+” lists an element that isn’t in the file\. \(3 times\)$/m);
    await app.screenshot('import-notes');
    await notes.getByRole('button', { name: 'Open project' }).click();
    await waitForBoard(app);
    await expect.poll(isOnBoard).toBe(true);
  });

  test('the board takes the focus if the notes of an import are closed before it is drawn', async () => {
    await startImport(app, fileOf('broken.json', brokenStory()));
    // As early as possible: as soon as the workspace replaces the project list.
    await app.page.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role=tabpanel]')) return;
        observer.disconnect();
        document.querySelector<HTMLButtonElement>('.dialog .dialog-buttons button')?.click();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    await app.page.getByRole('button', { name: /^Import and skip/ }).click();
    await waitForBoard(app);
    await app.page.getByRole('dialog', { name: /imported$/ }).waitFor({ state: 'detached' });
    await expect.poll(isOnBoard).toBe(true);
  });

  test('a file that is not a story is rejected without further options', async () => {
    await startImport(app, fileOf('list.json', [1, 2, 3]));
    const dialog = app.page.getByRole('dialog', { name: /^The file can’t be imported/ });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: /^Import and skip/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('a missing file is reported', async () => {
    await startImport(app, join(files, 'nothing-here.json'));
    const dialog = app.page.getByRole('dialog', { name: /^The file can’t be imported/ });
    await dialog.waitFor();
    await expect.poll(() => dialog.textContent()).toContain('nothing-here.json');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });

  test(`[G27] the real file with a missing board can be imported${skippedSuffix}`, async () => {
    const hello = readHostedExports().find(({ name }) => name === 'json-2024-hello.json');
    if (!hello) return;
    await startImport(app, hello.path);
    await app.page.getByRole('button', { name: /^Import and skip/ }).click();
    await app.page.getByRole('button', { name: 'Open project' }).click();
    await waitForBoard(app);
    await app.page.locator('.react-flow__node').first().waitFor();
    await app.screenshot('import-hello');
  });

  test('two projects of one file share board ids, and each restores its own position', async () => {
    const path = fileOf('twice.json', JSON.parse(sample));
    const node = app.page.locator('.react-flow__node').filter({ has: app.page.getByText('On the rocks', { exact: true }) });
    const bring = async () => {
      await startImport(app, path);
      await app.page.getByRole('button', { name: 'Open project' }).click();
      await waitForBoard(app);
      await node.waitFor();
    };
    await bring();
    await app.page.locator('.react-flow__pane').hover();
    await app.page.mouse.wheel(0, 8000);
    await expect.poll(() => node.count()).toBe(0);
    await bring();
  });

  test('a file dropped on the window is imported', async () => {
    await goToProjectList(app);
    const transfer = await app.page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      return data;
    }, sample);
    await app.page.dispatchEvent('.projects-screen', 'dragover', { dataTransfer: transfer });
    await app.page.getByText('Drop to import the project').waitFor();
    await app.page.dispatchEvent('.projects-screen', 'drop', { dataTransfer: transfer });
    const notes = app.page.getByRole('button', { name: 'Open project' });
    await notes.or(app.page.locator('.board[data-ready]')).first().waitFor();
    if (await notes.isVisible()) await notes.click();
    await waitForBoard(app);
    await expect.poll(() => app.page.locator('.drop-sheet').count()).toBe(0);
  });
});

test('a long list is rendered as far as it is scrolled; searching and keys reach all of it', async () => {
  await goToProjectList(app);
  const call = createBackendCall(app);
  const count = 40;
  for (let at = 0; at < count; at++) await call('project.create', { template: 'empty', name: `Series ${100 + at}` });
  await row(`Series ${99 + count}`).waitFor();
  expect(await row('Series').count()).toBeLessThan(count);
  await app.page.getByRole('searchbox').fill('Series 100');
  await row('Series 100').waitFor();
  await expect.poll(() => rows().count()).toBe(1);
  await app.page.getByRole('searchbox').fill('');
  await expect
    .poll(async () => {
      await app.page.locator('.project-list-end').scrollIntoViewIfNeeded();
      return row('Series').count();
    })
    .toBe(count);
  // Another order begins again at the top.
  for (const order of ['Name', 'Last edited']) {
    await app.page.getByRole('button', { name: /^Sort/ }).click();
    await app.page.getByRole('menuitem', { name: order }).click();
  }
  await expect.poll(() => row('Series').count()).toBeLessThan(count);
  // In one step: after any other key, it grows by itself.
  await rows()
    .first()
    .evaluate((card: HTMLElement) => {
      card.focus();
      card.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }));
    });
  await expectFocused(rows().last());
  expect(await row('Series').count()).toBe(count);
  await app.page.keyboard.press('Home');
  await expectFocused(rows().first());
  await app.page.keyboard.type('Series 100');
  await expectFocused(row('Series 100'));
});
