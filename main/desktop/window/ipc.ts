/**
 * The calls and events of the windows. Only the page of one of our own windows may call. The calls that the desktop handles itself are parsed here; the
 * others are forwarded to the worker, which parses and executes them. The schemas of the former are loaded at the first of them; those of all calls,
 * a thousand, are never loaded here.
 */

import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import { type CallResult, type DesktopCallName, isDesktopCallName, toFailedResult } from '../../../shared/contracts/ipc/call-types.ts';
import type { AppInfo } from '../../../shared/contracts/ipc/results.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeError } from '../../platform/errors.ts';
import { isAppPage } from './app-page.ts';
import type { AppWindows } from './app-window.ts';
import { ipcChannels } from './bridge-types.ts';
import { createDialogHandlers, createWindowHandlers, type WindowHandlerDeps } from './calls.ts';
import { ChosenFiles } from './chosen-files.ts';

interface IpcDeps extends WindowHandlerDeps {
  readonly backend: Backend;
  readonly info: AppInfo;
  readonly log: (line: string) => void;
  readonly windows: Pick<AppWindows, 'of' | 'send'>;
}

export function registerIpcHandlers({ backend, info, log, windows, ...deps }: IpcDeps): void {
  const chosenFiles = new ChosenFiles();
  ipcMain.handle(ipcChannels.call, async (event, name: unknown, input: unknown): Promise<CallResult> => {
    const asking = windows.of(event.sender);
    if (!asking || !isFromAppPage(event, asking)) return toFailedResult(new Problem('forbidden', message('problem.app.windowOnly')));
    if (typeof name !== 'string') return toFailedResult(new Problem('unsupported', message('problem.app.callWithoutName')));
    try {
      if (name === 'app.info') return { ok: true, value: info };
      if (isDesktopCallName(name)) return { ok: true, value: await handleDesktopCall(name, input, asking, { ...deps, chosenFiles }) };
      return await chosenFiles.run(name, input, () => backend.call(name, input));
    } catch (error) {
      if (!(error instanceof Problem)) log(`${name} failed: ${describeError(error)}`);
      return toFailedResult(Problem.from(error));
    }
  });
  ipcMain.on(ipcChannels.dropped, (event, path: unknown) => {
    const asking = windows.of(event.sender);
    if (asking && isFromAppPage(event, asking) && typeof path === 'string') chosenFiles.addFolder(path);
  });
  backend.onEvents(windows.send);
}

interface DesktopCallDeps extends WindowHandlerDeps {
  readonly chosenFiles: ChosenFiles;
}

async function handleDesktopCall(name: DesktopCallName, input: unknown, window: BrowserWindow, deps: DesktopCallDeps): Promise<unknown> {
  const [{ desktopCalls }, { parseCallName, parseInput }] = await Promise.all([
    import('../../../shared/contracts/ipc/desktop-calls.ts'),
    import('../../../shared/contracts/ipc/parse-call.ts'),
  ]);
  const { input: schema } = desktopCalls[parseCallName(desktopCalls, name)];
  const handlers = {
    ...createDialogHandlers(window, deps.language, deps.chosenFiles),
    ...createWindowHandlers(window, deps, deps.chosenFiles),
  };
  // The handler of this call accepts the input that its schema returns.
  const handle = handlers[name] as (input: unknown) => Promise<unknown>;
  return handle(parseInput(schema, input));
}

function isFromAppPage({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent, window: BrowserWindow): boolean {
  const { webContents } = window;
  return sender === webContents && senderFrame !== null && senderFrame === webContents.mainFrame && isAppPage(senderFrame.url);
}
