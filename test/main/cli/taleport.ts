/**
 * The command line as users have it: its arguments, what it prints and its exit code. Commands that end run in this process, which takes a
 * fifth of the time; those that wait, or that are started beside others, are processes of their own.
 */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll } from 'vitest';
import { bundleOf, headlessProgram } from '../../programs.ts';

const folders: string[] = [];
const running = new Set<ChildProcessByStdio<null, Readable, Readable>>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-test-'));
  folders.push(folder);
  return folder;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Ended>;
  /** The lines that it has printed so far. */
  lines(): string[];
  /** What it has printed to stderr so far. */
  errors(): string;
  /** The first line, now or later, that fits; rejects when the process ends before. */
  line(fits: (line: string) => boolean): Promise<string>;
}

export const start = (...args: string[]): Started => startProgram(headlessProgram, args);

/** As another user, by id; as this user without one. */
export const startAs = (uid: number | undefined, ...args: string[]): Started => startProgram(headlessProgram, args, uid);

/** The command line of the installed app, without Electron. */
export const startInstalled = async (...args: string[]): Promise<Started> =>
  startProgram(await bundleOf(join(import.meta.dirname, 'installed-command.ts')), args);

/** The same with a command whose backend ends by itself. */
export const startFailing = async (...args: string[]): Promise<Started> =>
  startProgram(await bundleOf(join(import.meta.dirname, 'failing-backend.ts')), args);

function startProgram(program: string, args: readonly string[], uid?: number): Started {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  running.add(child);
  let out = '';
  let err = '';
  const looking = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const look of looking) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, out, err });
    }),
  );
  const lines = () => out.split('\n').slice(0, -1);
  return {
    child,
    ended,
    lines,
    errors: () => err,
    line: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines().find(fits);
          if (found !== undefined) resolve(found);
        };
        looking.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without that line: ${out}${err}`)));
      }),
  };
}

/** Runs a command to its end in this process. */
export async function taleport(...args: string[]): Promise<Ended> {
  const [stdout, stderr] = [new CapturedStream(), new CapturedStream()];
  const { runHeadless } = await import('../../../main/run-headless.ts');
  const code = await runHeadless(args, { stdout, stderr });
  return { code, out: stdout.text, err: stderr.text };
}

class CapturedStream {
  text = '';

  on(): this {
    return this;
  }

  write(text: string, callback: () => void): void {
    this.text += text;
    callback();
  }
}

/** The same in a process of its own. */
export const taleportProcess = (...args: string[]): Promise<Ended> => start(...args).ended;

/** With --json: the value, of a command that must succeed. */
export async function json(...args: string[]): Promise<unknown> {
  const { code, out, err } = await taleport(...args, '--json');
  if (code !== 0) throw new Error(`taleport ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

/** The Problem that a failing command prints as the last line of stderr with --json. */
export const problemIn = ({ err }: Ended): unknown => JSON.parse(err.trimEnd().split('\n').at(-1) ?? '');

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** The starting element of `story`. */
export const firstElement = idOf(3);

/** A small story of our own with a faulty script for engines if asked. */
export function story(script = ''): object {
  const [board, root, end, connection] = [idOf(1), idOf(2), idOf(4), idOf(5)];
  const start = firstElement;
  return {
    name: 'Small',
    cover: null,
    startingElement: start,
    boards: {
      [root]: { name: 'Root', root: true, children: [board] },
      [board]: { name: 'First', notes: [], jumpers: [], branches: [], elements: [start, end], connections: [connection] },
    },
    notes: {},
    elements: {
      [start]: {
        theme: 'default',
        title: '<p>Start</p>',
        content: `<p>Once.</p>${script}`,
        outputs: [connection],
        components: [],
        x: 0,
        y: 0,
      },
      [end]: { theme: 'default', title: '<p>End</p>', content: '<p>The end.</p>', outputs: [], components: [], x: 400, y: 0 },
    },
    jumpers: {},
    connections: {
      [connection]: {
        type: 'Bezier',
        label: null,
        theme: 'default',
        sourceid: start,
        targetid: end,
        sourceType: 'elements',
        targetType: 'elements',
      },
    },
    branches: {},
    components: { [idOf(6)]: { name: 'Root', root: true, children: [] } },
    attributes: {},
    assets: { [idOf(7)]: { name: 'Root', root: true, children: [] } },
    variables: { [idOf(8)]: { name: 'Root', root: true, children: [] } },
    conditions: {},
  };
}
