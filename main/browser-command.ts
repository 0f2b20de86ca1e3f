/** `taleport browser`: serves the app to a browser on this machine until it is ended. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Problem } from './../shared/problem.ts';
import { openGate } from './browser-shell/gate.ts';
import { listen } from './browser-shell/listen.ts';
import { browserShell } from './browser-shell/shell.ts';
import { type CommandEntry, defineCommand } from './command-line/command-entry.ts';
import { portIn } from './command-line/port.ts';
import { version } from './version.ts';

/** `screen` is the folder of the built screen. Prints `Taleport: ADDRESS` when ready, and nothing else on stdout. */
export const browserCommand = (screen: string): CommandEntry =>
  defineCommand({
    name: 'browser',
    usage: '[--port N]',
    does: 'serves the app to a browser on this machine until it is ended (Ctrl+C)',
    words: [],
    options: { port: { type: 'string' } },
    async run({ values }, session) {
      const asked = portIn(values.port);
      if (!existsSync(join(screen, 'index.html')))
        throw new Problem(
          'unsupported',
          `The screen has not been built (there is no ${join(screen, 'index.html')}): run "npm run build" first.`,
        );
      const { call, onEvents, dataFolder, json, print, ready, stopped } = session({ stays: true });
      const ended = stopped();
      await ready();
      let port = 0;
      const gate = openGate(() => port);
      const info = { version, shell: 'browser', platform: process.platform, dataFolder } as const;
      const shell = browserShell({ screen, info, call, onEvents }, gate);
      const server = await listen(getRequestListener(shell.fetch), asked);
      port = server.port;
      const url = `http://127.0.0.1:${port}/?token=${gate.token}`;
      print(json ? JSON.stringify({ url }) : `Taleport: ${url}`);
      await ended;
      await server.close();
      return undefined;
    },
  });
