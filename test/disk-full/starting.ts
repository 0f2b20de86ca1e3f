/** A start of Taleport on a disk that becomes full (full-disk.c), and what the folder contains afterwards. Linux only. */

import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectToInstance } from '../../main/instance/instance-client.ts';
import { errorCodeOf } from '../../main/platform/errors.ts';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { headlessProgram } from '../programs.ts';

/** `npm test` names the built program, which starts four times as fast. */

/** Compiles full-disk.c; undefined if this machine has no compiler, or loads libraries in another way. */
export function buildFullDisk(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, 'full-disk.so');
  const source = join(import.meta.dirname, 'full-disk.c');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source, '-ldl'], { stdio: 'pipe' });
    return library;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export interface FullDisk {
  readonly library: string;
  /** Everything below is on the full disk. */
  readonly root: string;
  /** The number of the first write that fails; from 1. */
  readonly at: number;
  /** Whether new files need space, too. */
  readonly needsSpaceForFiles: boolean;
}

export interface StartResult {
  /** The URL of the service, if it came so far. */
  readonly url: string | undefined;
  readonly code: number | null;
  readonly errors: string;
  /** The writes that failed, as `call path`, in their order. */
  readonly failed: readonly string[];
  /** The number of all writes; 0 if the process was killed. */
  readonly writes: number;
}

/** Starts `serve --data FOLDER …`; once it is ready, calls `use` with a connection to it, and asks it to end. */
export async function startOn(
  disk: FullDisk,
  options: readonly ['--data', string, ...string[]],
  use: (connection: Backend) => Promise<void>,
): Promise<StartResult> {
  const [, folder] = options;
  const report = `${disk.library}.report`;
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', headlessProgram, 'serve', ...options, '--port', '0', '--no-sync'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        LD_PRELOAD: disk.library,
        FULL_DISK_FOLDER: disk.root,
        FULL_DISK_AT: String(disk.at),
        FULL_DISK_ENTRIES: disk.needsSpaceForFiles ? '1' : '0',
        FULL_DISK_REPORT: report,
      },
    },
  );
  let url: string | undefined;
  let errors = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      url ??= JSON.parse(text).url;
      resolve();
    });
    child.once('close', () => resolve());
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await ready;
  if (url !== undefined) {
    const connection = await connectToInstance(folder);
    if (!connection) throw new Error(`It listens at ${url}, but does not answer: ${errors}`);
    await use(connection);
    await connection.close();
  }
  child.kill('SIGTERM');
  const code = await ended;
  const lines = readFileSync(report, 'utf8').split('\n').slice(0, -1);
  const failed = lines.filter((line) => !line.endsWith(' writes')).map((line) => line.slice(line.indexOf(' ') + 1));
  return { url, code, errors, failed, writes: Number.parseInt(lines.find((line) => line.endsWith(' writes')) ?? '0', 10) };
}

/** Files without content that a stopped process may not leave; SQLite locks an empty file, and empties its log. */
export function listEmptyFiles(root: string): string[] {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return paths
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).size === 0 && !/(?:\.lock|-wal|-shm)$/.test(path));
}
