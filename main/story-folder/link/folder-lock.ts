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
import { attributesFile } from '../version-control-setup.ts';

const lockSchema = z.object({ owner: z.string(), host: z.string(), process: z.number(), beat: z.number() });
type LockFile = z.infer<typeof lockSchema>;

const staleAfter = 60_000;
const beatInterval = 20_000;
/** How long a file without a lock must stay as it is before it is replaced, and what replaced it before that counts as a lock. */
const settlingTime = 4000;

type LockResult =
  | { readonly isHeld: true }
  /** `name`: the computer of the holder. `isStale`: it can be taken over. */
  | { readonly isHeld: false; readonly name: string; readonly isStale: boolean };

export class FolderLock {
  readonly #root: string;
  readonly #monotonicNow: () => number;
  readonly #owner = randomUUID();
  #beat = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  /** What was last seen in the file, and when that was new. */
  #seen: { readonly mark: string; readonly at: number } | null = null;

  /** `monotonicNow`: milliseconds. */
  constructor(root: string, monotonicNow: () => number = () => performance.now()) {
    this.#root = root;
    this.#monotonicNow = monotonicNow;
  }

  get #path(): string {
    return join(this.#root, workFolder, 'lock');
  }

  get #ignorePath(): string {
    return join(this.#root, workFolder, '.gitignore');
  }

  /**
   * Takes the lock, or keeps it. Must be called before each step, and a step must not take longer than the lock is valid. Where the file is damaged, it takes calls
   * over two settling times.
   */
  async acquire({ takeOver = false }: { readonly takeOver?: boolean } = {}): Promise<LockResult> {
    const now = this.#monotonicNow();
    if (this.#isHeld && now - this.#writtenAt < beatInterval) return { isHeld: true };
    const found = await this.#read();
    if (found === 'damaged') {
      this.#isHeld = false;
      // Several that find it may replace it. The one whose lock has remained holds it.
      if (this.#observe('damaged', now) >= settlingTime) {
        await this.#write({ isReplaced: true });
        this.#seen = { mark: this.#owner, at: now };
      }
      return waitingFor(null);
    }
    if (found?.owner === this.#owner) {
      if (!this.#isHeld && this.#observe(this.#owner, now) < settlingTime) return waitingFor(null);
    } else if (found && !isOwnDead(found)) {
      this.#isHeld = false;
      const isStale = this.#observe(`${found.owner}:${found.beat}`, now) >= staleAfter;
      if (!isStale || !takeOver) return waitingFor(found, { isStale });
    }
    if (!(await this.#write({ isReplaced: found !== null }))) return waitingFor(await this.#read());
    if (!this.#isHeld) await Promise.all([this.#path, this.#ignorePath, join(this.#root, attributesFile)].map(removeDrafts));
    this.#writtenAt = now;
    this.#isHeld = true;
    this.#seen = null;
    return { isHeld: true };
  }

  async release(): Promise<void> {
    if (this.#beat === 0) return;
    this.#isHeld = false;
    const found = await this.#read();
    if (found !== 'damaged' && found?.owner === this.#owner) await rm(this.#path, { force: true });
  }

  /** Returns for how long the file has been seen with this content, in milliseconds. */
  #observe(mark: string, now: number): number {
    if (this.#seen?.mark !== mark) this.#seen = { mark, at: now };
    return now - this.#seen.at;
  }

  /**
   * `damaged`: a file that contains no lock. It belongs to nobody, or to a process that has just created it: only where the file system has hard links does a lock
   * appear with its content (createFile).
   */
  async #read(): Promise<LockFile | 'damaged' | null> {
    try {
      return lockSchema.safeParse(await readJsonFile(this.#path)).data ?? 'damaged';
    } catch (error) {
      const code = errorCodeOf(error);
      // Errors of the content have none.
      if (code === null) return 'damaged';
      if (code === 'ENOENT') return null;
      throw error;
    }
  }

  /** False if another process has created the file first. */
  async #write({ isReplaced }: { readonly isReplaced: boolean }): Promise<boolean> {
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

/** Where the holder is not known, it is probably on this computer. */
const waitingFor = (found: LockFile | 'damaged' | null, { isStale = false } = {}): LockResult => ({
  isHeld: false,
  name: found === null || found === 'damaged' ? hostname() : found.host,
  isStale,
});

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
