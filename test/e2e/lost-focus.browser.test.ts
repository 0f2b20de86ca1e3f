/** The focus stays in the window: on a button that its own action disables, and near what its own button removes. Keys then go where the user expects them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createProject, expectFocused, waitForBoard } from './user-steps.ts';
import { closeView, view } from './views.ts';

let app: TestApp;
let hash = '';
const variableIds = new Map<string, string>();
beforeAll(async () => {
  app = await launchApp();
  await createProject(app, 'Sample', 'Focus');
  const call = createBackendCall(app);
  hash = (await call('project.list', {}))[0]?.hash ?? '';
  for (const name of ['one', 'two', 'three']) {
    const command = { do: 'create', kind: 'variable', fields: { name, type: 'string', value: '' } } as const;
    variableIds.set(name, (await call('project.send', { hash, command })).ids[0] ?? '');
  }
});
afterAll(() => app?.close());

const press = (keys: string) => app.page.keyboard.press(keys);
const isDisabled = async (name: string | RegExp) => (await app.page.getByRole('button', { name }).getAttribute('aria-disabled')) === 'true';

test('a button that its action disables keeps the focus and does nothing more until it is left', async () => {
  const undo = app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });
  const redo = app.page.locator('.workspace-header').getByRole('button', { name: /^Redo/ });
  await undo.focus();
  for (let left = 3; left > 0; left--) {
    const label = await undo.getAttribute('aria-label');
    await press('Space');
    if (left > 1) await expect.poll(() => undo.getAttribute('aria-label')).not.toBe(label);
  }
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true');
  await press('Space');
  await app.screenshot('focus-on-disabled-button');
  await expectFocused(undo);
  await press('Tab');
  await expectFocused(redo);
  expect(await undo.getAttribute('aria-disabled')).toBe(null);
  for (let left = 3; left > 0; left--) await press('Space');
  await expect.poll(() => redo.getAttribute('aria-disabled')).toBe('true');
  await expectFocused(redo);
});

test('the focus stays in a row that is moved, also at the end of the list', async () => {
  const names = () =>
    app.page.locator('[data-variable]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-variable')).join());
  await press('Alt+v');
  await view(app).waitFor();
  await expect.poll(names).toMatch(/one,two,three$/);
  const value = app.page.getByRole('textbox', { name: 'Value of two', exact: true });
  await value.focus();
  await press('Alt+ArrowUp');
  await expect.poll(names).toMatch(/two,one,three$/);
  await expectFocused(value);
  await press('Alt+ArrowDown');
  await expect.poll(names).toMatch(/one,two,three$/);
  await expectFocused(value);
  const down = app.page.getByRole('button', { name: 'Move two down', exact: true });
  await down.focus();
  await press('Space');
  await expect.poll(names).toMatch(/one,three,two$/);
  await expect.poll(() => isDisabled('Move two down')).toBe(true);
  await expectFocused(down);
});

test('what is typed into a field that is removed from elsewhere goes into no other field', async () => {
  await app.page.getByRole('textbox', { name: 'Value of three', exact: true }).focus();
  await press('a');
  await createBackendCall(app)('project.send', { hash, command: { do: 'remove', kind: 'variable', id: variableIds.get('three') ?? '' } });
  await app.page.locator('[data-variable="three"]').waitFor({ state: 'detached' });
  await expectFocused(app.page.getByRole('tabpanel', { name: 'Variables' }));
  await press('b');
  for (const name of ['one', 'two'])
    expect(await app.page.getByRole('textbox', { name: `Value of ${name}`, exact: true }).inputValue()).toBe('');
  await closeView(app);
  await waitForBoard(app);
});

test('a notice whose button removes it leaves the focus to the control before it', async () => {
  const call = createBackendCall(app);
  const draft = { value: 'Never saved', session: 'lost', over: { version: 1, values: [] } };
  await call('draft.put', { hash, draft: { name: `${variableIds.get('one')} text`, ...draft } });
  await app.page.reload();
  await waitForBoard(app);
  await press('Alt+v');
  await view(app).waitFor();
  await app.page.locator('[data-variable="one"]').getByRole('button', { name: 'Discard' }).press('Enter');
  await expectFocused(app.page.getByRole('textbox', { name: 'Value of one', exact: true }));
});
