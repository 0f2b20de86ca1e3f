/**
 * The window's calls and events. Only the page of our own window may call. What the desktop answers itself is parsed here; the rest
 * is parsed where it is carried out, in the worker, and passes through as it is. The schemas are loaded for the first call of the
 * desktop's own: making a thousand of them would keep the main thread busy while the window opens.
 */
import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { AppInfo } from '../../shared/ipc/answers.ts';
import { type Answer, type DesktopCall, isDesktopCall } from '../../shared/ipc/ask.ts';
import { Problem } from '../../shared/problem.ts';
import type { Parts } from '../parts.ts';
import { channels } from './bridge-types.ts';
import { dialogsOf } from './dialogs.ts';
import { isOwnPage } from './own-page.ts';
import type { SpellingCheck } from './spelling.ts';
import { type BackgroundSwitch, windowCallsOf } from './window-calls.ts';

interface Deps {
  readonly parts: Parts;
  readonly info: AppInfo;
  readonly log: (line: string) => void;
  readonly background: BackgroundSwitch;
  readonly spelling: SpellingCheck;
  /** The window there is now. */
  window(): BrowserWindow | undefined;
}

export function serveWindow({ parts, info, log, background, spelling, window }: Deps): void {
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown): Promise<Answer> => {
    const asking = window();
    if (!asking || !isFromOwnPage(event, asking)) return failed(new Problem('forbidden', 'Only the window of Taleport may ask for this.'));
    if (typeof name !== 'string') return failed(new Problem('unsupported', 'A call has a name.'));
    try {
      if (name === 'app.info') return { ok: true, value: info };
      if (isDesktopCall(name)) return { ok: true, value: await open(name, input, asking, { background, spelling }) };
      return await parts.call(name, input);
    } catch (error) {
      if (!(error instanceof Problem)) log(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
      return failed(Problem.from(error));
    }
  });
  parts.onEvents((events) => {
    const hearing = window();
    if (hearing && !hearing.isDestroyed()) hearing.webContents.send(channels.events, events);
  });
}

async function open(
  name: DesktopCall,
  input: unknown,
  window: BrowserWindow,
  { background, spelling }: Pick<Deps, 'background' | 'spelling'>,
): Promise<unknown> {
  const { readCallName, readInput } = await import('../parts/read-input.ts');
  readCallName(name);
  const perform = { ...dialogsOf(window), ...windowCallsOf(window, background, spelling) }[name] as (input: unknown) => Promise<unknown>;
  return perform(readInput(name, input));
}

function isFromOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  const { webContents } = window;
  return sender === webContents && senderFrame !== null && senderFrame === webContents.mainFrame && isOwnPage(senderFrame.url);
}

const failed = (problem: Problem): Answer => ({ ok: false, problem: problem.toJSON() });
