/**
 * Says which Taleport writes to a story folder on a drive that several computers use: a file with a counter that its holder raises. Clocks of computers differ,
 * so a lock is stale when this process has seen no new counter for a minute.
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { stagingFolderTakenProblem } from '../../delivery/delivery-messages.ts';
import { createFile, removeDrafts, replaceFile } from '../../platform/atomic-file.ts';
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

  get #ignorePath(): string {
    return join(dirname(this.#path), '.gitignore');
  }

  /** Takes the lock, or keeps it. Must be called before each step, and a step must not take longer than the lock is valid. */
  async acquire({ takeOver = false }: { readonly takeOver?: boolean } = {}): Promise<LockResult> {
    const now = this.#monotonicNow();
    if (this.#isHeld && now - this.#writtenAt < beatInterval) return { isHeld: true };
    const { lock: found, exists } = await this.#read();
    if (found && found.owner !== this.#owner && !isOwnDead(found)) {
      this.#isHeld = false;
      const mark = `${found.owner}:${found.beat}`;
      if (this.#seen?.mark !== mark) this.#seen = { mark, at: now };
      const isStale = now - this.#seen.at >= staleAfter;
      if (!isStale || !takeOver) return { isHeld: false, name: found.host, isStale };
    }
    if (!(await this.#write(exists))) return { isHeld: false, name: (await this.#read()).lock?.host ?? hostname(), isStale: false };
    if (!this.#isHeld) await Promise.all([this.#path, this.#ignorePath].map(removeDrafts));
    this.#writtenAt = now;
    this.#isHeld = true;
    return { isHeld: true };
  }

  async release(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if ((await this.#read()).lock?.owner === this.#owner) await rm(this.#path, { force: true });
  }

  /** A file that contains no lock belongs to nobody and is replaced: a lock appears with its content (createFile) where the file system can do that. */
  async #read(): Promise<{ readonly lock: LockFile | null; readonly exists: boolean }> {
    try {
      return { lock: lockSchema.safeParse(await readJsonFile(this.#path)).data ?? null, exists: true };
    } catch (error) {
      const code = errorCodeOf(error);
      // Errors of the content have none.
      if (code === null || code === 'ENOENT') return { lock: null, exists: code === null };
      throw error;
    }
  }

  /** False if another process has created the file first. */
  async #write(isReplaced: boolean): Promise<boolean> {
    await createOwnFolder(dirname(this.#path));
    // Nothing in the folder for staging belongs into a commit, and git ignores what this file says.
    await createFile(this.#ignorePath, '*\n');
    this.#beat += 1;
    const lock: LockFile = { owner: this.#owner, host: hostname(), process: process.pid, beat: this.#beat };
    const text = `${JSON.stringify(lock)}\n`;
    if (isReplaced) {
      await replaceFile(this.#path, text);
      return true;
    }
    return createFile(this.#path, text);
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
