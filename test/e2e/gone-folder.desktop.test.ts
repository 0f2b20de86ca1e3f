/** The remembered data folder is missing at the start: a dialog asks what to open, and nothing is created in its place. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { root } from '../root.ts';
import { createTempFolder } from './app.ts';
import { trackProcess } from './running-processes.ts';

const home = createTempFolder('home');
const defaultFolder = join(home, 'Taleport');
const reference = join(defaultFolder, 'moved-to.json');
const projects = join(home, 'disk', 'projects');
const elsewhere = join(home, 'elsewhere');
const buttons = { tryAgain: 0, choose: 1, useDefault: 2 } as const;

beforeEach(() => {
  for (const folder of [defaultFolder, join(home, 'disk'), elsewhere]) rmSync(folder, { recursive: true, force: true });
  execFileSync(process.execPath, [join(root, 'out', 'main', 'headless.js'), 'projects', '--data', elsewhere]);
  mkdirSync(defaultFolder);
  writeFileSync(reference, JSON.stringify({ folder: projects }));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** An answer to the dialog. Before it, the folder `from` is moved to the missing path; `choose` is the folder that the user selects. */
interface Answer {
  readonly button: keyof typeof buttons;
  readonly from?: string;
  readonly choose?: string;
}

/**
 * An app that answers the dialogs and then starts this one. System dialogs cannot be operated from outside, and the test would lose sight of a program that
 * starts again.
 */
function createStubbedApp(answers: readonly { response: number; from?: string | undefined; choose?: string | undefined }[]): string {
  const folder = join(home, 'stubbed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stubbed', version: '1.0.0', type: 'module', main: 'main.js' }));
  writeFileSync(
    join(folder, 'main.js'),
    `import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
    import { app, dialog } from 'electron';
    const answers = ${JSON.stringify(answers)};
    const shown = [];
    const started = [];
    let chosen;
    dialog.showMessageBox = async ({ message, detail }) => {
      shown.push({ message, detail });
      const { response, from, choose } = answers.shift();
      chosen = choose;
      if (from) {
        mkdirSync(${JSON.stringify(join(projects, '..'))}, { recursive: true });
        renameSync(from, ${JSON.stringify(projects)});
      }
      return { response };
    };
    dialog.showOpenDialog = async () => ({ filePaths: [chosen] });
    dialog.showErrorBox = (_title, text) => void shown.push({ error: text });
    app.relaunch = ({ args }) => void started.push(args);
    process.on('exit', () => writeFileSync(${JSON.stringify(join(home, 'result.json'))}, JSON.stringify({ shown, started })));
    void import(${JSON.stringify(pathToFileURL(join(root, 'out', 'main', 'main.js')))});`,
  );
  return folder;
}

interface Result {
  readonly shown: readonly { readonly message?: string; readonly detail?: string; readonly error?: string }[];
  /** The arguments of each further start. */
  readonly started: readonly (readonly string[])[];
}

async function startAndAnswer(...answers: readonly Answer[]): Promise<Result> {
  const app = createStubbedApp(answers.map(({ button, ...answer }) => ({ response: buttons[button], ...answer })));
  const child = trackProcess(
    spawn(process.env.TALEPORT_ELECTRON ?? '', ['--no-sandbox', '--disable-gpu', app], {
      env: { ...process.env, XDG_CONFIG_HOME: home },
      stdio: ['ignore', 'inherit', 'ignore'],
    }),
  );
  expect(await once(child, 'exit')).toEqual([0, null]);
  return JSON.parse(readFileSync(join(home, 'result.json'), 'utf8'));
}

test('it asks again until the folder is back, and then starts again', async () => {
  const { shown, started } = await startAndAnswer({ button: 'tryAgain' }, { button: 'tryAgain', from: elsewhere });
  expect(shown).toHaveLength(2);
  for (const { message, detail } of shown) {
    expect(message).toBe('Your projects can’t be found');
    expect(detail).toContain(projects);
  }
  expect(started).toHaveLength(1);
  expect(started.flat()).not.toContain('--data');
  expect(JSON.parse(readFileSync(reference, 'utf8'))).toEqual({ folder: projects });
  expect(existsSync(join(defaultFolder, 'taleport.sqlite'))).toBe(false);
});

test('another folder is chosen, which must contain projects', async () => {
  const empty = join(home, 'empty');
  mkdirSync(empty);
  const { shown, started } = await startAndAnswer({ button: 'choose', choose: empty }, { button: 'choose', choose: elsewhere });
  expect(shown.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
  expect(started).toHaveLength(1);
  expect(JSON.parse(readFileSync(reference, 'utf8'))).toEqual({ folder: elsewhere });
  expect(existsSync(projects)).toBe(false);
});

test('the default folder is opened again', async () => {
  const { started } = await startAndAnswer({ button: 'useDefault' });
  expect(started).toHaveLength(1);
  expect(existsSync(reference)).toBe(false);
  expect(existsSync(projects)).toBe(false);
});
