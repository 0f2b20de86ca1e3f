/**
 * Another program that saves a file again and again: in place, and by renaming its own file over it. Arguments: file, number of saves. After each save it
 * reads the file, and accepts its own text or a replacement that names this text as the one that it replaces. Where it finds neither, it asks the
 * process that replaces the file to finish what it does, and looks again. Prints how many saves it `missed`; how many it found only then (`late`); and how
 * many it wrote into a file that had been removed after it opened it (`removed`), which no program can prevent. Run by race.deep.test.ts.
 */
import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

const [file = '', count = '0'] = process.argv.slice(2);
/** How often the file is read until the other process is asked. */
const maxReads = 20_000;

type Outcome = 'found' | 'late' | 'removed' | 'missed';

/** Returns the file that contains the text, which stays open. */
function save(text: string, { isInPlace }: { readonly isInPlace: boolean }): number {
  const descriptor = openSync(isInPlace ? file : `${file}.tmp`, 'w');
  writeSync(descriptor, text);
  if (!isInPlace) renameSync(`${file}.tmp`, file);
  return descriptor;
}

/** Whether the file contains the text, or a replacement that was made with knowledge of it. */
function isThere(text: string): boolean {
  try {
    const found = readFileSync(file, 'utf8');
    return found === text || found === `replaced ${text}`;
  } catch {
    return false;
  }
}

function arrives(text: string): boolean {
  for (let reads = 0; reads < maxReads; reads += 1) if (isThere(text)) return true;
  return false;
}

/** Resolves when the other process pauses. It continues after the next message. */
function pauseReplacing(): Promise<void> {
  process.send?.('pause');
  return new Promise((resolve) => process.once('message', () => resolve()));
}

async function outcomeOf(text: string, descriptor: number, { isInPlace }: { readonly isInPlace: boolean }): Promise<Outcome> {
  if (arrives(text)) return 'found';
  await pauseReplacing();
  try {
    if (isThere(text)) return 'late';
    return isInPlace && fstatSync(descriptor).nlink === 0 ? 'removed' : 'missed';
  } finally {
    process.send?.('continue');
  }
}

const outcomes: Record<Outcome, number> = { found: 0, late: 0, removed: 0, missed: 0 };
for (let number = 1; number <= Number(count); number += 1) {
  const text = `theirs ${number}`;
  const how = { isInPlace: number % 2 === 0 };
  const descriptor = save(text, how);
  outcomes[await outcomeOf(text, descriptor, how)] += 1;
  closeSync(descriptor);
  // Waits for a varying time, so that the saves meet every step of a replacement.
  for (let reads = (number * 37) % 100; reads > 0; reads -= 1) isThere(text);
}
process.stdout.write(JSON.stringify(outcomes));
process.disconnect();
