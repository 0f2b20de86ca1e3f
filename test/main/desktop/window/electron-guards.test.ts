/**
 * The guards of the desktop that Electron calls: who may make calls, and which permissions a page gets. Electron is replaced by the parts
 * of it that they use.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserWindow, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallResult } from '../../../../shared/contracts/ipc/call-types.ts';

type Handler = (event: IpcMainInvokeEvent, name: unknown, input: unknown) => Promise<CallResult>;
const handlers: Handler[] = [];
type Listener = (event: unknown, path: unknown) => void;
const dropListeners: Listener[] = [];
vi.mock('electron', () => ({
  app: { isPackaged: true, on: () => undefined },
  ipcMain: {
    handle: (_channel: string, handler: Handler) => handlers.push(handler),
    on: (_channel: string, listener: Listener) => dropListeners.push(listener),
  },
  protocol: {},
  dialog: {},
  shell: {},
}));

vi.resetModules();
const { registerIpcHandlers } = await import('../../../../main/desktop/window/ipc.ts');
const { denyPermissions } = await import('../../../../main/desktop/window/app-page.ts');

describe('a call of the window', () => {
  const mainFrame = { url: 'app://taleport/' };
  // The guards read nothing else of the window and its page.
  const webContents = { mainFrame } as unknown as WebContents;
  const window = { webContents } as unknown as BrowserWindow;
  const called: string[] = [];
  let answer: (sender: unknown, senderFrame: unknown, name?: string, input?: unknown) => Promise<CallResult>;

  beforeEach(() => {
    handlers.length = 0;
    dropListeners.length = 0;
    called.length = 0;
    const deps = {
      backend: {
        call: async (name: string) => {
          called.push(name);
          return { ok: true, value: null };
        },
        onEvents: () => () => undefined,
      },
      info: {},
      log: () => undefined,
      windows: { of: (page: WebContents) => (page === webContents ? window : undefined), send: () => undefined },
    };
    // The rest is needed by calls of the desktop's own only.
    registerIpcHandlers(deps as unknown as Parameters<typeof registerIpcHandlers>[0]);
    answer = (sender, senderFrame, name = 'project.list', input = {}) =>
      handlers[0]?.({ sender, senderFrame } as unknown as IpcMainInvokeEvent, name, input) ?? Promise.reject(new Error('No handler'));
  });

  test('is answered only for the main frame of the own window at the own address', async () => {
    expect(await answer(webContents, mainFrame)).toEqual({ ok: true, value: null });
    expect(called).toEqual(['project.list']);
    const refused: (readonly [unknown, unknown])[] = [
      [{ mainFrame }, mainFrame],
      [webContents, null],
      [webContents, { url: 'app://taleport/' }],
    ];
    for (const [sender, frame] of refused) expect(await answer(sender, frame)).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    expect(called).toEqual(['project.list']);
  });

  test('may write into a folder that was dropped on the own window, and into no other', async () => {
    const open = (folder: string) => answer(webContents, mainFrame, 'folder.open', { folder });
    dropListeners[0]?.({ sender: webContents, senderFrame: { url: 'app://taleport/' } }, '/home/me/other');
    expect(await open('/home/me/other')).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    dropListeners[0]?.({ sender: webContents, senderFrame: mainFrame }, '/home/me/story');
    expect(await open('/home/me/story')).toEqual({ ok: true, value: null });
    expect(called).toEqual(['folder.open']);
  });

  test.each([
    'https://taleport/',
    'app://other/',
    'file:///taleport/index.html',
    'about:blank',
    'data:text/html,x',
    'app://taleport.example/',
    '',
  ])('is refused when the own frame is at %s', async (url) => {
    const frame = { url };
    const elsewhere = { mainFrame: frame };
    Object.assign(window, { webContents: elsewhere });
    expect(await answer(elsewhere, frame)).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    Object.assign(window, { webContents });
    expect(called).toEqual([]);
  });
});

test('a page gets no permission but to write text to the clipboard', () => {
  type Decide = (granted: boolean) => void;
  const set: {
    request?: (contents: unknown, permission: string, decide: Decide) => void;
    check?: (contents: unknown, permission: string) => boolean;
    device?: () => boolean;
  } = {};
  // denyPermissions only sets these handlers of a session.
  denyPermissions({
    setPermissionRequestHandler: (handler: typeof set.request) => Object.assign(set, { request: handler }),
    setPermissionCheckHandler: (handler: typeof set.check) => Object.assign(set, { check: handler }),
    setDevicePermissionHandler: (handler: typeof set.device) => Object.assign(set, { device: handler }),
  } as unknown as Session);
  const permissions = [
    'media',
    'geolocation',
    'notifications',
    'midi',
    'openExternal',
    'fullscreen',
    'hid',
    'usb',
    'clipboard-read',
    'fileSystem',
  ];
  for (const permission of [...permissions, 'clipboard-sanitized-write']) {
    const isAllowed = permission === 'clipboard-sanitized-write';
    const granted: boolean[] = [];
    set.request?.(null, permission, (each) => granted.push(each));
    expect([permission, granted, set.check?.(null, permission)]).toEqual([permission, [isAllowed], isAllowed]);
  }
  expect(set.device?.()).toBe(false);
});

test('the version of Electron is pinned, and it is the one that the documents name', () => {
  const root = resolve(import.meta.dirname, '../../../..');
  const { devDependencies, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pinned = String({ ...dependencies, ...devDependencies }.electron);
  expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
  const row = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| 16 |'));
  expect(row).toContain(`Electron ${pinned.split('.')[0]}`);
});
