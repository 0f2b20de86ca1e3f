/** `taleport browser`: serves the app to a browser on this machine until it is stopped. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { type CliCommand, defineCliCommand, parsePort } from '../cli/define-command.ts';
import { openLog } from '../platform/log.ts';
import { version } from '../platform/version.ts';

/** Prints `Taleport: ADDRESS` when ready, and again whenever that address has been used; nothing else on stdout. */
export const createBrowserCommand = (rendererFolder: string): CliCommand =>
  defineCliCommand({
    name: 'browser',
    usage: '[--port N]',
    description: message('cli.browser.description'),
    positionals: [],
    options: { port: { type: 'string' } },
    async run({ values }, session) {
      const requestedPort = parsePort(values.port);
      if (!existsSync(join(rendererFolder, 'index.html')))
        throw new Problem('unsupported', message('problem.browser.notBuilt', { file: join(rendererFolder, 'index.html') }));
      const { call, onEvents, dataFolder, json, print, connect, waitForStop } = session({ longRunning: true });
      const ended = waitForStop();
      await connect();
      // Every command loads this file, and only this one the server.
      const [{ createBrowserShell }, { listenOnLoopback }, { createSessionGuard }] = await Promise.all([
        import('./browser-shell.ts'),
        import('./listen-on-loopback.ts'),
        import('./session-guard.ts'),
      ]);
      let port = 0;
      const printAddress = () => {
        const url = guard.entryAddress();
        print(json ? JSON.stringify({ url }) : `Taleport: ${url}`);
      };
      const guard = createSessionGuard({ port: () => port, onEntry: printAddress });
      const info = { version, shell: 'browser', platform: process.platform, dataFolder } as const;
      const shell = createBrowserShell({ rendererFolder, info, call, onEvents }, guard);
      const server = await listenOnLoopback(shell.fetch, requestedPort, openLog(dataFolder, 'window'));
      port = server.port;
      printAddress();
      await ended;
      await server.close();
      return undefined;
    },
  });
