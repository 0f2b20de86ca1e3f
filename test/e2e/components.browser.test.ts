/** Components, attributes, variables and mentions in the window: by pointer and by keyboard, with undo. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { chooseMenuItem, createProject, expectFocused, moveCaretTo, openLanguages } from './user-steps.ts';
import { closeView } from './views.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await createProject(app, 'Sample', 'Skerry');
  await addTrust();
  await app.page.keyboard.press('Alt+c');
  await tree().waitFor();
});
afterAll(async () => {
  await app?.close();
});

/** An attribute that a script uses. The template has only global variables. */
async function addTrust(): Promise<void> {
  const call = createBackendCall(app);
  const hash = /project\/(\w+)/.exec(app.page.url())?.[1] ?? '';
  const { records } = await call('project.read', { hash });
  const all = records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]);
  const maren = all.find(({ kind, customId }) => kind === 'component' && customId === 'maren');
  const board = all.find(({ kind, type }) => kind === 'board' && type === 'board');
  const fields = {
    cId: maren?.id ?? '',
    cType: 'components',
    name: 'Trust',
    customId: 'trust',
    value: { type: 'integer', data: 0 },
  } as const;
  const content = '<pre><code>maren.trust += 1</code></pre>';
  await call('project.send', {
    hash,
    command: {
      do: 'batch',
      commands: [
        { do: 'create', kind: 'attribute', fields },
        { do: 'create', kind: 'element', fields: { boardId: board?.id ?? '', content, x: 4000, y: 4000 } },
      ],
    },
  });
}

const tree = () => app.page.getByRole('treegrid', { name: 'Components' });
const row = (name: string) => tree().getByRole('row', { name: new RegExp(`^${name}`) });
const rows = async () => (await tree().getByRole('row').locator('.tree-name').allTextContents()).join(', ');
const button = (name: string | RegExp, within: TestApp['page'] | Locator = app.page) => within.getByRole('button', { name, exact: true });
const undo = () => app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });
const dialog = () => app.page.getByRole('dialog').or(app.page.getByRole('alertdialog').filter({ has: app.page.locator('form') }));
const inspector = () => app.page.getByRole('region', { name: 'Inspector', exact: true });
const element = (title: string) => app.page.locator('.react-flow__node-element', { hasText: title });
const carried = () => app.page.getByRole('grid', { name: 'Attached components' });
const carriedNames = async () =>
  (await carried().getByRole('row').locator('.row-text').allTextContents()).map((each) => each.trim()).join(', ');
const attribute = (name: string) =>
  app.page.locator('.attribute').filter({ has: app.page.locator(`input[aria-label="Name of attribute ${name}"]`) });
const attributes = async () =>
  (await app.page.locator('.attribute-name').evaluateAll((all) => all.map((each) => each instanceof HTMLInputElement && each.value))).join(
    ', ',
  );

async function choose(label: string | RegExp, option: string | RegExp, within: Locator): Promise<void> {
  await within.getByRole('button', { name: label }).click();
  await app.page.getByRole('option', { name: option }).click();
}

async function addAttribute(name: string, type: string): Promise<void> {
  await button('Add attribute…').click();
  await dialog().getByLabel('Name', { exact: true }).fill(name);
  await choose(/Type/, new RegExp(`^${type}`), dialog());
  await button('Create', dialog()).click();
  await attribute(name).waitFor();
}

