/** Targets in the window: recognized, configured, exported to, changed by other programs, and overwritten or kept. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { createTempFolder, launchApp, shell, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createGameFolder } from './game-folders.ts';
import { addTarget, chooseMenuItem, createProject, openTargetsPane, waitForBoard } from './user-steps.ts';

let app: TestApp;
let name = '';
let count = 0;
const folders: string[] = [];
beforeAll(async () => {
  app = await launchApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  name = `Story ${++count}`;
  await createProject(app, 'Sample', name);
});
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function godot(): { folder: string; file: string } {
  const game = createGameFolder('godot');
  folders.push(game.folder);
  return game;
}

async function godotTarget(): Promise<{ folder: string; file: string; text: string }> {
  const game = godot();
  await addTarget(app, game.folder);
  await state('Up to date');
  return { ...game, text: readFileSync(game.file, 'utf8') };
}

const card = () => app.page.getByRole('article', { name: /^(Unity|Unreal|Godot|JSON), / });
const state = (words: string) => card().locator('.state').getByText(words, { exact: true }).waitFor();
const onDisk = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const turned = () => card().getByRole('switch');

/** As by another window or program. */
async function renameBoardFromOutside(from: string, to: string): Promise<void> {
  const call = createBackendCall(app);
  const hash = /project\/(\w+)/.exec(app.page.url())?.[1] ?? '';
  const { records } = await call('project.read', { hash });
  const board = records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]).find(({ kind, name }) => kind === 'board' && name === from);
  await call('project.send', { hash, command: { do: 'change', kind: 'board', id: board?.id ?? '', fields: { name: to } } });
}

/** A change of the story that every export shows. */
async function renameBoard(to: string): Promise<void> {
  await app.page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
  const field = app.page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' });
  await field.fill(to);
  await app.page.keyboard.press('Enter');
}

