/** The status of sync outside of the window: the tray item with its menu, and notifications that open their conflict. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { type DesktopSession, startDesktopSession } from './desktop-session.ts';
import { type HostedWorkspace, startHostedWorkspace } from './hosted-workspace.ts';
import { goToProjectList } from './user-steps.ts';

let app: TestApp;
let desk: DesktopSession;
let hosted: HostedWorkspace;
let elements: string[] = [];
/** The current window. */
let page: TestApp['page'];

beforeAll(async () => {
  hosted = await startHostedWorkspace();
  desk = await startDesktopSession({ keyStore: false });
  app = await launchApp({ env: desk.env, mayLog: /net::ERR|Failed to load resource/ });
  page = app.page;
  await page.getByRole('heading', { name: 'Create a project' }).waitFor();
  elements = Object.keys((await hosted.request('GET', '/json')).elements as object);
});
afterAll(async () => {
  await app?.close();
  await desk?.close();
  await hosted?.close();
});

const call: ReturnType<typeof createBackendCall> = (name, input) => createBackendCall({ page })(name, input);
const electron = () => {
  if (!app.electron) throw new Error('This test is for the desktop.');
  return app.electron;
};
const isVisible = () => electron().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
const hide = () => electron().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
const labels = async () => (await desk.readItem()).menu.filter(({ separator }) => !separator).map(({ label }) => label);
/** Changes an element on both sides while the workspace cannot be reached, then makes it reachable again. */
async function disagree(element: string, text: string): Promise<void> {
  await hosted.stop();
  const fields = { content: { en: { text: `<p>Mine: ${text}</p>` } } };
  await call('project.send', { hash: hosted.hash, command: { do: 'change', kind: 'element', id: element, fields } });
  await hosted.requestAsOther('PATCH', `/element/${element}`, { content: `<p>Theirs: ${text}</p>` });
  await hosted.start();
}

describe('the item in the tray', () => {
  test('appears once a project is synced, and shows its status', async () => {
    expect(desk.countTrayItems()).toBe(0);
    await call('remote.add', { name: 'Studio', url: hosted.url(), key: { key: hosted.key() } });
    await call('sync.add', { remote: 'Studio', hash: hosted.hash });
    await expect.poll(desk.countTrayItems).toBe(1);
    await expect
      .poll(labels)
      .toEqual([`${hosted.name}: Synced`, 'Sync now', 'Pause for 30 minutes', 'Pause until resumed', 'Open Taleport', 'Quit Taleport']);
    const { tooltip, icon } = await desk.readItem();
    expect(tooltip).toBe('Taleport · Synced');
    expect(icon).toEqual([32, 32]);
  });

  test('pauses for a while or without an end, and resumes', async () => {
    await desk.choose('Pause for 30 minutes');
    await expect.poll(async () => (await labels())[0]).toMatch(/: Paused until \d\d:\d\d$/);
    await desk.choose('Resume');
    await expect.poll(async () => (await labels())[0]).toBe(`${hosted.name}: Synced`);
    await desk.choose('Pause until resumed');
    await expect.poll(async () => (await desk.readItem()).tooltip).toBe('Taleport · Paused');
    await desk.choose('Resume');
    await expect.poll(async () => (await desk.readItem()).tooltip).toBe('Taleport · Synced');
  });
});

describe('a notification', () => {
  test('of a conflict opens it in its project, once the open dialog has been closed', async () => {
    const [first = ''] = elements;
    await goToProjectList({ page });
    await page.getByRole('button', { name: 'New project…', exact: true }).click();
    const newProject = page.getByRole('dialog', { name: 'New project' });
    await newProject.waitFor();
    await hide();
    await disagree(first, 'one');
    await call('sync.run', {});
    await expect.poll(() => desk.notifications.length).toBe(1);
    const [notified] = desk.notifications;
    expect(notified).toMatchObject({ title: `1 conflict in ${hosted.name}` });
    expect(notified?.body).toContain('was also changed in Studio');
    await expect.poll(async () => (await labels())[0]).toBe(`${hosted.name}: Needs attention · 1 conflict`);

    await desk.clickNotification(notified?.id ?? 0);
    await expect.poll(isVisible).toBe(true);
    await newProject.getByLabel('Name').press('Escape');
    await newProject.waitFor({ state: 'detached' });
    const conflicts = page.getByRole('dialog', { name: 'Conflicts' });
    await conflicts.locator('.edited').getByText('Mine: one').waitFor();
    await conflicts.getByRole('button', { name: 'Close' }).click();
    await conflicts.waitFor({ state: 'detached' });
    await page.locator('.board[data-ready]').waitFor();
  });

  test('opens the closed window at the newer of two conflicts; the tray opens one, too', async () => {
    const [, second = ''] = elements;
    await call('window.background', { on: true });
    await disagree(second, 'two');
    await electron().closeWindows();
    await desk.choose('Sync now');
    await expect.poll(() => desk.notifications.length).toBe(2);
    const notified = desk.notifications[1];
    expect(notified?.title).toBe(`1 conflict in ${hosted.name}`);
    const [opened] = await Promise.all([electron().nextWindow(), desk.clickNotification(notified?.id ?? 0)]);
    page = opened;
    const conflicts = page.getByRole('dialog', { name: 'Conflicts' });
    await conflicts.locator('.edited').getByText('Mine: two').waitFor();
    expect(await conflicts.getByRole('option').count()).toBe(2);

    await electron().closeWindows();
    [page] = await Promise.all([electron().nextWindow(), desk.choose('Open Taleport')]);
    // The project that was open last is opened again.
    await page.locator('.board[data-ready]').waitFor();
  });

  test('shows why work is blocked', async () => {
    await hide();
    await hosted.replaceKey();
    await call('sync.run', {});
    await expect.poll(() => desk.notifications.length).toBe(3);
    expect(desk.notifications[2]).toMatchObject({ title: `Sync of ${hosted.name} has stopped` });
    expect(desk.notifications[2]?.body).toContain('kept on this computer');
  });
});

test('the item of the tray ends the program', async () => {
  const ended = new Promise<void>((resolve) => electron().process.once('exit', () => resolve()));
  await desk.choose('Quit Taleport');
  await ended;
});
