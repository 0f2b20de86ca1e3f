/**
 * The window's calls and events. Only the page of our own window may call. What the desktop answers itself is parsed here; the rest
 * is parsed where it is carried out, in the worker, and passes through as it is. The schemas are loaded for the first call of the
 * desktop's own: making a thousand of them would keep the main thread busy while the window opens.
 */

import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { type CallResult, type DesktopCallName, isDesktopCallName } from '../../shared/contracts/ipc/call-types.ts';
import type { AppInfo } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { isAppPage } from './app-page.ts';
import { ipcChannels } from './bridge-types.ts';
import { createDialogHandlers } from './dialog-handlers.ts';
import type { SpellChecker } from './spell-checker.ts';
import { type BackgroundSetting, createWindowHandlers } from './window-handlers.ts';

interface IpcDeps {
  readonly backend: Backend;
  readonly info: AppInfo;
  readonly log: (line: string) => void;
  readonly backgroundSetting: BackgroundSetting;
  readonly spellChecker: SpellChecker;
  /** The window there is now. */
  window(): BrowserWindow | undefined;
}

export function registerIpcHandlers({ backend, info, log, backgroundSetting, spellChecker, window }: IpcDeps): void {
  ipcMain.handle(ipcChannels.call, async (event, name: unknown, input: unknown): Promise<CallResult> => {
    const asking = window();
    if (!asking || !isFromAppPage(event, asking)) return toFailure(new Problem('forbidden', message('problem.app.windowOnly')));
    if (typeof name !== 'string') return toFailure(new Problem('unsupported', message('problem.app.callWithoutName')));
    try {
      if (name === 'app.info') return { ok: true, value: info };
      if (isDesktopCallName(name))
        return { ok: true, value: await handleDesktopCall(name, input, asking, { backgroundSetting, spellChecker }) };
      return await backend.call(name, input);
    } catch (error) {
      if (!(error instanceof Problem)) log(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
      return toFailure(Problem.from(error));
    }
  });
  backend.onEvents((events) => {
    const hearing = window();
    if (hearing && !hearing.isDestroyed()) hearing.webContents.send(ipcChannels.events, events);
  });
}

async function handleDesktopCall(
  name: DesktopCallName,
  input: unknown,
  window: BrowserWindow,
  { backgroundSetting, spellChecker }: Pick<IpcDeps, 'backgroundSetting' | 'spellChecker'>,
): Promise<unknown> {
  const { parseCallName, parseCallInput } = await import('../app/parse-call.ts');
  parseCallName(name);
  const perform = { ...createDialogHandlers(window), ...createWindowHandlers(window, backgroundSetting, spellChecker) }[name] as (
    input: unknown,
  ) => Promise<unknown>;
  return perform(parseCallInput(name, input));
}

function isFromAppPage({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  const { webContents } = window;
  return sender === webContents && senderFrame !== null && senderFrame === webContents.mainFrame && isAppPage(senderFrame.url);
}

const toFailure = (problem: Problem): CallResult => ({ ok: false, problem: problem.serialize() });