describe('adding a target', () => {
  test('detects the engine from the files in the folder', async () => {
    for (const [engine, words] of [
      ['unity', 'Unity'],
      ['unreal', 'Unreal'],
      ['godot', 'Godot'],
    ] as const) {
      const game = createGameFolder(engine);
      folders.push(game.folder);
      await addTarget(app, game.folder);
      await app.page
        .getByRole('article', { name: `${words}, ${game.folder}` })
        .getByText('Up to date', { exact: true })
        .waitFor();
      expect(existsSync(game.file)).toBe(true);
    }
    await app.screenshot('targets-three');
    await app.page.getByRole('button', { name: '3 game folders · Up to date' }).waitFor();
  });

  test('reports a folder without a game, and accepts plain JSON there', async () => {
    const folder = createTempFolder('plain');
    folders.push(folder);
    await openTargetsPane(app);
    await app.choose(folder);
    await app.page.getByRole('button', { name: 'Add game folder' }).first().click();
    const dialog = app.page.getByRole('dialog', { name: 'Add game folder' });
    if (shell === 'desktop') await dialog.getByRole('button', { name: 'Choose…' }).click();
    else await dialog.getByLabel('Folder', { exact: true }).fill(folder);
    await dialog.getByText('No game project found here. Choose an engine or format.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await app.screenshot('target-not-recognised');
    await dialog.getByRole('button', { name: /Engine/ }).click();
    await app.page.getByRole('option', { name: /^JSON/ }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await state('Up to date');
  });

  test('rejects an engine that does not match the folder', async () => {
    const folder = createTempFolder('no-godot');
    folders.push(folder);
    await openTargetsPane(app);
    await app.choose(folder);
    await app.page.getByRole('button', { name: 'Add game folder' }).first().click();
    const dialog = app.page.getByRole('dialog', { name: 'Add game folder' });
    if (shell === 'desktop') await dialog.getByRole('button', { name: 'Choose…' }).click();
    else await dialog.getByLabel('Folder', { exact: true }).fill(folder);
    await dialog.getByText('No game project found here.').waitFor();
    await dialog.getByRole('button', { name: /Engine/ }).click();
    await app.page.getByRole('option', { name: 'Godot' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const said = dialog.getByRole('alert');
    await said.waitFor();
    await expect.poll(() => said.textContent()).toMatch(/Godot/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => card().count()).toBe(0);
  });
});

describe('a target', () => {
  test('is updated while it is on, and catches up when it is turned on again', async () => {
    const { file, text } = await godotTarget();
    await turned().focus();
    await app.page.keyboard.press('Space');
    await state('Paused');
    expect(await card().getByRole('button', { name: 'Export now' }).isDisabled()).toBe(true);
    await renameBoard('Tower by night');
    await app.page.getByRole('row', { name: 'Tower by night' }).waitFor();
    expect(onDisk(file)).toBe(text);
    await turned().focus();
    await app.page.keyboard.press('Space');
    await state('Up to date');
    await expect.poll(() => onDisk(file)).toContain('Tower by night');
  });

  test('exports on request, and reports when nothing had to be written', async () => {
    await godotTarget();
    await card().getByRole('button', { name: 'Export now' }).click();
    await app.page.getByText('Already up to date.').waitFor();
    await chooseMenuItem(app, `More for ${folders[0]}`, 'Preview export…');
    const dialog = app.page.getByRole('dialog', { name: 'Preview export' });
    await dialog.getByText('all files are up to date').waitFor();
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('shows a deleted file, and restores it on request', async () => {
    const { file, text } = await godotTarget();
    rmSync(file);
    await state('Changed outside Taleport');
    await expect.poll(() => card().getByRole('listitem').first().textContent()).toMatch(/project\.json was deleted/);
    await app.screenshot('target-foreign');
    await card().getByRole('button', { name: 'Overwrite with Taleport’s version' }).click();
    await state('Up to date');
    expect(onDisk(file)).toBe(text);
  });

  test('lists the changes of another program, of the next export and of each earlier one as sentences about the story', async () => {
    const { file } = await godotTarget();
    const more = `More for ${folders[0]}`;
    const dialogOf = async (entry: string, title: string) => {
      await chooseMenuItem(app, more, entry);
      return app.page.getByRole('dialog', { name: title });
    };
    // Opening the history archives the export that was just written.
    await (await dialogOf('Export history…', 'Export history')).getByText('Current').waitFor();
    await app.page.keyboard.press('Escape');
    const theirs = JSON.parse(readFileSync(file, 'utf8')) as { boards: Record<string, { name: string; root?: true }> };
    const [board] = Object.values(theirs.boards).filter(({ root }) => !root);
    if (board) board.name = 'Their board';
    writeFileSync(file, JSON.stringify(theirs));
    await state('Changed outside Taleport');
    await card().getByText('“Their board”: name changed').waitFor();
    await app.screenshot('target-foreign-changes');
    await card().getByRole('button', { name: 'Overwrite with Taleport’s version' }).click();
    await state('Up to date');
    await turned().focus();
    await app.page.keyboard.press('Space');
    await state('Paused');
    await renameBoard('Tower by night');
    const preview = await dialogOf('Preview export…', 'Preview export');
    await preview.getByRole('button', { name: 'Board “Tower by night”: name changed' }).waitFor();
    await app.screenshot('target-preview-changes');
    await app.page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await turned().focus();
    await app.page.keyboard.press('Space');
    await state('Up to date');
    const history = await dialogOf('Export history…', 'Export history');
    await history.getByRole('button', { name: 'Changes in the export of' }).first().click();
    await history.getByText('Board “Tower by night”: name changed').waitFor();
    await app.screenshot('target-history-changes');
    // The list follows an export that happens while it is open.
    const listed = history.getByRole('list', { name: 'Exports' }).locator(':scope > li');
    const before = await listed.first().textContent();
    await renameBoardFromOutside('Tower by night', 'Tower by day');
    await expect.poll(() => listed.first().textContent()).not.toBe(before);
    await listed.first().getByText('Current').waitFor();
    expect(await history.getByText('Current', { exact: true }).count()).toBe(1);
    await app.page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    expect(await card().getByRole('button', { name: 'Show file' }).count()).toBe(shell === 'desktop' ? 1 : 0);
    await app.screenshot('target-links');
    await card().getByRole('button', { name: 'Last change' }).click();
    await history.getByText('Board “Tower by day”: name changed').waitFor();
    await app.page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
  });

  test('shows what a game loses that was saved with a pinned release', async () => {
    await godotTarget();
    const history = app.page.getByRole('dialog', { name: 'Export history' });
    const open = () => chooseMenuItem(app, `More for ${folders[0]}`, 'Export history…');
    await open();
    await history
      .getByRole('button', { name: /^Pin the export of/ })
      .first()
      .click();
    await history.getByLabel('Name of the release').fill('1.2');
    await app.page.keyboard.press('Enter');
    const losses = history.getByRole('button', { name: 'What would break since release 1.2?' });
    await losses.click();
    await history.getByText('Games saved with release 1.2 lose nothing.').waitFor();
    await app.page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    await app.page.locator('.react-flow__node-element').last().click();
    await app.page.keyboard.press('Delete');
    await state('Up to date');
    await open();
    await losses.click();
    await history.getByText(/^Element “.*” is gone: games saved at it can’t continue\.$/).waitFor();
    await app.screenshot('target-release-losses');
    await history.getByRole('button', { name: 'Remove release 1.2' }).click();
    await losses.waitFor({ state: 'detached' });
    await app.page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    await app.page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await state('Up to date');
  });

  test('takes the changes of another program into the story, value by value, and one undo reverts them', async () => {
    const { file, text } = await godotTarget();
    // Opening the history archives the export that was just written.
    await chooseMenuItem(app, `More for ${folders[0]}`, 'Export history…');
    const history = app.page.getByRole('dialog', { name: 'Export history' });
    await history.getByText('Current').waitFor();
    await app.page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    const theirs = JSON.parse(text) as { name: string; boards: Record<string, { name: string; root?: true }> };
    const [board] = Object.values(theirs.boards).filter(({ root }) => !root);
    if (board) board.name = 'Their board';
    theirs.name = 'Their story';
    writeFileSync(file, JSON.stringify(theirs));
    await state('Changed outside Taleport');
    await card().getByRole('button', { name: 'Apply to the story…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Apply changes to the story' });
    const box = (label: RegExp) => dialog.getByRole('checkbox', { name: label });
    await box(/Their board|name changed/)
      .first()
      .waitFor();
    await app.screenshot('target-take');
    await box(/^Story: name changed/).press('Space');
    await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
    await dialog.waitFor({ state: 'detached' });
    await state('Up to date');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name, boards: theirs.boards });
    await app.page.getByRole('row', { name: 'Their board' }).waitFor();
    await app.page.getByText('1 change applied to the story').waitFor();
    await app.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => onDisk(file)).toBe(text);
  });

  test('says that files could not be overwritten after taking changes from them, and why', async () => {
    const { folder, file, text } = await godotTarget();
    // Opening the history archives the export that was just written.
    await chooseMenuItem(app, `More for ${folders[0]}`, 'Export history…');
    const history = app.page.getByRole('dialog', { name: 'Export history' });
    await history.getByText('Current').waitFor();
    await app.page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    const theirs = JSON.stringify({ ...JSON.parse(text), name: 'Their story' });
    writeFileSync(file, theirs);
    await state('Changed outside Taleport');
    // The files are staged in a folder of this name.
    writeFileSync(join(folder, '.taleport~'), '');
    await card().getByRole('button', { name: 'Apply to the story…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Apply changes to the story' });
    await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
    await dialog.waitFor({ state: 'detached' });
    const toast = app.page.getByRole('alertdialog', { name: /^The files weren’t overwritten\. / });
    await toast.waitFor();
    await app.page.getByRole('heading', { name: 'Their story', level: 1 }).waitFor();
    await app.screenshot('target-not-overwritten');
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    expect(onDisk(file)).toBe(theirs);
  });

  test('keeps a file changed by another program if the user chooses that, also when the story changes', async () => {
    const { file } = await godotTarget();
    const changedFile = '{"mine": true}\n';
    writeFileSync(file, changedFile);
    await state('Changed outside Taleport');
    await renameBoard('While asked');
    await app.page.getByRole('row', { name: 'While asked' }).waitFor();
    expect(onDisk(file)).toBe(changedFile);
    await card().getByRole('button', { name: 'Keep theirs' }).click();
    await state('Up to date, except 1 file');
    await renameBoard('After keeping');
    await app.page.getByRole('row', { name: 'After keeping' }).waitFor();
    await card().getByRole('button', { name: 'Export now' }).click();
    await app.page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/written|Already up to date/)
      .first()
      .waitFor();
    expect(onDisk(file)).toBe(changedFile);
    await card().getByText('1 file is not exported, because another program’s version was kept').waitFor();
    await app.screenshot('target-kept-file');
    await card().getByRole('button', { name: 'Overwrite with Taleport’s version' }).click();
    await state('Up to date');
    expect(onDisk(file)).toContain('After keeping');
  });

  test('can be stopped', async () => {
    const { file } = await godotTarget();
    rmSync(file);
    await state('Changed outside Taleport');
    await card().getByRole('button', { name: 'Pause export' }).click();
    await state('Paused');
    expect(onDisk(file)).toBe(null);
  });

  test('is blocked with a message while its folder is missing, and up to date once it is back', async () => {
    const { folder, file } = await godotTarget();
    const away = `${folder}-away`;
    renameSync(folder, away);
    folders.push(away);
    await state('Game project not found');
    await expect.poll(() => card().locator('.target-sentence').textContent()).toContain(`No Godot project found in ${folder}.`);
    await app.screenshot('target-blocked');
    await renameBoard('While away');
    await app.page.getByRole('row', { name: 'While away' }).waitFor();
    expect(existsSync(folder)).toBe(false);
    renameSync(away, folder);
    await state('Up to date');
    await expect.poll(() => onDisk(file)).toContain('While away');
  });

  test('continues in another folder after its game project was moved', async () => {
    const { folder, file } = await godotTarget();
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    folders.push(moved);
    await card().getByRole('button', { name: 'Locate folder…' }).waitFor();
    await card().getByRole('button', { name: 'Export now' }).click();
    const failure = app.page.locator('.toast', { hasText: 'No Godot project found' });
    await failure.waitFor();
    await app.choose(moved);
    await card().getByRole('button', { name: 'Locate folder…' }).click();
    if (shell === 'browser') {
      const dialog = app.page.getByRole('dialog', { name: 'Locate folder' });
      await dialog.getByLabel('Folder').fill(moved);
      await dialog.getByRole('button', { name: 'Use this folder' }).click();
    }
    await state('Up to date');
    // The report of the failure is closed, and the button that had the focus no longer exists.
    await expect.poll(() => failure.count()).toBe(0);
    await expect.poll(() => card().evaluate((target) => target.contains(document.activeElement))).toBe(true);
    await renameBoard('In the new place');
    await expect.poll(() => onDisk(file.replace(folder, moved))).toContain('In the new place');
  });

  test('keeps the last good file when the story has an error, and reports it', async () => {
    const { file, text } = await godotTarget();
    await app.page.locator('.react-flow__node', { has: app.page.locator('article[data-start]') }).click();
    await app.page.getByRole('button', { name: 'Story start', exact: true }).click();
    await state('Waiting: 1 error');
    await app.screenshot('target-story-error');
    expect(onDisk(file)).toBe(text);
    await expect.poll(() => card().locator('.target-sentence').textContent()).toContain('The last valid export is kept.');
    await app.page.getByRole('button', { name: 'Story start', exact: true, pressed: false }).click();
    await state('Up to date');
    expect(onDisk(file)).toBe(text);
  });

  test('a fixable problem is fixed with one click, and the fix is undone with another', async () => {
    const { file, text } = await godotTarget();
    await app.page.locator('.react-flow__node', { has: app.page.locator('article[data-start]') }).click();
    await app.page.getByRole('button', { name: 'Story start', exact: true }).click();
    await state('Waiting: 1 error');
    await card()
      .getByRole('button', { name: /^Start with “/ })
      .click();
    await state('Up to date');
    expect(JSON.parse(onDisk(file) ?? '').startingElement).toBe(JSON.parse(text).startingElement);
    await app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ }).click();
    await state('Waiting: 1 error');
  });

  test('a problem links to its record', async () => {
    await godotTarget();
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Alt+Shift+b');
    await app.page.getByRole('heading', { name: 'Branch', exact: true }).waitFor();
    await app.page.getByRole('main').getByRole('textbox', { name: 'Condition 1' }).fill('score >');
    await app.page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
    const finding = card()
      .getByRole('button', { name: /^error: .*Expected a value/ })
      .first();
    await state('Waiting: 1 error');
    await finding.waitFor();
    // Content below the visible part of the pane does not make the page longer: the caret would scroll all of it.
    expect(await app.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
    await finding.click();
    await app.page.getByRole('heading', { name: 'Branch', exact: true }).waitFor();
    await expect.poll(() => app.page.getByRole('textbox', { name: 'Condition 1' }).innerText()).toBe('score >');
  });

  test('can be removed without its files', async () => {
    const { folder, file, text } = await godotTarget();
    await chooseMenuItem(app, `More for ${folder}`, /^Remove/);
    const dialog = app.page.getByRole('alertdialog', { name: 'Stop exporting to Godot?' });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await app.page.getByRole('heading', { name: 'Bring this story into your game' }).waitFor();
    expect(onDisk(file)).toBe(text);
  });

  test('is still listed after a reload of the window', async () => {
    const { file } = await godotTarget();
    await app.page.reload();
    await waitForBoard(app);
    await openTargetsPane(app);
    await state('Up to date');
    await renameBoard('After the reload');
    await expect.poll(() => onDisk(file)).toContain('After the reload');
  });

  test('exports pictures and sounds unless they are switched off', async () => {
    const { folder } = await godotTarget();
    const assets = join(folder, 'arcweave/assets');
    const story = JSON.parse(readFileSync(join(folder, 'arcweave/project.json'), 'utf8'));
    const named = Object.values<{ name?: string; children?: string[] }>(story.assets).flatMap(({ name, children }) =>
      children ? [] : [name],
    );
    expect(named.length).toBeGreaterThan(1);
    const found = () =>
      existsSync(assets) ? readdirSync(assets, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()) : [];
    expect(
      found()
        .map(({ name: each }) => each)
        .sort(),
    ).toEqual([...named].sort());
    await app.screenshot('target-with-assets');
    await chooseMenuItem(app, `More for ${folder}`, /^Settings/);
    const dialog = app.page.getByRole('dialog', { name: 'Game folder settings' });
    await dialog.getByText('Export images, audio and videos').click();
    await app.screenshot('target-settings');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card().getByText('without assets').waitFor();
    await expect.poll(() => found().length).toBe(0);
    await chooseMenuItem(app, `More for ${folder}`, /^Settings/);
    await dialog.getByText('Export images, audio and videos').click();
    await dialog.getByText('Network folder').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => found().length).toBe(named.length);
    rmSync(join(folder, 'arcweave/project.json'));
    await state('Changed outside Taleport');
  });

  test('the settings show the version of the plug-in that was found, with its file, and choose another one', async () => {
    const game = createGameFolder('unreal');
    folders.push(game.folder);
    mkdirSync(join(game.folder, 'Plugins/arcweave'), { recursive: true });
    writeFileSync(join(game.folder, 'Plugins/arcweave/arcweave.uplugin'), '{"FileVersion": 3, "VersionName": "2.2.0"}');
    await addTarget(app, game.folder);
    await state('Up to date');
    await chooseMenuItem(app, `More for ${game.folder}`, /^Settings/);
    const dialog = app.page.getByRole('dialog', { name: 'Game folder settings' });
    const version = dialog.getByRole('button', { name: /Plug-in version in the game \(Unreal\)$/ });
    await expect.poll(() => version.innerText()).toContain('Found: 2.2.0');
    await dialog.getByText('According to Plugins/arcweave/arcweave.uplugin').waitFor();
    await app.screenshot('target-plug-in-version');
    await version.click();
    const options = app.page.getByRole('option');
    expect(await options.allInnerTexts()).toEqual(['Found: 2.2.0', '2.2.0', '1.1']);
    await app.screenshot('target-plug-in-versions');
    await options.nth(2).click();
    await dialog.getByText('Write the story file without line breaks').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => onDisk(game.file)?.includes('\n')).toBe(false);
    await chooseMenuItem(app, `More for ${game.folder}`, /^Settings/);
    await expect.poll(() => version.innerText()).toContain('1.1');
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('restores an earlier export and pauses, also one of the same minute, and resumes on request', async () => {
    const { folder, file, text } = await godotTarget();
    const dialog = app.page.getByRole('dialog', { name: 'Export history' });
    const openHistory = async (count: number) => {
      await chooseMenuItem(app, `More for ${folder}`, /^Export history/);
      await dialog.getByText('Current', { exact: true }).waitFor();
      expect(await dialog.getByRole('listitem').count()).toBe(count);
    };
    // Exports on request are archived immediately.
    await openHistory(1);
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await renameBoard('A later tower');
    await expect.poll(() => onDisk(file)).toContain('A later tower');
    await state('Up to date');
    await openHistory(2);
    await app.screenshot('target-history');
    const again = dialog.getByRole('button', { name: /^Restore the export of .*:\d\d \(version \d+\)$/ });
    expect(await again.count()).toBe(1);
    await again.click();
    await dialog.waitFor({ state: 'detached' });
    await state('Paused');
    expect(onDisk(file)).toBe(text);
    await card().getByText('The folder contains the export of').waitFor();
    await openHistory(3);
    const names = await again.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    expect(new Set(names).size).toBe(2);
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await turned().focus();
    await app.page.keyboard.press('Space');
    await state('Up to date');
    expect(onDisk(file)).toContain('A later tower');
  });

  test('exports only the selected boards, then all again', async () => {
    const { folder, file } = await godotTarget();
    const boards = () =>
      Object.values<{ name: string; children?: string[] }>(JSON.parse(onDisk(file) ?? '{}').boards).flatMap((each) =>
        each.children ? [] : [each.name],
      );
    const all = boards();
    const story = JSON.parse(onDisk(file) ?? '{}');
    const start = Object.values<{ name: string; elements?: string[] }>(story.boards).find(({ elements }) =>
      elements?.includes(story.startingElement),
    )?.name;
    if (start === undefined) throw new Error('no board has the start');
    expect(all.length).toBeGreaterThan(1);
    await chooseMenuItem(app, `More for ${folder}`, /^Settings/);
    const dialog = app.page.getByRole('dialog', { name: 'Game folder settings' });
    const choose = async (what: string) => {
      await dialog.getByRole('button', { name: /Boards$/ }).click();
      await app.page.getByRole('option', { name: what }).click();
    };
    await choose('Selected boards');
    const boxes = dialog.getByRole('group', { name: 'Boards to export' }).getByRole('checkbox');
    expect(await boxes.count()).toBeGreaterThan(1);
    // Without any board, nothing would be exported.
    for (const box of await boxes.all())
      if (await box.isChecked()) {
        await box.focus();
        await app.page.keyboard.press('Space');
      }
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await boxes.and(app.page.getByRole('checkbox', { name: start, exact: true })).focus();
    await app.page.keyboard.press('Space');
    await app.screenshot('target-some-boards');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card().getByText('some boards').waitFor();
    await expect.poll(() => boards()).toEqual([start]);
    await chooseMenuItem(app, `More for ${folder}`, /^Settings/);
    await choose('All boards');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => boards().sort()).toEqual(all.sort());
  });

  test('compares a file changed by another program with the exported one', async () => {
    const { file, text } = await godotTarget();
    writeFileSync(file, text.replace('Story', 'Their story'));
    await state('Changed outside Taleport');
    await card().getByRole('button', { name: 'Compare arcweave/project.json' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Compare versions' });
    await dialog.getByText('Their story').first().waitFor();
    await app.screenshot('target-compare');
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('all are paused and resumed together', async () => {
    await godotTarget();
    const unity = createGameFolder('unity');
    folders.push(unity.folder);
    await addTarget(app, unity.folder);
    await app.page.getByRole('button', { name: '2 game folders · Up to date' }).waitFor();
    await app.page.getByRole('button', { name: 'Pause all' }).click();
    await app.page.getByRole('button', { name: '2 game folders · Paused' }).waitFor();
    await app.screenshot('targets-paused');
    await app.page.getByRole('button', { name: 'Resume all' }).click();
    await app.page.getByRole('button', { name: '2 game folders · Up to date' }).waitFor();
  });

  test('the editor integration is shown, installed and removed', async () => {
    const unity = createGameFolder('unity');
    folders.push(unity.folder);
    await addTarget(app, unity.folder);
    await state('Up to date');
    const script = join(unity.folder, 'Assets/Arcweave/Editor/TaleportAutoImport.cs');
    await chooseMenuItem(app, `More for ${unity.folder}`, /^Unity integration/);
    const dialog = app.page.getByRole('dialog', { name: 'Unity integration' });
    await dialog.getByText('TaleportAutoImport : AssetPostprocessor').waitFor();
    expect(existsSync(script)).toBe(false);
    await app.screenshot('target-integration');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => existsSync(script)).toBe(true);
    await chooseMenuItem(app, `More for ${unity.folder}`, /^Unity integration/);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => existsSync(script)).toBe(false);
  });
});
