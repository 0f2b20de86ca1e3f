/**
 * The settings in the window: a key is created, shown once and revoked; members and the workspace are changed; nothing stores the value of
 * the key.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { chooseMenuItem, createProject, expectFocused, goToProjectList, openSettings } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
});
afterAll(() => app?.close());

const settings = () => app.page.getByRole('dialog', { name: 'Settings' });
const dialog = (name: string | RegExp) => app.page.getByRole('dialog', { name });
const row = (name: string) => settings().getByRole('row').filter({ hasText: name });

/** Checks the current view, in light and in dark. */
async function pictures(name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await app.screenshot(`settings-${name}-${colorScheme}`);
  }
}

async function newKey(name: string): Promise<void> {
  await settings().getByRole('button', { name: 'New key' }).click();
  await dialog('New API key').getByLabel('Name').fill(name);
}

/** The bytes of the data folder, the log among them. */
const onDisk = (): string =>
  readdirSync(app.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

describe('API keys', () => {
  test('the settings open with their shortcut, from the projects and in a story', async () => {
    await app.page.getByRole('heading', { name: 'Create a project' }).waitFor();
    await app.page.keyboard.press('Alt+s');
    await settings().waitFor();
    await app.page.keyboard.press('Escape');
    await settings().waitFor({ state: 'detached' });
    await createProject(app, 'Empty', 'Quiet');
    await openSettings(app, 'API keys');
    await settings().getByText('No keys yet').waitFor();
  });

  test('[Authentication 3] a key needs a name and a permission; Read is preselected', async () => {
    await settings().getByRole('button', { name: 'New key' }).click();
    const form = dialog('New API key');
    const create = form.getByRole('button', { name: 'Create', exact: true });
    await expect.poll(() => create.isDisabled()).toBe(true);
    await form.getByLabel('Name').fill('Build server');
    expect(await form.getByRole('checkbox', { name: 'Read projects' }).isChecked()).toBe(true);
    expect(await form.getByRole('checkbox', { name: 'Write projects' }).isChecked()).toBe(false);
    await form.getByText('Read projects').click();
    await expect.poll(() => create.isDisabled()).toBe(true);
    await form.getByText('Write projects').click();
    await form.getByText('Read projects').click();
    await pictures('new-key');
  });

  test('the value is shown once, and neither the page nor the disk contains it afterwards', async () => {
    await dialog('New API key').getByRole('button', { name: 'Create', exact: true }).click();
    const shown = app.page.getByRole('alertdialog', { name: 'Key “Build server” created' });
    const value = await shown.getByLabel('Key', { exact: true }).inputValue();
    expect(value).toMatch(/^tp_[\w-]{43}$/);
    await app.page.keyboard.press('Escape');
    expect(await shown.isVisible()).toBe(true);
    await pictures('key');
    await shown.getByRole('button', { name: 'Copy Key' }).click();
    await expect.poll(() => shown.getByRole('status').textContent()).toBe('Copied');
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });
    await row('Build server').waitFor();
    expect(await row('Build server').textContent()).toMatch(/Build server.*Read and write.*Owner.*just now/);
    const stored = await app.page.evaluate(
      () =>
        JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.cookie + document.documentElement.outerHTML,
    );
    expect(stored).toContain('Build server');
    expect(stored).not.toContain(value.slice(3));
    const bytes = onDisk();
    expect(bytes).toContain('Build server');
    expect(bytes).not.toContain(value.slice(3));
    await pictures('keys');
  });

  test('the value is also shown if the form was cancelled while the key was created', async () => {
    await newKey('Impatient');
    await dialog('New API key').evaluate((form) => {
      form.querySelector<HTMLElement>('button[type=submit]')?.click();
      form.querySelector<HTMLElement>('.dialog-form .dialog-buttons button[type=button]')?.click();
    });
    const shown = app.page.getByRole('alertdialog', { name: 'Key “Impatient” created' });
    expect(await shown.getByLabel('Key', { exact: true }).inputValue()).toMatch(/^tp_[\w-]{43}$/);
    expect(await dialog('New API key').count()).toBe(0);
    await shown.getByRole('button', { name: 'Done' }).click();
    await chooseMenuItem(app, 'More for Impatient', /^Revoke/);
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row('Impatient').waitFor({ state: 'detached' });
  });

  test('its permissions can be changed, and revoking needs a confirmation', async () => {
    await chooseMenuItem(app, 'More for Build server', /^Edit/);
    await dialog('Edit key').getByText('Write projects').click();
    await dialog('Edit key').getByRole('button', { name: 'Save' }).click();
    await row('Build server').getByText('Read', { exact: true }).waitFor();
    await chooseMenuItem(app, 'More for Build server', /^Revoke/);
    const question = app.page.getByRole('alertdialog', { name: 'Revoke “Build server”?' });
    await expectFocused(question.getByRole('button', { name: 'Cancel' }));
    await app.page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await row('Build server').count()).toBe(1);
    await chooseMenuItem(app, 'More for Build server', /^Revoke/);
    await question.getByRole('button', { name: 'Revoke' }).click();
    await settings().getByText('No keys yet').waitFor();
  });
});

