/** From starting the program until its window shows the project list, beside an Electron that opens an empty window. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideElectron } from '../../scripts/provide-electron.mjs';
import { startXvfb } from '../../scripts/xvfb.mjs';
import { timeUntilShown } from '../e2e/electron-app.ts';
import { root } from '../root.ts';
import { formatMilliseconds } from './export.bench.ts';
import { median, type Row } from './measure.ts';

export async function benchWindow(): Promise<Row[]> {
  const electron = await provideElectron({ allowFallback: true });
  if ('reason' in electron)
    return [{ what: `the window (not measured: ${electron.reason})`, ours: '', limit: '', ratio: Number.NaN, aim: '≤ 1.5 ×', number: 0 }];
  const screen = process.env.DISPLAY ? undefined : await startXvfb();
  if (screen && 'reason' in screen)
    return [{ what: `the window (not measured: ${screen.reason})`, ours: '', limit: '', ratio: Number.NaN, aim: '≤ 1.5 ×', number: 0 }];
  const env = {
    ...process.env,
    ...(screen ? { DISPLAY: screen.display } : {}),
    ...(electron.sqliteBinding ? { TALEPORT_SQLITE_BINDING: electron.sqliteBinding } : {}),
  } as Record<string, string>;
  const work = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const empty = emptyApp(join(work, 'empty'));
  const start = async (app: string, shows: string, ...args: string[]) =>
    (await timeUntilShown({ executable: electron.executable, args: [app, ...args], env, sandbox: 'off' }, shows)) / 1000;
  const [ours, limit]: [number[], number[]] = [[], []];
  for (let round = 0; round < 4; round++) {
    // Not its heading, which is shown earlier: the list itself, or the first steps if it is empty.
    ours.push(await start(root, '.project-list, .onboarding-steps', '--data', join(work, 'data')));
    limit.push(await start(empty, 'h1'));
  }
  if (screen && 'end' in screen) screen.end();
  rmSync(work, { recursive: true, force: true });
  const [mine, least] = [median(ours.slice(1)), median(limit.slice(1))];
  return [
    {
      what: `window with the project list (Electron ${electron.version})`,
      ours: formatMilliseconds(mine),
      limit: `${formatMilliseconds(least)} (empty window)`,
      ratio: mine / least,
      aim: '≤ 1.5 ×',
      number: mine,
    },
  ];
}

/** The smallest possible app: one window with one heading. */
function emptyApp(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","version":"1.0.0","main":"main.cjs"}');
  writeFileSync(
    join(folder, 'main.cjs'),
    "const { app, BrowserWindow } = require('electron');\napp.whenReady().then(() => new BrowserWindow({ width: 1200, height: 800 }).loadURL('data:text/html,<h1>Empty</h1>'));\n",
  );
  return folder;
}
