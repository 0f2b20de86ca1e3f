/**
 * Whether this process still owns a data folder. The file of the lock may be deleted while it is held, and another process could then lock
 * a new one. But a process that finds the socket of the owner never claims the folder. So if only the file was deleted, the lock can be
 * acquired again.
 */
import type { DataFolderLock } from '../engine/storage/data-folder-lock.ts';
import { findRecordOwner } from './instance-record.ts';

/** Milliseconds between two checks of an owner that receives no calls. */
const checkInterval = 2000;

interface FolderOwnershipOptions {
  readonly folder: string;
  readonly token: string;
  readonly lock: DataFolderLock;
  readonly lockFolder: (folder: string) => DataFolderLock | null;
  readonly log: (line: string) => void;
  /** Called after each periodic check that has found the lock in place. */
  readonly onVerified: () => Promise<void>;
}

export interface FolderOwnership {
  /**
   * Resolves when another process owns the folder, or may have owned it in the meantime, or another folder is at its path. The data in
   * memory may then differ from the files.
   */
  readonly lost: Promise<void>;
  /** Checks the ownership immediately. Returns whether this process still owns the folder. */
  verify(): boolean;
  /** Must be called when another process has opened the projects. */
  markLost(): void;
  release(): void;
}

export function watchFolderOwnership({ folder, token, lock, lockFolder, log, onVerified }: FolderOwnershipOptions): FolderOwnership {
  const { promise: lost, resolve: resolveLost } = Promise.withResolvers<void>();
  let currentLock = lock;
  let isLost = false;
  let lastFailure: string | undefined;

  function verify(): boolean {
    if (isLost) return false;
    const location = currentLock.locate();
    if (location === 'replaced') {
      log(`There is another data folder at ${folder} now`);
      giveUp();
    } else if (location === 'deleted') {
      if (findRecordOwner(folder, token) === 'self') lockAgain();
      else markLost();
    }
    return !isLost;
  }

  function markLost(): void {
    if (isLost) return;
    log(`The lock of ${folder} was deleted, and another Taleport may have used the folder since`);
    giveUp();
  }

  function giveUp(): void {
    isLost = true;
    resolveLost();
  }

  /** If another process holds the new lock, it is only looking for this one. */
  function lockAgain(): void {
    const newLock = lockFolder(folder);
    if (!newLock) return;
    currentLock.release();
    currentLock = newLock;
    log(`The lock of ${folder} was deleted and has been created again`);
  }

  async function check(): Promise<void> {
    try {
      // A folder that was moved is not at its path, where there may be an empty one.
      if (verify() && currentLock.locate() === 'inPlace') await onVerified();
      lastFailure = undefined;
    } catch (error) {
      const failure = String(error);
      if (failure !== lastFailure) log(`The lock of ${folder} could not be checked: ${failure}`);
      lastFailure = failure;
    }
  }

  const timer = setInterval(() => void check(), checkInterval);
  timer.unref();

  return {
    lost,
    verify,
    markLost,
    release() {
      clearInterval(timer);
      currentLock.release();
    },
  };
}
