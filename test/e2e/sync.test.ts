/**
 * A hosted project in the window: connected, synced, edited offline on both sides, a conflict resolved, with the game folder
 * updated; then the other views of sync. axe checks every view, in light and in dark.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { unsentTextName } from '../../shared/contracts/drafts.ts';
import { png } from '../media-files.ts';
import { expectAccessible } from './accessibility.ts';
import { createTempFolder, launchApp, shell, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createGameFolder } from './game-folders.ts';
import { type HostedWorkspace, startHostedWorkspace } from './hosted-workspace.ts';
import { addTarget, chooseMenuItem, goToProjectList, moveCaretTo, openSettings, waitForBoard } from './user-steps.ts';

/** Elements of the castle, or of our own story if the castle is missing: one to write in, and one to mention. */
const simple = ['Game over', 'The path'];
const others = ['Wrong answer', 'The boathouse'];

let app: TestApp;
let hosted: HostedWorkspace;
let title = '';
let element = '';
let mentioned = '';
const game = createGameFolder('godot');

beforeAll(async () => {
  process.env.TALEPORT_SETTLE_MS = '1000';
  hosted = await startHostedWorkspace();
  const story = await hosted.request('GET', '/json');
  const titles = Object.entries(story.elements as Record<string, { title: string }>).map(([id, of]) => ({
    id,
    title: of.title.replace(/<[^>]*>/g, ''),
  }));
  const oneOf = (wanted: readonly string[]) => {
    const found = titles.find((each) => wanted.includes(each.title));
    if (!found) throw new Error('The story has none of the elements that the test writes in.');
    return found;
  };
  ({ id: element, title } = oneOf(simple));
  mentioned = oneOf(others).title;
  app = await launchApp({ mayLog: /net::ERR|Failed to load resource/ });
});
afterAll(async () => {
  await app?.close();
  await hosted?.close();
  rmSync(game.folder, { recursive: true, force: true });
  delete process.env.TALEPORT_SETTLE_MS;
});

const dialog = (name: string | RegExp) => app.page.getByRole('dialog', { name }).or(app.page.getByRole('alertdialog', { name }));
const button = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true });
/** The status of sync in the header. */
const chip = (words: RegExp) => app.page.locator('.workspace-header .sync-chip', { hasText: words }).waitFor();
const pressSyncNow = () => app.page.keyboard.press('Alt+Shift+Y');
const content = () => app.page.getByRole('textbox', { name: 'Content', exact: true });
const exported = (): string => (existsSync(game.file) ? readFileSync(game.file, 'utf8') : '');
const remoteContent = async (): Promise<string> => JSON.stringify((await hosted.request('GET', `/element/${element}`)).content);

/** Asks rarely: the app's own requests count toward the same quota (Limits 1). */
const pollWorkspace = <Value>(read: () => Promise<Value>) => expect.poll(read, { interval: 1000 });

/** In the pane of sync. */
async function pauseSync(): Promise<void> {
  await button('Pause').click();
  await app.page.getByRole('menuitem', { name: 'Pause until resumed' }).click();
  await chip(/^Paused$/);
}

/** Selects an element by the palette. */
async function goToElement(title: string): Promise<void> {
  const { keyboard } = app.page;
  await app.page.locator('.board').focus();
  await keyboard.press('Control+k');
  await dialog('Command palette').waitFor();
  await keyboard.type(title);
  await app.page.locator('.pick', { hasText: title }).first().waitFor();
  await app.page.locator('.pick', { hasText: title }).first().click();
  await content().waitFor();
}

/** Replaces the content with the text, and waits until the game has it. */
async function write(text: string): Promise<void> {
  await content().click();
  await app.page.keyboard.press('Control+a');
  await app.page.keyboard.type(text);
  await app.page.keyboard.press('Escape');
  await expect.poll(exported).toContain(text);
}

