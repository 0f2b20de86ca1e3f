/**
 * Another program that saves a file again and again: in place, and by renaming its own file over it. Arguments: file, number of saves. After each save it
 * reads the file, and accepts its own text or a replacement that names this text as the one that it replaces. Prints how many saves it missed.
 * Run by race.deep.test.ts.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const [file = '', count = '0'] = process.argv.slice(2);
/** Milliseconds in which a replaced save has to come back. */
const patience = 2000;

function save(text: string, { isInPlace }: { readonly isInPlace: boolean }): void {
  writeFileSync(isInPlace ? file : `${file}.tmp`, text);
  if (!isInPlace) renameSync(`${file}.tmp`, file);
}

/** Whether the file contains the text, or what was made in full knowledge of it. */
function isThere(text: string): boolean {
  try {
    const found = readFileSync(file, 'utf8');
    return found === text || found === `replaced ${text}`;
  } catch {
    return false;
  }
}

function arrives(text: string): boolean {
  const end = performance.now() + patience;
  let isFound = isThere(text);
  while (!isFound && performance.now() < end) isFound = isThere(text);
  return isFound;
}

/** Busy, because a timer is never this exact: the saves meet every step of a replacement. */
function spin(microseconds: number): void {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
}

let lost = 0;
for (let number = 1; number <= Number(count); number += 1) {
  const text = `theirs ${number}`;
  save(text, { isInPlace: number % 2 === 0 });
  if (!arrives(text)) lost += 1;
  spin((number * 37) % 1000);
}
process.stdout.write(`lost ${lost}\n`);