describe('the tree of components', () => {
  test('[Components] with the keyboard: create, rename, move, undo', async () => {
    const { page } = app;
    expect(await rows()).toBe('People, Maren, Places, Lighthouse, Boathouse, Things, Rusty key');
    await row('People').click();
    await page.keyboard.press('Alt+Shift+C');
    await expectFocused(dialog().getByLabel('Name', { exact: true }));
    await page.keyboard.type('Ode');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe('People, Maren, Ode, Places, Lighthouse, Boathouse, Things, Rusty key');
    await page.getByRole('heading', { name: 'Component', exact: true }).waitFor();
    await expect.poll(() => inspector().getByLabel('Script ID').inputValue()).toBe('ode');
    await row('Ode').focus();
    await page.keyboard.press('F2');
    await dialog().getByLabel('Name').fill('Old Ode');
    await page.keyboard.press('Enter');
    await row('Old Ode').waitFor();
    await row('Old Ode').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(rows).toBe('People, Old Ode, Maren, Places, Lighthouse, Boathouse, Things, Rusty key');
    await chooseMenuItem(app, 'More for Old Ode', /^Move to/);
    await choose(/Destination/, 'Things', dialog());
    await button('Move', dialog()).click();
    await expect.poll(rows).toBe('People, Maren, Places, Lighthouse, Boathouse, Things, Rusty key, Old Ode');
    await undo().click();
    await expect.poll(rows).toBe('People, Old Ode, Maren, Places, Lighthouse, Boathouse, Things, Rusty key');
  });

  test('commands of the palette apply to the row that had the focus', async () => {
    const { page } = app;
    await row('Boathouse').focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.waitFor();
    await page.keyboard.type('Rename');
    await palette.getByRole('option', { name: /Rename “Boathouse”/ }).click();
    await dialog().getByLabel('Name').fill('Boat shed');
    await page.keyboard.press('Enter');
    await row('Boat shed').waitFor();
    await undo().click();
    await row('Boathouse').waitFor();
  });

  test('with the pointer: move to another folder', async () => {
    await row('Old Ode').dragTo(row('Things'));
    await expect.poll(rows).toBe('People, Maren, Places, Lighthouse, Boathouse, Things, Rusty key, Old Ode');
  });

  test('[Localized content] a missing name falls back to another language', async () => {
    const { page } = app;
    await openLanguages(app);
    await dialog().getByLabel('Code').fill('de');
    await button('Add', dialog()).click();
    await dialog()
      .getByRole('button', { name: /based on English/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Language$/ }).click();
    await page.getByRole('option', { name: /German/ }).click();
    await row('Boathouse').locator('.fallback-language', { hasText: 'en' }).waitFor();
    await row('Boathouse').click();
    await inspector().getByLabel('Name in German').fill('Bootshaus');
    await row('Bootshaus').waitFor();
    expect(await row('Bootshaus').locator('.fallback-language').count()).toBe(0);
    expect(await inspector().getByLabel('Name in English').inputValue()).toBe('Boathouse');
    await app.screenshot('components-german');
    await page.getByRole('button', { name: /Language$/ }).click();
    await page.getByRole('option', { name: /English/ }).click();
    await row('Boathouse').waitFor();
  });

  test('[Components] a cover is selected, shown as a thumbnail, and removed', async () => {
    await row('Lighthouse').click();
    await inspector().getByText('Icon “lighthouse”').waitFor();
    await inspector().getByRole('combobox', { name: 'Cover' }).fill('skerry');
    await app.page.getByRole('option', { name: /skerry-point/ }).click();
    await row('Lighthouse').locator('.component-picture img').waitFor();
    await button('Preview skerry-point.jpg').waitFor();
    await app.screenshot('components-cover');
    // A letter of the chosen name is deleted and typed again.
    const cover = inspector().getByRole('combobox', { name: 'Cover' });
    const name = await cover.inputValue();
    await cover.press('End');
    await cover.press('Backspace');
    expect(await cover.inputValue()).toBe(name.slice(0, -1));
    await cover.pressSequentially(name.slice(-1));
    expect(await cover.inputValue()).toBe(name);
    await cover.press('Tab');
    await button('Preview skerry-point.jpg').waitFor();
    await button('Remove cover').click();
    await row('Lighthouse').locator('.component-picture img').waitFor({ state: 'detached' });
  });
});

