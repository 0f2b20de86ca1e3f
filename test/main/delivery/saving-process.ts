/**
 * Another program that saves a file again and again: in place, and by renaming its own file over it. Arguments: file, number of saves. After each save it
 * reads the file, and accepts its own text or a replacement that names this text as the one that it replaces. Prints how many saves it missed.
 * Run by race.deep.test.ts.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const [file = '', count = '0'] = process.argv.slice(2);
/** How often the file is read until a save counts as lost. */
const maxReads = 200_000;

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
  for (let reads = 0; reads < maxReads; reads += 1) if (isThere(text)) return true;
  return false;
}

let lost = 0;
for (let number = 1; number <= Number(count); number += 1) {
  const text = `theirs ${number}`;
  save(text, { isInPlace: number % 2 === 0 });
  if (!arrives(text)) lost += 1;
  // The saves meet every step of a replacement.
  for (let reads = (number * 37) % 100; reads > 0; reads -= 1) isThere(text);
}
process.stdout.write(`lost ${lost}\n`);
