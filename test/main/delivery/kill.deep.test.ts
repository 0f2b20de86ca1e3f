/** kill -9 during deliveries: at each call to the disk and the key-value store, and at random moments. */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTargetService } from '../../../main/delivery/target/target-service.ts';
import { message } from '../../../shared/messages/message.ts';
import { newFolderForFile } from '../../new-folder.ts';
import { bundleOf } from '../../programs.ts';
import { cases, rounds } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { openFileKeyValueStore } from './file-key-value-store.ts';
import { gameProject, initialFilesOf, readAllFiles } from './game.ts';
import { namedIn, numberOf, storyFiles, storyOnDisk } from './numbered-story.ts';

const script = await bundleOf(join(import.meta.dirname, 'killable-process.ts'));

interface Life {
  readonly keyValueFile: string;
  readonly folder: string;
  readonly vault: string;
}
const vault = newFolderForFile();
const newLife = (): Life => ({ keyValueFile: join(newFolderForFile(), 'rows.json'), folder: gameProject('godot'), vault });

/** A copy of the folder and its rows at another path. */
function copyOf(life: Life): Life {
  const copy = newLife();
  cpSync(life.folder, copy.folder, { recursive: true });
  writeFileSync(copy.keyValueFile, readFileSync(life.keyValueFile, 'utf8').replaceAll(life.folder, copy.folder));
  return copy;
}

/** Runs the process; `kill` receives a function that kills it, once it is ready. Returns whether it ended by itself. */
function live(
  { keyValueFile, folder, vault: bytes }: Life,
  from: number,
  how: { count: number; deadly?: number; kill?: (end: () => void) => void },
): Promise<boolean> {
  const args = [script, keyValueFile, folder, bytes, String(from), String(how.count), String(how.deadly ?? 0)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const before = out.includes('ready');
    out += chunk.toString();
    if (!before && out.includes('ready')) how.kill?.(() => child.kill('SIGKILL'));
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => resolve(out.includes('done')));
  });
}

const ours = (folder: string): [string, string][] => Object.entries(readAllFiles(folder)).filter(([path]) => path.startsWith('arcweave/'));

/**
 * Right after the process has ended: every file is complete, and the JSON names only files that exist, with the named bytes or newer ones.
 */
function expectWhole({ folder }: Life): void {
  const files = new Map(ours(folder));
  const numbers = new Map([...files].map(([path, text]) => [path, numberOf(path, text)]));
  const json = files.get('arcweave/project.json');
  if (json === undefined) return;
  for (const [path] of namedIn(json)) {
    expect(files.has(path), `the JSON names ${path}`).toBe(true);
    if (!path.includes('stays')) expect(numbers.get(path)).toBeGreaterThanOrEqual(numbers.get('arcweave/project.json') ?? 0);
  }
}

/** After the next start: the files are those of the story, and no staging folder is left. */
async function expectMended({ keyValueFile, folder, vault: bytes }: Life, number: number): Promise<void> {
  const store = openFileKeyValueStore(keyValueFile);
  const targets = await openTargetService({
    store,
    environment: createTestEnvironment(2),
    render: () => ({ version: number, files: storyFiles(number, bytes), findings: [] }),
    locate: (_hash, file) => join(bytes, file),
    log: () => undefined,
    emit: () => undefined,
  });
  await targets.run({});
  expect(targets.list()[0]?.status).toMatchObject({ state: 'upToDate', sentence: message('targets.status.upToDate') });
  await targets.close();
  expect(readAllFiles(folder)).toEqual({ ...initialFilesOf('godot'), ...storyOnDisk(number) });
  expect(existsSync(join(folder, '.taleport~'))).toBe(false);
  expect(store.list('delivery/')).toEqual([]);
}

/** A kill after a call is hardly another one than before the next: only full figures have both. */
const stride = rounds < 17 ? 2 : 1;

test('[Targets] killed at any call: each file is whole, and the next start finishes', async () => {
  // From story 2 to 3: JSON and an asset are overwritten, one asset stays, one is removed with its folder.
  const start = newLife();
  await live(start, 2, { count: 1 });
  let deadly = 1;
  for (let ended = false; !ended; deadly += stride) {
    const life = copyOf(start);
    ended = await live(life, 3, { count: 1, deadly });
    expectWhole(life);
    await expectMended(life, deadly % 3 === 0 ? 4 : 3);
  }
  expect(deadly).toBeGreaterThan(25);
});

const seed = testRunSeed();
const kills = cases(3, 300);

test(`[Targets] a delivery that is killed at ${kills} random moments`, { timeout: 60_000 * rounds + 60_000 }, async () => {
  const life = newLife();
  let number = 1;
  for (let kill = 0; kill < kills; kill += 1) {
    const wait = ((seed + kill) * 7) % 78;
    await live(life, number, { count: 500, kill: (end) => setTimeout(end, wait) });
    expectWhole(life);
    number = 1 + Math.max(number, ...ours(life.folder).map(([path, text]) => numberOf(path, text)));
    // Sometimes the next process has to finish what the previous one left.
    if (wait % 2 === 0) await expectMended(life, number);
  }
  await expectMended(life, number);
});
