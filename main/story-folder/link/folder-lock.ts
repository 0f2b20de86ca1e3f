/**
 * Says which Taleport writes to a story folder on a drive that several computers use: a file with a counter that its holder raises. Clocks of computers differ,
 * so a lock is stale when this process has seen no new counter for a minute.
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { stagingFolderTakenProblem } from '../../delivery/delivery-messages.ts';
import { replaceFile } from '../../platform/atomic-file.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import { readJsonFile } from '../../platform/untrusted-file.ts';
import { workFolder } from '../folder-layout.ts';

const lockSchema = z.object({ owner: z.string(), host: z.string(), process: z.number(), beat: z.number() });
type LockFile = z.infer<typeof lockSchema>;

const staleAfter = 60_000;
const beatInterval = 20_000;

type LockResult =
  | { readonly isHeld: true }
  /** `name`: the computer of the holder. `isStale`: it can be taken over. */
  | { readonly isHeld: false; readonly name: string; readonly isStale: boolean };

export class FolderLock {
  readonly #path: string;
  readonly #monotonicNow: () => number;
  readonly #owner = randomUUID();
  #beat = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  /** The holder that was last seen, and when its counter was last new. */
  #seen: { readonly mark: string; readonly at: number } | null = null;

  /** `monotonicNow`: milliseconds. */
  constructor(root: string, monotonicNow: () => number = () => performance.now()) {
    this.#path = join(root, workFolder, 'lock');
    this.#monotonicNow = monotonicNow;
  }

  /** Takes the lock, or keeps it. Must be called before each step, and a step must not take longer than the lock is valid. */
  async acquire({ takeOver = false }: { readonly takeOver?: boolean } = {}): Promise<LockResult> {
    const now = this.#monotonicNow();
    if (this.#isHeld && now - this.#writtenAt < beatInterval) return { isHeld: true };
    const found = await this.#read();
    if (found && found.owner !== this.#owner && !isOwnDead(found)) {
      this.#isHeld = false;
      const mark = `${found.owner}:${found.beat}`;
      if (this.#seen?.mark !== mark) this.#seen = { mark, at: now };
      const isStale = now - this.#seen.at >= staleAfter;
      if (!isStale || !takeOver) return { isHeld: false, name: found.host, isStale };
    }
    if (!(await this.#write(found !== null))) return { isHeld: false, name: (await this.#read())?.host ?? hostname(), isStale: false };
    this.#writtenAt = now;
    this.#isHeld = true;
    return { isHeld: true };
  }

  async release(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if ((await this.#read())?.owner === this.#owner) await rm(this.#path, { force: true });
  }

  async #read(): Promise<LockFile | null> {
    try {
      return lockSchema.safeParse(await readJsonFile(this.#path)).data ?? null;
    } catch (error) {
      // Without a code, it is no lock: the file is damaged, or something else is in its place.
      const code = errorCodeOf(error);
      if (code === 'ENOENT' || code === undefined) return null;
      throw error;
    }
  }

  /** False if another process has created the file first. */
  async #write(isReplaced: boolean): Promise<boolean> {
    await createOwnFolder(dirname(this.#path));
    await ignoreInVersionControl(dirname(this.#path));
    this.#beat += 1;
    const lock: LockFile = { owner: this.#owner, host: hostname(), process: process.pid, beat: this.#beat };
    const text = `${JSON.stringify(lock)}\n`;
    if (isReplaced) {
      await replaceFile(this.#path, text);
      return true;
    }
    try {
      const file = await open(this.#path, 'wx');
      await file.writeFile(text).finally(() => file.close());
      return true;
    } catch (error) {
      if (errorCodeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }
}

/** Whether a process of this computer has left it behind. */
function isOwnDead({ host, process: id }: LockFile): boolean {
  if (host !== hostname() || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return errorCodeOf(error) === 'ESRCH';
  }
}

/** A link with this name would lead out of the story folder. */
async function createOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found && !found.isDirectory()) throw stagingFolderTakenProblem(workFolder, dirname(folder));
  await mkdir(folder, { recursive: true });
}

/** Nothing in the folder for staging belongs into a commit, and git ignores what this file says. */
async function ignoreInVersionControl(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
}
