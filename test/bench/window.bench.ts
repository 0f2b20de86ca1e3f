/** From starting the program until its window shows the project list, or the board of the project that it opens again, beside an empty window. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../main/engine/engine.ts';
import { provideElectron } from '../../scripts/provide-electron.mjs';
import { startXvfb } from '../../scripts/xvfb.mjs';
import { timeUntilShown } from '../e2e/electron-app.ts';
import { root } from '../root.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { formatMilliseconds } from './export.bench.ts';
import { median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

/** Elements of the project that is opened again. */
const REOPENED = 1000;

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
  const environment = createTestEnvironment(7);
  const engine = openEngine(join(work, 'reopened'), environment);
  const { hash } = engine.createProject(largeStory(environment, REOPENED, 500));
  await engine.close();
  const times: Record<'list' | 'reopened' | 'empty', number[]> = { list: [], reopened: [], empty: [] };
  for (let round = 0; round < 4; round++) {
    // Not its heading, which is shown earlier: the list itself, or the first steps if it is empty.
    times.list.push(await start(root, '.project-list, .onboarding-steps', '--data', join(work, 'data')));
    // The first start opens the project, the others open it again.
    const opened = round === 0 ? [`taleport://open/${hash}`] : [];
    times.reopened.push(await start(root, '.board[data-ready] .react-flow__node', '--data', join(work, 'reopened'), ...opened));
    times.empty.push(await start(empty, 'h1'));
  }
  if (screen && 'end' in screen) screen.end();
  rmSync(work, { recursive: true, force: true });
  const least = median(times.empty.slice(1));
  const row = (what: string, measured: readonly number[], aim: string): Row => {
    const mine = median(measured.slice(1));
    return {
      what: `${what} (Electron ${electron.version})`,
      ours: formatMilliseconds(mine),
      limit: `${formatMilliseconds(least)} (empty window)`,
      ratio: mine / least,
      aim,
      number: mine,
    };
  };
  return [
    row('window with the project list', times.list, '≤ 1.5 ×'),
    row(`window with a board of 500 of the project that was open last, ${REOPENED} elements`, times.reopened, ''),
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