describe('members', () => {
  test('[G2] an external member belongs to one project, and can have a key', async () => {
    await openSettings(app, 'Members');
    await row('Owner').waitFor();
    await settings().getByRole('button', { name: 'New member' }).click();
    const form = dialog('New member');
    await form.getByLabel('Name').fill('Translator');
    await form.getByText('External: has access').click();
    await form.getByRole('button', { name: /Add project/ }).click();
    await app.page.getByRole('option', { name: 'Quiet' }).click();
    await form.getByRole('group', { name: 'Quiet' }).getByText('Edit').click();
    await pictures('member');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await row('Translator').waitFor();
    expect(await row('Translator').textContent()).toMatch(/External.*Only 1 project/);
    await pictures('members');
    await openSettings(app, 'API keys');
    await newKey('Texts');
    await dialog('New API key')
      .getByRole('button', { name: /Owner.*Member/ })
      .click();
    await app.page.getByRole('option', { name: 'Translator' }).click();
    await dialog('New API key').getByRole('button', { name: 'Create', exact: true }).click();
    await app.page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => row('Texts').textContent()).toMatch(/Read.*Translator/);
  });

  test('removing a member revokes the keys; the only owner cannot be removed, and the dialog explains why', async () => {
    await openSettings(app, 'Members');
    await chooseMenuItem(app, 'More for Owner', /^Remove/);
    const owner = app.page.getByRole('alertdialog', { name: 'Remove “Owner”?' });
    await owner.getByRole('button', { name: 'Remove' }).click();
    await owner.getByText('Owner is the only member with all permissions').waitFor();
    await owner.getByRole('button', { name: 'Cancel' }).click();
    await chooseMenuItem(app, 'More for Translator', /^Remove/);
    const question = app.page.getByRole('alertdialog', { name: 'Remove “Translator”?' });
    await question.getByText('1 key of this member will be revoked').waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    // One dialog is shown at a time.
    await settings().waitFor();
    await expect.poll(() => row('Translator').count()).toBe(0);
    await openSettings(app, 'API keys');
    await settings().getByText('No keys yet').waitFor();
  });
});

describe('the workspace', () => {
  test('name, seats, capacity and exports are changed; an invalid number is an error at its field', async () => {
    await openSettings(app, 'Local workspace');
    await settings().getByLabel('Name').fill('Studio');
    await settings().getByLabel('Seats').fill('many');
    await settings().getByText('Enter an integer of 0 or more.').waitFor();
    expect(await settings().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await pictures('workspace');
    await settings().getByLabel('Seats').fill('3');
    await settings().getByLabel('Projects', { exact: true }).fill('12');
    await settings().getByText('Unreal').click();
    await settings().getByRole('button', { name: 'Save' }).click();
    await settings().getByText('Saved').waitFor();
    await app.page.keyboard.press('Escape');
    await settings().waitFor({ state: 'detached' });
    await goToProjectList(app);
    await openSettings(app, 'Local workspace');
    await expect.poll(() => settings().getByLabel('Name').inputValue()).toBe('Studio');
    expect(await settings().getByLabel('Seats').inputValue()).toBe('3');
    expect(await settings().getByLabel('Projects', { exact: true }).inputValue()).toBe('12');
    expect(await settings().getByRole('checkbox', { name: 'Unreal' }).isChecked()).toBe(false);
    expect(await settings().getByLabel('File size (MB)').inputValue()).toBe('400');
  });
});

describe('the REST service', () => {
  const address = () => settings().getByLabel('Address', { exact: true });
  const letIn = () => settings().getByText('Enable the REST API');
  const usePort = async (port: number) => {
    await settings().getByLabel(/^Port/).fill(String(port));
    await settings().getByRole('button', { name: 'Change port' }).click();
  };
  const projectsBy = async (url: string, key: string) => {
    const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
    const { status } = await fetch(`${url}/api/v1/workspace/projects`, { headers });
    return status;
  };

  test('is off, and shows why it cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await openSettings(app, 'REST API');
    await settings().getByText('Only programs on this computer can connect').waitFor();
    expect(await settings().getByRole('switch').isChecked()).toBe(false);
    expect(await address().count()).toBe(0);
    await usePort(port);
    await letIn().click();
    await settings().getByRole('alert').waitFor();
    expect(await settings().getByRole('alert').textContent()).toContain(String(port));
    await pictures('service-problem');
    other.close();
  });

  test('shows its address on a free port; a key works until it is revoked', async () => {
    await usePort(0);
    await address().waitFor();
    const url = await address().inputValue();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await pictures('service');
    await settings().getByRole('button', { name: 'Manage API keys' }).click();
    await newKey('Reader');
    await dialog('New API key').getByRole('button', { name: 'Create', exact: true }).click();
    const value = await app.page.getByLabel('Key', { exact: true }).inputValue();
    await app.page.getByRole('button', { name: 'Done' }).click();
    expect(await projectsBy(url, value)).toBe(200);
    await chooseMenuItem(app, 'More for Reader', /^Revoke/);
    await app.page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await settings().getByText('No keys yet').waitFor();
    expect(await projectsBy(url, value)).toBe(401);
    await openSettings(app, 'REST API');
    await letIn().click();
    await expect.poll(() => address().count()).toBe(0);
    await expect(projectsBy(url, value)).rejects.toThrow();
    expect(onDisk()).not.toContain(value.slice(3));
  });
});