describe('a workspace', () => {
  test('is connected by address and key and probed immediately, and errors are shown at their fields', async () => {
    await app.page.getByRole('heading', { name: 'Create a project' }).waitFor();
    await app.page.keyboard.press('Alt+w');
    const form = dialog('Connect a workspace');
    await form.getByLabel('Name').fill('Studio');
    await form.getByLabel('Address').fill('studio.example');
    await form.getByRole('textbox', { name: 'API key', exact: true }).fill('not-a-key');
    await expectAccessible(app, 'connect a workspace');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    const faulty = form.locator('.input[data-invalid]');
    await faulty.waitFor();
    await form.getByText('isn’t an address: it starts with https://').waitFor();
    await faulty.fill(hosted.url());
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    const key = form.locator('.input[data-invalid][type=password]');
    await key.waitFor();
    await expect.poll(() => key.evaluate((each) => each === document.activeElement)).toBe(true);
    await expectAccessible(app, 'connect with a fault');
    await key.fill(hosted.key());
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await form.waitFor({ state: 'detached' });
  });

  test('lists its projects; the selected one is synced and opened', async () => {
    const browse = dialog('Projects in a workspace');
    await browse.getByText('Read and write').waitFor();
    const row = browse.getByRole('row', { name: hosted.name });
    await row.waitFor();
    await browse.getByLabel('Search').fill('nothing has this name');
    await browse.getByText('No matching projects').waitFor();
    await browse.getByLabel('Search').fill(hosted.name.slice(0, 5).toUpperCase());
    await row.click();
    await expectAccessible(app, 'projects of a workspace');
    await browse.getByRole('button', { name: 'Sync 1 project' }).click();
    await row.getByText('Synced').waitFor();
    await row.getByRole('button', { name: `Open ${hosted.name}` }).click();
    await waitForBoard(app);
    await chip(/^Synced$/);
  });
});

