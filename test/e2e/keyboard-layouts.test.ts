/** Shortcuts in the layouts of other scripts, and Option on a Mac, which types. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { cardText, createProject, expectFocused, waitForBoard } from './user-steps.ts';

let app: TestApp;
let session: CDPSession;
beforeAll(async () => {
  app = await launchApp();
  session = await app.page.context().newCDPSession(app.page);
  await createProject(app, 'Empty', 'Layouts');
});
afterAll(() => app?.close());

const modifiers = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;

/** A key of the layout: what it writes, its place on the keyboard, and what is held. `writes: true`: it may write its character. */
async function press(key: string, code: string, held: keyof typeof modifiers | null = null): Promise<void> {
  const event = { key, code, modifiers: held === null ? 0 : modifiers[held], windowsVirtualKeyCode: code.charCodeAt(3) };
  const isWritten = held === null || held === 'Alt';
  await session.send('Input.dispatchKeyEvent', { type: isWritten ? 'keyDown' : 'rawKeyDown', ...event, ...(isWritten && { text: key }) });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}

const cards = async (): Promise<number> => {
  const call = createBackendCall(app);
  const [{ hash = '' } = {}] = await call('project.list', {});
  const { records } = await call('project.read', { hash });
  return records.flatMap((chunk): { kind: string }[] => JSON.parse(chunk)).filter(({ kind }) => kind === 'element').length;
};

async function addCard(): Promise<void> {
  const { page } = app;
  await page.locator('.board').focus();
  await page.keyboard.press('e');
  await expectFocused(cardText(app, 'Title'));
  await page.keyboard.press('Escape');
  await page.locator('.card-editor').waitFor({ state: 'detached' });
}

describe.each([
  ['Russian', 'я', 'KeyZ'],
  ['Greek', 'ζ', 'KeyZ'],
  ['Hebrew', 'ז', 'KeyZ'],
  ['German', 'z', 'KeyY'],
] as const)('%s', (_, undo, undoCode) => {
  test('Ctrl+Z undoes', async () => {
    const before = await cards();
    await addCard();
    await expect.poll(cards).toBe(before + 1);
    await expectFocused(app.page.locator('.board'));
    await press(undo, undoCode, 'Control');
    await expect.poll(cards).toBe(before);
  });
});

test('on a Mac, Option types in a text and runs no action; on the board it runs one', async () => {
  const { page } = app;
  await asMac(page);
  await waitForBoard(app);
  await addCard();
  await page.keyboard.press('Enter');
  await expectFocused(cardText(app, 'Title'));
  // Option with L on a German keyboard, with T, N and A on an American one.
  for (const [key, code] of [
    ['@', 'KeyL'],
    ['†', 'KeyT'],
    ['~', 'KeyN'],
    ['å', 'KeyA'],
  ] as const)
    await press(key, code, 'Alt');
  await expect.poll(() => cardText(app, 'Title').textContent()).toBe('@†~å');
  await expectFocused(cardText(app, 'Title'));
  await app.screenshot('mac-option');
  await page.keyboard.press('Escape');
  await page.locator('.card-editor').waitFor({ state: 'detached' });
  await press('√', 'KeyV', 'Alt');
  await page.getByRole('tab', { name: 'Variables', selected: true }).waitFor();
});

/** The page takes the platform of its system from the browser. */
async function asMac(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await page.reload();
}
