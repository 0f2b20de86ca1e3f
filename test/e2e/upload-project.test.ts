/** A project can be uploaded before any workspace is connected: the upload continues after the connection. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { type HostedWorkspace, startHostedWorkspace } from './hosted-workspace.ts';
import { chooseMenuItem, createProject } from './user-steps.ts';

let app: TestApp;
let hosted: HostedWorkspace;

beforeAll(async () => {
  hosted = await startHostedWorkspace();
  app = await launchApp({ mayLog: /net::ERR|Failed to load resource/ });
});
afterAll(async () => {
  await app?.close();
  await hosted?.close();
});

test('the upload of a project continues when a workspace has been connected for it', async () => {
  await createProject(app, 'Empty', 'Harbour');
  await chooseMenuItem(app, 'More for Harbour', /^Upload this project/);
  const form = app.page.getByRole('dialog', { name: 'Connect a workspace' });
  await form.getByText('To upload “Harbour”, connect a workspace first.').waitFor();
  await form.getByLabel('Name').fill('Studio');
  await form.getByLabel('Address').fill(hosted.url());
  await form.getByRole('textbox', { name: 'API key', exact: true }).fill(hosted.key());
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  const upload = app.page.getByRole('dialog', { name: 'Upload “Harbour” to a workspace' });
  await upload.waitFor();
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => upload.evaluate((each) => each.contains(document.activeElement))).toBe(true);
});