describe('a synced project', () => {
  test('is exported to a game, and shows that it is offline', async () => {
    await addTarget(app, game.folder);
    await app.page.locator('.state', { hasText: 'Up to date' }).waitFor();
    await button('Close bottom panel').click();
    await hosted.stop();
    await pressSyncNow();
    await chip(/^Offline/);
  });

  test('accepts edits offline, and reports a conflict with a remote change', async () => {
    await goToElement(title);
    await write('Mine was written offline.');
    await app.page.keyboard.press('Alt+y');
    await app.page.getByText('1 change is kept on this computer').waitFor();
    await expectAccessible(app, 'sync offline');
    await hosted.requestAsOther('PATCH', `/element/${element}`, { content: '<p>Theirs was written elsewhere.</p>' });
    await hosted.start();
    await pressSyncNow();
    await chip(/1 conflict/);
    await expectAccessible(app, 'sync with a conflict');
    await app.page.getByRole('tab', { name: 'Reports' }).click();
    await app.page.getByText('No reports').waitFor();
    await app.page.getByRole('tab', { name: 'Activity' }).click();
    await app.page.keyboard.press('Alt+y');
  });

  test('offers merged texts that were edited for earlier conflicts, and discards them on request', async () => {
    const call = createBackendCall(app);
    const [conflict] = await call('conflict.list', {});
    const { id = '', hash = '', record = '' } = conflict ?? {};
    const leave = (conflictId: string, value: string) => {
      const name = unsentTextName({ recordId: record, of: 'conflict', id: conflictId });
      const over = { version: 0, values: ['<p>Mine then.</p>', '<p>Theirs then.</p>'] };
      return call('draft.put', { hash, draft: { name, value, session: 'earlier', over } });
    };
    await leave(id, '<p>Both then.</p>');
    await leave(`${hash}/${record}#title/en`, '<p>Resolved elsewhere.</p>');
    await app.page.reload();
    await button('Go to text').click();
    const conflicts = dialog('Conflicts');
    const notices = conflicts.getByRole('note');
    await notices.filter({ hasText: 'Resolved elsewhere.' }).waitFor();
    const edited = conflicts.locator('.edited');
    await edited.getByRole('note').getByText('Both then.').waitFor();
    expect(await edited.getByRole('textbox').textContent()).not.toContain('Both then.');
    await app.screenshot('conflict-earlier-texts');
    await expectAccessible(app, 'texts of earlier conflicts');
    await notices.getByRole('button', { name: 'Discard' }).first().click();
    await notices.getByRole('button', { name: 'Discard' }).click();
    await notices.waitFor({ state: 'detached' });
    await expect.poll(() => call('draft.list', { hash })).toEqual([]);
    await app.page.keyboard.press('Escape');
    await conflicts.waitFor({ state: 'detached' });
  });

  test('shows the base, local and remote text of a conflict, and accepts a merged text, with the keyboard alone', async () => {
    const { keyboard } = app.page;
    await keyboard.press('Alt+r');
    const conflicts = dialog('Conflicts');
    await conflicts.getByRole('region', { name: 'Mine' }).getByText('Mine was written offline').waitFor();
    await conflicts.getByRole('region', { name: 'Theirs' }).getByText('Theirs was written elsewhere').waitFor();
    await expectAccessible(app, 'conflict');
    await app.page.setViewportSize({ width: 360, height: 740 });
    await app.screenshot('conflict-narrow');
    await app.page.setViewportSize({ width: 1360, height: 860 });
    await keyboard.press('Alt+e');
    await expect.poll(() => conflicts.locator('.edited [role=textbox]').evaluate((each) => each === document.activeElement)).toBe(true);
    await keyboard.press('Control+a');
    await keyboard.type('Both became this.');
    // The text is kept while the window shows something else.
    const address = await app.page.evaluate(() => window.location.hash);
    await app.page.evaluate(() => window.location.assign('#'));
    await conflicts.waitFor({ state: 'detached' });
    await app.page.evaluate((hash) => window.location.assign(hash), address);
    await waitForBoard(app);
    await keyboard.press('Alt+r');
    await expect.poll(() => conflicts.locator('.edited [role=textbox]').textContent()).toBe('Both became this.');
    await keyboard.press('Control+Enter');
    await conflicts.getByText('No conflicts left.').waitFor();
    await keyboard.press('Enter');
    await conflicts.waitFor({ state: 'detached' });
    await chip(/^Synced$/);
    await pollWorkspace(remoteContent).toContain('Both became this.');
    await expect.poll(exported).toContain('Both became this.');
  });

  test('lists every version of a record, and restores one', async () => {
    await goToElement(title);
    await app.page.keyboard.press('Alt+h');
    const versions = dialog(/^Version history/);
    await versions.getByRole('option', { name: /You/ }).first().waitFor();
    const offline = versions.getByRole('option').nth(1);
    await offline.click();
    await versions.locator('.version-fields del', { hasText: 'Mine was written offline' }).waitFor();
    // The list shows the words, too.
    await versions.getByRole('option').locator('ins').first().waitFor();
    await app.screenshot('versions');
    await expectAccessible(app, 'earlier versions');
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    await versions.waitFor({ state: 'detached' });
    await expect.poll(() => content().textContent()).toBe('Mine was written offline.');
    await chip(/^Synced$/);
    await pollWorkspace(remoteContent).toContain('Mine was written offline.');
  });

  test('[I4] reports what it may have overwritten, and restores the earlier value', async () => {
    const before = (await content().textContent()) ?? '';
    hosted.overtake('PATCH', () => hosted.request('PATCH', `/element/${element}`, { title: '<p>Renamed by somebody else</p>' }));
    await write('Written at the same moment.');
    await pollWorkspace(remoteContent).toContain('Written at the same moment.');
    await app.page.keyboard.press('Alt+y');
    await app.page.getByRole('tab', { name: '1 report' }).click();
    await app.page.locator('.report-field ins', { hasText: 'Written at the same moment' }).waitFor();
    await app.screenshot('overwritten-report');
    await expectAccessible(app, 'a report about an overwritten value');
    await button(/^Restore earlier value/).click();
    await app.page.getByText('No reports').waitFor();
    await expect.poll(() => content().textContent()).toBe(before);
    await pollWorkspace(remoteContent).toContain(before);
    await hosted.request('PATCH', `/element/${element}`, { title: `<p>${title}</p>` });
    await pressSyncNow();
    await app.page.getByRole('tab', { name: 'Activity' }).click();
    await app.page.keyboard.press('Alt+y');
  });

  test('is paused and resumed; its activity lists the requests', async () => {
    await app.page.keyboard.press('Alt+y');
    await app.page.getByRole('region', { name: 'Activity' }).getByText('done').first().waitFor();
    await expectAccessible(app, 'sync activity');
    await pauseSync();
    await button('Resume').click();
    await chip(/^Synced$/);
    await app.page.keyboard.press('Alt+y');
  });

  test('[G30] keeps a text with a mention here and exports it, merges and compares what the workspace changes, and sends it simplified', async () => {
    const { keyboard } = app.page;
    await hosted.request('PATCH', `/element/${element}`, { content: '<p>One.</p><p>Two.</p><p>Three.</p>' });
    await pressSyncNow();
    await goToElement(title);
    await expect.poll(() => content().textContent()).toBe('One.Two.Three.');
    // While the mention is being typed, the text does not contain it yet and could be sent.
    await keyboard.press('Alt+y');
    await pauseSync();
    await moveCaretTo(app, content(), 'Control+End');
    await keyboard.type(` Seen from @${mentioned.slice(0, 5)}`);
    await app.page.getByRole('option', { name: mentioned }).first().click();
    await keyboard.press('Escape');
    // The mention may still be on its way to the backend, behind the save of what was typed.
    await expect.poll(exported).toMatch(/Seen from[^<]*<span/);
    await button('Resume').click();
    await chip(/Synced except 1 change$/);
    await keyboard.press('Alt+y');
    expect(await remoteContent()).toContain('<p>Three.</p>');
    // Another paragraph is merged, the same one is a conflict.
    await hosted.request('PATCH', `/element/${element}`, { content: '<p>One, changed.</p><p>Two.</p><p>Three.</p>' });
    await pressSyncNow();
    await expect.poll(() => content().textContent()).toContain('One, changed.Two.Three. Seen from');
    await hosted.request('PATCH', `/element/${element}`, { content: '<p>One, changed.</p><p>Two.</p><p>Theirs.</p>' });
    await pressSyncNow();
    await chip(/1 conflict/);
    await keyboard.press('Alt+r');
    const conflicts = dialog('Conflicts');
    await conflicts.getByRole('region', { name: 'Theirs' }).getByText('Theirs.').waitFor();
    // The paragraph was changed on both sides, in different words.
    await conflicts.getByRole('region', { name: 'Both changes' }).getByText('Seen from').waitFor();
    await app.screenshot('held-conflict');
    await expectAccessible(app, 'conflict about a text that is kept here');
    await keyboard.press('Alt+b');
    await conflicts.getByText('No conflicts left.').waitFor();
    await keyboard.press('Enter');
    await conflicts.waitFor({ state: 'detached' });
    await chip(/Synced except 1 change$/);
    await keyboard.press('Alt+y');
    await app.page.getByRole('tab', { name: '1 kept here' }).click();
    await app.page.getByText('Studio can’t store mentions through its API.').waitFor();
    await app.screenshot('held-list');
    await expectAccessible(app, 'changes that are kept here');
    await app.page.getByRole('button', { name: /^Send simplified/ }).click();
    await chip(/^Synced$/);
    await pollWorkspace(remoteContent).toContain('Theirs. Seen from');
    await app.page.getByText('No changes are kept here.').waitFor();
    await app.page.getByRole('tab', { name: 'Activity' }).click();
    await keyboard.press('Alt+y');
  });

  test('[I30] shows the pictures of both sides where an asset was replaced on both', async () => {
    const { keyboard } = app.page;
    const call = createBackendCall(app);
    const [{ hash = '' } = {}] = await call('sync.list', {});
    const store = async (bytes: Buffer): Promise<string> => {
      const path = join(app.data, 'door.png');
      writeFileSync(path, bytes);
      return (await call('asset.store', { hash, path, type: 'image' })).file;
    };
    const fields = { name: 'door.png', type: 'image' as const, file: await store(png(90, 90)) };
    await call('project.send', { hash, command: { do: 'create', kind: 'asset', fields } });
    const remoteAsset = async (): Promise<string> => {
      const assets = Object.values(await hosted.request('GET', '/asset')) as { id: string; name: string }[];
      return assets.find(({ name }) => name === 'door.png')?.id ?? '';
    };
    await pollWorkspace(remoteAsset).not.toBe('');
    const id = await remoteAsset();
    await chip(/^Synced$/);
    await keyboard.press('Alt+y');
    await pauseSync();
    await call('project.send', { hash, command: { do: 'change', kind: 'asset', id, fields: { file: await store(png(160, 80)) } } });
    const form = new FormData();
    form.append('type', 'image');
    form.append('file', new Blob([new Uint8Array(png(80, 160))], { type: 'image/png' }), 'door.png');
    const { filename } = await hosted.request('POST', '/asset/upload', form);
    await hosted.request('PATCH', `/asset/${id}`, { file: filename });
    await button('Resume').click();
    await chip(/1 conflict/);
    await keyboard.press('Alt+r');
    const conflicts = dialog('Conflicts');
    const shape = (side: string) =>
      conflicts
        .getByRole('region', { name: side })
        .locator('img')
        .evaluateAll((pictures) => pictures.map((each) => (each instanceof HTMLImageElement ? each.naturalWidth / each.naturalHeight : 0)));
    await expect.poll(() => shape('Mine')).toEqual([2]);
    await expect.poll(() => shape('Theirs')).toEqual([0.5]);
    await app.screenshot('file-conflict');
    await expectAccessible(app, 'conflict about the file of an asset');
    await keyboard.press('Alt+m');
    await conflicts.getByText('No conflicts left.').waitFor();
    await keyboard.press('Enter');
    await conflicts.waitFor({ state: 'detached' });
    await chip(/^Synced$/);
    await keyboard.press('Alt+y');
  });

  test('shows its remote in the list of projects, and the summary of all', async () => {
    await goToProjectList(app);
    const row = app.page.getByRole('row', { name: hosted.name });
    await row.getByText('Synced').waitFor();
    await row.getByText('Studio', { exact: true }).waitFor();
    await expectAccessible(app, 'synced project in the list');
    await app.page.locator('.projects-bar .sync-chip').click();
    await dialog('Synced projects').waitFor();
    await expectAccessible(app, 'synced projects');
    await app.page.keyboard.press('Escape');
    await dialog('Synced projects').waitFor({ state: 'detached' });
  });

  test('its workspace is in the settings with the permissions of the key; removing it says what happens to its projects', async () => {
    await openSettings(app, 'Hosted workspaces');
    const settings = dialog('Settings');
    await settings
      .getByRole('row', { name: /Studio/ })
      .getByText('Read and write')
      .waitFor();
    await expectAccessible(app, 'settings hosted workspaces');
    if (shell === 'desktop') await settings.getByText('Keep running when the window is closed').waitFor();
    await chooseMenuItem(app, 'More for Studio', /^Edit/);
    await dialog('Edit “Studio”').waitFor();
    await expectAccessible(app, 'change a workspace');
    await app.page.keyboard.press('Escape');
    await dialog('Edit “Studio”').waitFor({ state: 'detached' });
    await chooseMenuItem(app, 'More for Studio', /^Remove/);
    await dialog('Remove “Studio”?').getByText('1 project is synced with it.').waitFor();
    await app.page.keyboard.press('Escape');
    await dialog('Remove “Studio”?').waitFor({ state: 'detached' });
    // The keyboard is back at the menu of the workspace: the next Escape is for the settings.
    await app.page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
  });

  test('shows that its key was revoked, and resumes with another', async () => {
    const key = await hosted.replaceKey();
    await pressSyncNow();
    const row = app.page.getByRole('row', { name: hosted.name });
    await row.getByText('Key needed').waitFor();
    await expectAccessible(app, 'revoked key');
    await button('Replace key…').click();
    const form = dialog('Edit “Studio”');
    await form.getByRole('textbox', { name: 'API key', exact: true }).fill(key);
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await row.getByText('Synced').waitFor();
  });

  test('[I28] before it leaves, everything that exists only here is listed, a copy is offered, and the loss has to be confirmed', async () => {
    await hosted.stop();
    const call = createBackendCall(app);
    const [status] = await call('sync.list', {});
    const local = status?.hash ?? '';
    await call('project.send', {
      hash: local,
      command: { do: 'create', kind: 'variable', fields: { name: 'only_here', type: 'integer', value: 0 } },
    });
    await chooseMenuItem(app, `More for ${hosted.name}`, /^Stop syncing/);
    const stop = dialog(`Stop syncing “${hosted.name}”?`);
    await stop.getByText('Only on this computer: 1 unsent change').waitFor();
    await stop.getByText('The variable “only_here” was added.').waitFor();
    const confirm = stop.getByRole('button', { name: 'Stop syncing', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await expectAccessible(app, 'stop sync with changes only here');
    const copyFolder = createTempFolder('copy');
    onTestFinished(() => rmSync(copyFolder, { recursive: true, force: true }));
    const copy = join(copyFolder, 'copy.taleport');
    if (shell === 'browser') await stop.getByLabel(/^File for a copy/).fill(copy);
    else await app.choose(copy);
    await stop.getByRole('button', { name: /^Save a copy of “/ }).click();
    await stop.getByText(`Saved to ${copy}`).waitFor();
    expect(readFileSync(copy).subarray(0, 2).toString()).toBe('PK');
    await stop.getByRole('button', { name: 'Cancel' }).click();
    await openSettings(app, 'Hosted workspaces');
    await chooseMenuItem(app, 'More for Studio', /^Remove/);
    const remove = dialog('Remove “Studio”?');
    await remove.getByText('The variable “only_here” was added.').waitFor();
    expect(await remove.getByRole('button', { name: 'Remove', exact: true }).isDisabled()).toBe(true);
    await expectAccessible(app, 'remove a workspace with changes only here');
    await remove.getByRole('button', { name: 'Cancel' }).click();
    await app.page.keyboard.press('Escape');
    await dialog('Settings').waitFor({ state: 'detached' });
    await chooseMenuItem(app, `More for ${hosted.name}`, /^Delete/);
    const deletion = app.page.getByRole('alertdialog');
    await deletion.getByText('The variable “only_here” was added.').waitFor();
    await deletion.getByLabel(/^Type/).fill(hosted.name);
    const submit = deletion.locator('button[type=submit]');
    expect(await submit.isDisabled()).toBe(true);
    await deletion.getByText('I understand. Continue anyway.').click();
    await expect.poll(() => submit.isDisabled()).toBe(false);
    await deletion.getByRole('button', { name: 'Cancel' }).click();
    await hosted.start();
    await pressSyncNow();
    await app.page.getByRole('row', { name: hosted.name }).getByText('Synced').waitFor();
  });

  test('keeps the local project when sync is stopped', async () => {
    await chooseMenuItem(app, `More for ${hosted.name}`, /^Stop syncing/);
    const stop = dialog(`Stop syncing “${hosted.name}”?`);
    await stop.waitFor();
    await expectAccessible(app, 'stop sync');
    await stop.getByRole('button', { name: 'Stop syncing', exact: true }).click();
    await stop.waitFor({ state: 'detached' });
    await app.page.getByRole('row', { name: hosted.name }).waitFor();
    await app.page.locator('.project-sync').waitFor({ state: 'detached' });
  });

  test('can be created by uploading a local project', async () => {
    await chooseMenuItem(app, `More for ${hosted.name}`, /^Upload this project/);
    const upload = dialog(`Upload “${hosted.name}” to a workspace`);
    await upload.waitFor();
    await expectAccessible(app, 'upload to a workspace');
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await upload.waitFor({ state: 'detached' });
    await app.page.getByRole('row', { name: hosted.name }).getByText('Studio', { exact: true }).waitFor();
  });

  test('opens directly from the list of the workspace', async () => {
    await app.page.keyboard.press('Alt+w');
    const browse = dialog('Projects in a workspace');
    // The project that was synced before. The status of the other one must stay visible.
    const row = browse.getByRole('row', { name: hosted.name }).filter({ hasText: 'Edited' });
    await row.getByRole('button', { name: `Open ${hosted.name}` }).click();
    await browse.waitFor({ state: 'detached' });
    await waitForBoard(app);
    await chip(/^Synced$/);
  });

  test('a writer goes on in a new card while the workspace gives it its id, on the card and in the inspector', async () => {
    const { page } = app;
    const call = createBackendCall(app);
    const title = page.locator('.card-title [contenteditable="true"]');
    const selected = () => page.locator('.react-flow__node.selected').getAttribute('data-id');
    const hash = new URL(page.url()).hash.match(/[A-Za-z0-9]{10}/)?.[0] ?? '';
    /** Types the rest in the same field when the workspace has answered the create. */
    const goOn = async (rest: string) => {
      const localId = await selected();
      await page.keyboard.type('Over the hills and far ', { delay: 40 });
      await call('sync.pause', { hash, until: 'now' });
      await expect.poll(selected, { timeout: 20_000 }).not.toBe(localId);
      await page.keyboard.type(rest);
    };
    await call('sync.pause', { hash, until: null });
    await page.locator('.board').focus();
    await page.keyboard.press('e');
    await title.waitFor();
    await goOn('away');
    expect(await title.innerText()).toBe('Over the hills and far away');
    await chip(/^Synced$/);
    await call('sync.pause', { hash, until: null });
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => title.innerText()).not.toContain('away');
    await page.keyboard.press('Escape');
    await content().click();
    await goOn('beyond');
    expect(await content().innerText()).toBe('Over the hills and far beyond');
    await page.keyboard.press('Escape');
    await chip(/^Synced$/);
    const id = await selected();
    await pollWorkspace(async () => JSON.stringify((await hosted.request('GET', `/element/${id}`)).content)).toContain('far beyond');
    expect(await page.locator('.react-flow__node', { hasText: 'Over the hills' }).count()).toBe(2);
  });
});