describe('components of an element', () => {
  test('[Elements] components are found by search, dropped from the tree, reordered with the keyboard and removed', async () => {
    const { page } = app;
    await element('The path').click();
    await page.getByText('Drop components here').waitFor();
    const search = page.getByRole('combobox', { name: 'Component' });
    await search.pressSequentially('a');
    await search.press('Backspace');
    expect(await search.inputValue()).toBe('');
    await search.fill('mar');
    await page.getByRole('option', { name: /Maren/ }).click();
    await expect.poll(carriedNames).toBe('Maren');
    await row('Rusty key').dragTo(carried().getByRole('row', { name: /Maren/ }), { targetPosition: { x: 60, y: 2 } });
    await expect.poll(carriedNames).toBe('Rusty key, Maren');
    await row('Lighthouse').dragTo(element('The path'));
    await expect.poll(carriedNames).toBe('Rusty key, Maren, Lighthouse');
    await carried().getByRole('row', { name: 'Lighthouse' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(carriedNames).toBe('Rusty key, Lighthouse, Maren');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent))
      .toContain('Lighthouse');
    const outline = carried().getByRole('row', { name: 'Lighthouse' });
    expect(await outline.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('solid');
    await app.screenshot('components-carried');
    await page.keyboard.press('Delete');
    await expect.poll(carriedNames).toBe('Rusty key, Maren');
    await undo().click();
    await expect.poll(carriedNames).toBe('Rusty key, Lighthouse, Maren');
  });

  test('with the pointer: a row is moved by its menu, or dragged below another; Enter opens the component', async () => {
    const { page } = app;
    await carried().getByRole('row', { name: 'Maren' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(carriedNames).toBe('Rusty key, Maren, Lighthouse');
    await undo().click();
    await expect.poll(carriedNames).toBe('Rusty key, Lighthouse, Maren');
    await carried()
      .getByRole('row', { name: 'Rusty key' })
      .dragTo(carried().getByRole('row', { name: /Maren/ }), { targetPosition: { x: 60, y: 28 } });
    await expect.poll(carriedNames).toBe('Lighthouse, Maren, Rusty key');
    await carried().getByRole('row', { name: 'Maren' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Component', exact: true }).waitFor();
    await expect.poll(() => inspector().getByLabel('Name in English').inputValue()).toBe('Maren');
  });

  test('lists the uses of a component, with links', async () => {
    await inspector().getByText('in attribute “Keeper”').waitFor();
    await app.page.getByRole('tab', { name: 'Boards' }).click();
    await app.page
      .getByRole('treegrid', { name: 'Boards' })
      .getByRole('row', { name: /The Shore/ })
      .press('Enter');
    await app.page.getByRole('heading', { name: 'Board', exact: true }).waitFor();
    await app.page.keyboard.press('Alt+c');
    await row('Maren').click();
    await button('Go to Element “The path”', inspector()).click();
    await app.page.getByRole('heading', { name: 'Element', exact: true }).waitFor();
    await row('Maren').click();
    await inspector().getByText('in attribute “Keeper”').waitFor();
  });
});

describe('[Attribute] attributes', () => {
  test('of a component: all seven types, each in its own editor', async () => {
    const { page } = app;
    await addAttribute('Motto', 'Plain text');
    await attribute('Motto').getByRole('textbox', { name: 'Motto', exact: true }).fill('Never again');
    await addAttribute('Past', 'Formatted text');
    await attribute('Past').getByRole('textbox', { name: 'Past', exact: true }).click();
    await page.keyboard.type('Once a captain.');
    await addAttribute('Friends', 'List of components');
    const friend = page.getByRole('combobox', { name: 'Component for Friends' });
    // A list closes when its field is scrolled, and focusing a partly visible field scrolls it.
    await friend.evaluate((field) => {
      field.scrollIntoView({ block: 'center' });
      return new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    });
    await friend.fill('ode');
    await page.getByRole('option', { name: /Old Ode/ }).click();
    await attribute('Friends').getByRole('row', { name: 'Old Ode' }).waitFor();
    await row('Boathouse').dragTo(attribute('Friends').getByRole('row', { name: 'Old Ode' }), { targetPosition: { x: 60, y: 2 } });
    const friends = async () => (await attribute('Friends').locator('.row-text').allTextContents()).map((each) => each.trim()).join(', ');
    await expect.poll(friends).toBe('Boathouse, Old Ode');
    await addAttribute('Pictures', 'List of assets');
    await page.getByRole('combobox', { name: 'Asset for Pictures' }).fill('storm');
    await page.getByRole('option', { name: /storm/ }).click();
    await attribute('Pictures').getByRole('row', { name: 'storm.jpg' }).waitFor();
    await addAttribute('Angry', 'Boolean');
    await attribute('Angry').getByText('No', { exact: true }).click();
    await attribute('Angry').getByText('Yes', { exact: true }).waitFor();
    await addAttribute('Age', 'Integer');
    const age = attribute('Age').getByRole('textbox', { name: 'Age', exact: true });
    await age.fill('6.5');
    await attribute('Age').getByText('Enter an integer.').waitFor();
    await age.fill('65');
    await addAttribute('Height', 'Decimal');
    await attribute('Height').getByRole('textbox', { name: 'Height', exact: true }).fill('1,72');
    expect(await attributes()).toBe('Story, Trust, Motto, Past, Friends, Pictures, Angry, Age, Height');
    await attribute('Age').getByText('maren.age').waitFor();
    await app.screenshot('attributes');
    await element('The path').click();
    await row('Maren').click();
    await expect.poll(() => attribute('Height').getByRole('textbox', { name: 'Height', exact: true }).inputValue()).toBe('1.72');
    expect(await attribute('Motto').getByRole('textbox', { name: 'Motto', exact: true }).inputValue()).toBe('Never again');
    expect(await attribute('Past').locator('.rich-text').textContent()).toBe('Once a captain.');
  });

  test('reorder with the keyboard, half width, rename', async () => {
    const { page } = app;
    await attribute('Height').locator('.attribute-name').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(attributes).toBe('Story, Trust, Motto, Past, Friends, Pictures, Angry, Height, Age');
    await expect
      .poll(() =>
        attribute('Height')
          .locator('.attribute-name')
          .evaluate((each) => each === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Tallness');
    await page.keyboard.press('Enter');
    await expect.poll(attributes).toBe('Story, Trust, Motto, Past, Friends, Pictures, Angry, Tallness, Age');
    await chooseMenuItem(app, 'More for Tallness', 'Half width');
    await expect.poll(() => attribute('Tallness').getAttribute('data-size')).toBe('half');
    await attribute('Tallness').getByText('maren.height').waitFor();
  });

  test('[Attribute] changing the type shows what is lost, and scripts keep their variable', async () => {
    const { page } = app;
    await chooseMenuItem(app, 'More for Past', /^Change type/);
    await choose(/Type/, /^Boolean/, dialog());
    await dialog().getByText('The text is replaced with “no”.').waitFor();
    await dialog().getByLabel('Script ID').fill('trust');
    await dialog().getByText('Another attribute here already uses this name.').waitFor();
    expect(await button('Change', dialog()).isEnabled()).toBe(false);
    await dialog().getByLabel('Script ID').fill('is_past');
    await app.screenshot('attribute-type');
    await button('Change', dialog()).click();
    await attribute('Past').getByText('maren.is_past').waitFor();
    await undo().click();
    await attribute('Past').getByText('Once a captain.').waitFor();
    await chooseMenuItem(app, 'More for Age', /^Change type/);
    await dialog().getByRole('button', { name: /Type/ }).click();
    await expect.poll(() => page.getByRole('option').count()).toBe(4);
    await page.keyboard.press('Escape');
    await button('Cancel', dialog()).click();
  });

  test('deleting one that scripts use lists the uses; undo restores it', async () => {
    const { page } = app;
    await chooseMenuItem(app, 'More for Motto', /^Delete/);
    await expect.poll(attributes).not.toContain('Motto');
    await undo().click();
    await expect.poll(attributes).toContain('Motto');
    await chooseMenuItem(app, 'More for Trust', /^Delete/);
    await dialog()
      .getByText(/It is used in/)
      .waitFor();
    await app.screenshot('attribute-delete');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('renaming the script ID of one changes the scripts that use it, in one step', async () => {
    await row('Maren').click();
    await chooseMenuItem(app, 'More for Trust', 'Rename script ID…');
    await dialog().getByLabel('Script ID', { exact: true }).fill('faith');
    await app.page.keyboard.press('Enter');
    await attribute('Trust').getByText('maren.faith').waitFor();
    await app.page.getByText('Renamed to “maren.faith” in 1 place').waitFor();
    await undo().click();
    await attribute('Trust').getByText('maren.trust').waitFor();
  });

  test('of an element: texts and lists only; of a board: also for scripts', async () => {
    const { page } = app;
    await element('The path').click();
    await page.getByRole('heading', { name: 'Element', exact: true }).waitFor();
    await button('Add attribute…').click();
    await dialog().getByRole('button', { name: /Type/ }).click();
    await expect.poll(() => page.getByRole('option').count()).toBe(4);
    await page.keyboard.press('Escape');
    const name = page.getByRole('dialog', { name: 'New attribute' }).getByLabel('Name', { exact: true });
    const question = page.getByRole('alertdialog', { name: 'Discard unsaved text?' });
    await name.fill('Weather');
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expectFocused(name);
    expect(await name.inputValue()).toBe('Weather');
    await page.mouse.click(5, 500);
    await question.waitFor();
    await button('Discard', question).click();
    await name.waitFor({ state: 'detached' });
    await button('Add attribute…').click();
    expect(await name.inputValue()).toBe('');
    // Nothing is typed, so nothing is asked.
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    await button('Add attribute…').click();
    await name.fill('Weather');
    await page.keyboard.press('Enter');
    await attribute('Weather').waitFor();
    await page.locator('.board').focus();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Board', exact: true }).waitFor();
    await addAttribute('Fog', 'Boolean');
    await attribute('Fog').getByText('shore.fog').waitFor();
  });
});

describe('several elements at once', () => {
  const inPanel = (name: string) => inspector().getByRole('listitem').filter({ hasText: name });

  test('components, attributes and the cover are changed in all of them, each in one step of undo; values that differ are shown as such', async () => {
    const { page } = app;
    await element('The path').click();
    await page.getByRole('heading', { name: 'Element', exact: true }).waitFor();
    await addAttribute('Scent', 'Plain text');
    await attribute('Scent').getByRole('textbox', { name: 'Scent', exact: true }).fill('salt');
    await element('The boathouse').click({ modifiers: ['Shift'] });
    await page.getByRole('heading', { name: '2 items', exact: true }).waitFor();

    await inspector().getByRole('combobox', { name: 'Component' }).fill('light');
    await page.getByRole('option', { name: /Lighthouse/ }).click();
    await button('Remove “Lighthouse” from all').waitFor();
    await element('The boathouse').click();
    await expect.poll(carriedNames).toBe('Boathouse, Rusty key, Lighthouse');
    await carried().getByRole('row', { name: 'Lighthouse' }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(carriedNames).toBe('Boathouse, Rusty key');
    await element('The path').click({ modifiers: ['Shift'] });
    await inPanel('Lighthouse').getByText('1 of 2').waitFor();
    await button('Add “Lighthouse” to all').click();
    await inPanel('Lighthouse').getByText('1 of 2').waitFor({ state: 'detached' });
    await undo().click();
    await inPanel('Lighthouse').getByText('1 of 2').waitFor();

    await inPanel('Scent').getByText('1 of 2').waitFor();
    await chooseMenuItem(app, 'More for Scent', 'Add to the other element');
    const scent = inspector().getByRole('textbox', { name: 'Scent', exact: true });
    await inPanel('Scent').getByText('1 of 2').waitFor({ state: 'detached' });
    expect(await scent.inputValue()).toBe('salt');
    await scent.fill('tar and salt');
    await scent.press('Tab');
    await element('The boathouse').click();
    const ofOne = attribute('Scent').getByRole('textbox', { name: 'Scent', exact: true });
    await expect.poll(() => ofOne.inputValue()).toBe('tar and salt');
    await ofOne.fill('smoke');
    await element('The path').click({ modifiers: ['Shift'] });
    await expect.poll(() => scent.getAttribute('placeholder')).toBe('Mixed values');
    expect(await scent.inputValue()).toBe('');

    await inspector().getByRole('combobox', { name: 'Cover' }).fill('skerry');
    await page.getByRole('option', { name: /skerry-point/ }).click();
    await button('Preview skerry-point.jpg').waitFor();
    await app.screenshot('several-elements');
    await element('The path').click();
    await button('Preview skerry-point.jpg').waitFor();
    await element('The boathouse').click({ modifiers: ['Shift'] });
    await button('Remove cover').click();
    await button('Preview skerry-point.jpg').waitFor({ state: 'detached' });
    await page.getByText('Cover removed').waitFor();
    await inPanel('Lighthouse').getByRole('button', { name: 'Remove “Lighthouse” from all' }).click();
    const toast = page.getByRole('alertdialog').filter({ hasText: '“Lighthouse” removed' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await inPanel('Lighthouse').waitFor();
  });
});

describe('[Variables]', () => {
  const variables = () => app.page.getByRole('tabpanel', { name: 'Variables' });
  const variable = (name: string) => variables().locator(`tr[data-variable="${name}"]`);
  const names = async () => (await variables().locator('tbody th').allTextContents()).join(', ');

  test('the table: create, values, types, order', async () => {
    const { page } = app;
    await page.keyboard.press('Alt+v');
    await variables().getByRole('heading', { name: 'Variables' }).waitFor();
    await expect.poll(names).toBe('oil, has_key, lamp_lit, trust');
    await variables().getByLabel('New variable').fill('visits');
    await variables().getByText('“visits” is a reserved word in scripts.').waitFor();
    await variables().getByLabel('New variable').fill('mood');
    await choose(/^Boolean Type|Type$/, 'Text', variables().locator('.new-variable'));
    // What was typed is kept until it is added.
    await closeView(app);
    await page.keyboard.press('Alt+v');
    await expect.poll(() => variables().getByLabel('New variable').inputValue()).toBe('mood');
    await variables().getByLabel('New variable').press('Enter');
    await expect.poll(names).toBe('oil, has_key, lamp_lit, trust, mood');
    await variables().getByLabel('Value of mood').fill('calm');
    await variable('mood').getByRole('button', { name: 'Move mood up' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(names).toBe('oil, has_key, lamp_lit, mood, trust');
    await variable('mood')
      .getByRole('button', { name: /Type of mood/ })
      .click();
    await page.getByRole('option', { name: 'Integer' }).click();
    await page.getByText('“calm” becomes 0.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change', exact: true }).click();
    await expect.poll(() => variables().getByLabel('Value of mood').inputValue()).toBe('0');
    await variables().getByLabel('Value of mood').fill('3');
    await app.screenshot('variables');
  });

  test('a number is read by the value that its field contains now, not by the one that it opened with', async () => {
    const call = createBackendCall(app);
    const [{ hash = '' } = {}] = await call('project.list', {});
    const command = { do: 'create', kind: 'variable', fields: { name: 'price', type: 'float', value: 0.5 } } as const;
    const [id = ''] = (await call('project.send', { hash, command })).ids;
    const price = variables().getByLabel('Value of price');
    await price.fill('1000');
    await price.press('Tab');
    await expect.poll(() => variable('price').locator('.fault').count()).toBe(0);
    await price.fill('2.000');
    await variable('price').getByText('“2.000” would be 2.').waitFor();
    await price.press('Tab');
    await expect.poll(() => price.inputValue()).toBe('1000');
    await price.fill('0.125');
    await price.press('Tab');
    // On the way to 2.1255: what is saved meanwhile neither replaces what is typed nor changes how it is read.
    await price.fill('2');
    const stored = async () =>
      (await call('project.read', { hash })).records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]).find((each) => each.id === id);
    await expect.poll(stored).toMatchObject({ value: 2 });
    await price.press('End');
    await price.pressSequentially('.125');
    await expect.poll(stored).toMatchObject({ value: 2.125 });
    await price.press('5');
    await expect.poll(stored).toMatchObject({ value: 2.1255 });
    expect(await price.inputValue()).toBe('2.1255');
    await call('project.send', { hash, command: { do: 'remove', kind: 'variable', id } });
    await expect.poll(names).not.toContain('price');
  });

  test('lists the uses of a variable, also when deleting it', async () => {
    const { page } = app;
    await variable('oil')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const asks = page.getByRole('alertdialog', { name: 'Delete variable “oil”?' });
    await asks.getByText(/It is used in 5 scripts/).waitFor();
    await asks.getByRole('button', { name: 'Cancel' }).click();
    await variable('mood')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('alertdialog').getByText('Not used in any script.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(names).toBe('oil, has_key, lamp_lit, trust');
    await variable('has_key').getByRole('button', { name: '2 places' }).click();
    await page
      .getByRole('dialog', { name: /Uses of “has_key”/ })
      .getByRole('button', { name: 'Go to Element “The boathouse”' })
      .click();
    await page.locator('.react-flow__node-element.selected', { hasText: 'The boathouse' }).waitFor();
    await undo().click();
  });
});

describe('[G22] mentions', () => {
  test('an @ opens a list; the keyboard selects an entry; renaming the component updates the text', async () => {
    const { page } = app;
    await element('The path').click();
    await expect.poll(() => inspector().getByRole('textbox', { name: 'Title' }).textContent()).toBe('The path');
    const content = page.getByRole('textbox', { name: 'Content' });
    await moveCaretTo(app, content, 'Control+End');
    await page.keyboard.type(' There stands @');
    const list = page.getByRole('listbox', { name: 'Mention' });
    await list.waitFor();
    await page.keyboard.type('mar');
    await expect.poll(() => list.getByRole('option').count()).toBe(2);
    await list.getByRole('option', { name: 'Create component “mar”' }).waitFor();
    await app.screenshot('mention');
    await page.keyboard.press('Enter');
    await content.locator('.mention', { hasText: 'Maren' }).waitFor();
    await page.keyboard.type('and waits.');
    await element('The path').locator('.mention', { hasText: 'Maren' }).waitFor();
    await page.keyboard.type(' @');
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => content.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Backspace');
    await row('Maren').click();
    await inspector().getByLabel('Name in English').fill('Marlene');
    await element('The path').locator('.mention', { hasText: 'Marlene' }).waitFor();
  });
});

describe('deleting', () => {
  test('[Components] lists what is deleted and its uses first; undo restores everything', async () => {
    const { page } = app;
    await row('Marlene').click();
    await page.keyboard.press('Delete');
    await dialog()
      .getByText(/Also deletes \d+ attributes/)
      .waitFor();
    await dialog()
      .getByText(/Used \d+ times/)
      .waitFor();
    await app.screenshot('components-delete');
    await button('Delete', dialog()).click();
    await expect.poll(rows).not.toContain('Marlene');
    await page.getByRole('heading', { name: 'Board', exact: true }).waitFor();
    await element('The path').click();
    await expect.poll(carriedNames).toBe('Lighthouse, Rusty key');
    await undo().click();
    await expect.poll(carriedNames).toBe('Lighthouse, Marlene, Rusty key');
  });
});

describe('text that was not saved', () => {
  test('is offered at the value of a variable and the name of an attribute, and the message about it leads there', async () => {
    const { page } = app;
    const call = createBackendCall(app);
    const [{ hash = '' } = {}] = await call('project.list', {});
    const variable = { do: 'create', kind: 'variable', fields: { name: 'motto', type: 'string', value: 'Calm' } } as const;
    const created = await call('project.send', { hash, command: variable });
    const [variableId = ''] = created.ids;
    const { records } = await call('project.read', { hash });
    const trust = records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]).find(({ name }) => name === 'Trust');
    const leave = (name: string, value: string, typedOver: string) =>
      call('draft.put', { hash, draft: { name, value, session: 'lost', over: { version: created.newVersion, values: [typedOver] } } });
    await leave(`${variableId} text`, 'Storm', 'Calm');
    await page.reload();
    await page.getByRole('button', { name: 'Go to text' }).click();
    const row = page.locator('tr[data-variable="motto"]');
    await expectFocused(row.getByLabel('Value of motto'));
    await app.screenshot('unsaved-variable');
    await row.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => row.getByLabel('Value of motto').inputValue()).toBe('Storm');
    await leave(`${trust?.id} name`, 'Faith', 'Trust');
    await page.reload();
    await page.getByRole('button', { name: 'Go to text' }).click();
    const name = attribute('Trust');
    await name.getByRole('note').waitFor();
    await app.screenshot('unsaved-attribute-name');
    await name.getByRole('button', { name: 'Discard' }).click();
    await name.getByRole('note').waitFor({ state: 'detached' });
  });
});
