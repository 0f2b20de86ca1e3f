/** Another program saves, a call fails, or the process is killed, at each step of replacing a file. */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprintOf } from '../../../main/platform/fingerprint.ts';
import {
  addFile,
  type FileOperations,
  moveAway,
  nodeFileOperations,
  removeOrRestoreMovedFile,
  swapFile,
} from '../../../main/platform/swap-file.ts';

const sha256Of = (text: string): string => fingerprintOf(Buffer.from(text)).sha256;

interface Place {
  readonly folder: string;
  readonly path: string;
  readonly staged: string;
  readonly keep: string;
  readonly spare: string;
}

function openPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-swap-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const staging = join(folder, 'staging');
  mkdirSync(staging);
  const place = { folder, path: join(folder, 'story.json'), staged: join(staging, '0'), keep: join(staging, 'kept', 'story.json') };
  writeFileSync(place.path, 'old');
  writeFileSync(place.staged, 'new');
  return { ...place, spare: join(staging, 'spare') };
}

/** `before` runs before each call with its number, from 1. */
function callsWith(before: (step: number, call: keyof FileOperations) => void): FileOperations {
  let step = 0;
  const count = (call: keyof FileOperations): void => before(++step, call);
  return {
    link(from, to) {
      count('link');
      nodeFileOperations.link(from, to);
    },
    rename(from, to) {
      count('rename');
      nodeFileOperations.rename(from, to);
    },
    remove(path) {
      count('remove');
      nodeFileOperations.remove(path);
    },
    createFolder(path) {
      count('createFolder');
      nodeFileOperations.createFolder(path);
    },
    stamp(path) {
      count('stamp');
      return nodeFileOperations.stamp(path);
    },
    hash(path) {
      count('hash');
      return nodeFileOperations.hash(path);
    },
  };
}

const stampOf = (path: string): string => nodeFileOperations.stamp(path) ?? '';
const keptNames = ({ folder }: Place): string[] => readdirSync(join(folder, 'staging', 'kept'));

/** The whole replacement; returns false if the file has changed since. */
function replace(calls: FileOperations, { path, staged, keep, spare }: Place, stamp: string): boolean {
  if (!swapFile(calls, staged, path, keep, stamp)) return false;
  return !removeOrRestoreMovedFile(
    calls,
    { keep, path, sha256: sha256Of('old'), replacedBy: sha256Of('new'), isInterrupted: false },
    spare,
  );
}

/** Recovers after a kill, as the next start does. */
function recover({ path, keep, spare }: Place): void {
  if (nodeFileOperations.stamp(keep) === null) return;
  removeOrRestoreMovedFile(
    nodeFileOperations,
    { keep, path, sha256: sha256Of('old'), replacedBy: sha256Of('new'), isInterrupted: true },
    spare,
  );
}

/** Runs `attempt` with step 1, 2, … until it returns false: then there was no such step. Returns the number of steps. */
function forEachStep(attempt: (step: number) => boolean): number {
  let step = 1;
  while (attempt(step)) step += 1;
  return step - 1;
}

const saves = {
  'writes into the file': (path: string) => writeFileSync(path, 'theirs'),
  'renames its file over it': (path: string) => {
    writeFileSync(`${path}.tmp`, 'theirs');
    renameSync(`${path}.tmp`, path);
  },
  'removes the file and creates another': (path: string) => {
    rmSync(path, { force: true });
    writeFileSync(path, 'theirs');
  },
};

