/** Integrates an installed program into the system: opens it at login, and adds a command to the terminal. */
import { existsSync } from 'node:fs';
import { app } from 'electron';
import type { SystemStatus } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { errorMessageOf } from '../platform/errors.ts';
import { type CommandLineTool, createCommandLineTool } from './command-line-tool.ts';
import { createAutostartFile, createSystemLoginItem, type LoginItem, userConfigFolder } from './login-item.ts';
import { detectPackageKind, findOwnAppImage } from './updates/package-kind.ts';

export interface SystemIntegration {
  status(): Promise<SystemStatus>;
  setOpensAtLogin(on: boolean): Promise<void>;
  /** Rejects with a Problem `folder`. */
  installCommandLineTool(): Promise<void>;
}

export function openSystemIntegration(): SystemIntegration {
  const executable = findOwnAppImage(process.env, process.execPath) ?? process.execPath;
  const loginItem = app.isPackaged ? createLoginItem(executable) : null;
  const tool = app.isPackaged && !hasOwnCommand() ? createCommandLineTool(process.platform, executable) : null;
  return {
    status: async () => ({
      opensAtLogin: loginItem && (await loginItem.isOn()),
      commandLineTool: tool && { path: tool.path, isInstalled: await tool.isInstalled() },
    }),
    setOpensAtLogin: async (on) => loginItem?.set(on),
    async installCommandLineTool() {
      if (tool) await installTool(tool);
    },
  };
}

const createLoginItem = (executable: string): LoginItem =>
  process.platform === 'linux' ? createAutostartFile(executable, userConfigFolder()) : createSystemLoginItem(app);

/** Whether the package itself has put the command on the PATH, as those for Debian and Fedora and the installer for Windows do. */
const hasOwnCommand = (): boolean =>
  detectPackageKind(process.platform, process.env, process.execPath) === 'windowsInstaller' ||
  (process.platform === 'linux' && process.execPath.startsWith('/opt/') && existsSync('/usr/bin/taleport'));

async function installTool(tool: CommandLineTool): Promise<void> {
  try {
    await tool.install();
  } catch (error) {
    const reason = errorMessageOf(error);
    throw new Problem('folder', message('desktop.toolNotInstalled', { path: tool.path, reason }), { cause: error });
  }
}