describe('another program', () => {
  test.each(Object.entries(saves))('[Targets] %s, before any call: its save stays, and no temporary file', (_, save) => {
    const steps = forEachStep((wanted) => {
      const place = openPlace();
      let isReached = false;
      const calls = callsWith((step) => {
        if (step !== wanted) return;
        isReached = true;
        save(place.path);
      });
      replace(calls, place, stampOf(place.path));
      expect(readFileSync(place.path, 'utf8')).toBe(isReached ? 'theirs' : 'new');
      expect(keptNames(place)).toEqual([]);
      return isReached;
    });
    expect(steps).toBeGreaterThanOrEqual(6);
  });

  test('[Targets] has the file open and writes to it before the end of the delivery: its save stays', () => {
    const steps = forEachStep((wanted) => {
      const place = openPlace();
      const file = openSync(place.path, 'r+');
      let isReached = false;
      const calls = callsWith((step, call) => {
        // What is written after the last look at the kept file cannot be noticed any more.
        if (step === wanted && call !== 'remove') {
          isReached = true;
          writeSync(file, 'theirs', 0);
        }
      });
      const isReplaced = replace(calls, place, stampOf(place.path));
      closeSync(file);
      expect(readFileSync(place.path, 'utf8')).toBe(isReached ? 'theirs' : 'new');
      expect(isReplaced).toBe(!isReached);
      expect(keptNames(place)).toEqual([]);
      return isReached;
    });
    expect(steps).toBeGreaterThanOrEqual(6);
  });

  test('[Targets] saves the file twice, the second time after ours: the later save stays', () => {
    const place = openPlace();
    const { path, staged, keep, spare } = place;
    const file = openSync(path, 'r+');
    expect(swapFile(nodeFileOperations, staged, path, keep, stampOf(path))).toBe(true);
    writeSync(file, 'first', 0);
    closeSync(file);
    writeFileSync(path, 'second');
    removeOrRestoreMovedFile(
      nodeFileOperations,
      { keep, path, sha256: sha256Of('old'), replacedBy: sha256Of('new'), isInterrupted: false },
      spare,
    );
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(keptNames(place)).toEqual([]);
  });

  test.each(Object.entries(saves))('[Targets] %s, before any call of a removal: its save stays', (_, save) => {
    const steps = forEachStep((wanted) => {
      const place = openPlace();
      const { path, keep, spare } = place;
      let isReached = false;
      const calls = callsWith((step) => {
        if (step !== wanted) return;
        isReached = true;
        save(path);
      });
      if (moveAway(calls, path, keep, stampOf(path)))
        removeOrRestoreMovedFile(calls, { keep, path, sha256: sha256Of('old'), replacedBy: null, isInterrupted: false }, spare);
      if (isReached) expect(readFileSync(path, 'utf8')).toBe('theirs');
      else expect(nodeFileOperations.stamp(path)).toBeNull();
      expect(keptNames(place)).toEqual([]);
      return isReached;
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  test('[Targets] creates a file where a new one is about to be added: it stays', () => {
    const { path, staged } = openPlace();
    expect(addFile(nodeFileOperations, staged, path)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });
});

const error = (code: string): Error => Object.assign(new Error(code), { code });

test('[Targets] whichever call fails, the file is the old or the new one, and nothing is left after the next start', () => {
  const steps = forEachStep((wanted) => {
    const place = openPlace();
    let isReached = false;
    const calls = callsWith((step) => {
      if (step !== wanted) return;
      isReached = true;
      throw error('EIO');
    });
    attemptQuietly(() => replace(calls, place, stampOf(place.path)));
    expect(['old', 'new']).toContain(readFileSync(place.path, 'utf8'));
    recover(place);
    expect(['old', 'new']).toContain(readFileSync(place.path, 'utf8'));
    if (wanted > 1) expect(keptNames(place)).toEqual([]);
    return isReached;
  });
  expect(steps).toBeGreaterThanOrEqual(6);
});

test('[Targets] killed at any call, the next start finds the old or the new file, and leaves nothing', () => {
  const steps = forEachStep((wanted) => {
    const place = openPlace();
    let isReached = false;
    const calls = callsWith((step) => {
      // A killed process does not even put the file back.
      if (step < wanted) return;
      isReached = true;
      throw error('EIO');
    });
    attemptQuietly(() => replace(calls, place, stampOf(place.path)));
    recover(place);
    expect(['old', 'new']).toContain(readFileSync(place.path, 'utf8'));
    if (wanted > 1) expect(keptNames(place)).toEqual([]);
    return isReached;
  });
  expect(steps).toBeGreaterThanOrEqual(6);
});

test('[Targets] a file that may not be linked is still put back', () => {
  const place = openPlace();
  const { path, staged, keep } = place;
  const calls = callsWith((_, call) => {
    if (call === 'link') throw error('EPERM');
  });
  expect(() => swapFile(calls, staged, path, keep, stampOf(path))).toThrow('EPERM');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(keptNames(place)).toEqual([]);
});

function attemptQuietly(attempt: () => unknown): void {
  try {
    attempt();
  } catch {
    // What it left behind is examined.
  }
}
