/** Small functions on texts. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Orders texts that are not sorted for people, such as ids and times: the same on every computer. */
export function compareCodeUnits(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

export const capitalize = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Shortens the middle of a text, so that the extension of a file name and the end of a path remain. Never cuts a character in two. */
export function shortenMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = Math.floor(maxLength / 4);
  const start = text.slice(0, maxLength - end - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${text.slice(-end).replace(/^[\udc00-\udfff]/, '')}`;
}

/**
 * A text as a person sees and types it: composed, with single spaces for white space, and without invisible characters, such as those that isolate the
 * direction of a name and are copied with it.
 */
export const toVisibleText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/ +/g, ' ')
    .trim();

/** Replaces line breaks by spaces. Foreign text on a line of its own could look like another row or message of ours. */
export const toOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** What needs no quotation marks: in sh, and in cmd and PowerShell. */
const plainPosixWord = /^[\p{L}\p{N}_@%+=:,./-][\p{L}\p{N}_@%+=:,./#~-]*$/u;
const plainWindowsWord = /^[\p{L}\p{N}_+:./\\-][\p{L}\p{N}_+:./\\#~-]*$/u;

/** An absolute path as one word of a command to paste: for sh if it is one of POSIX, else for cmd and PowerShell. */
export const quotePathForShell = (path: string): string => quoteForShell(path, path.startsWith('/') ? 'posix' : 'windows');

/** A text as one word of a command to paste. */
export function quoteForShell(word: string, system: 'posix' | 'windows'): string {
  if (system === 'windows') return plainWindowsWord.test(word) ? word : `"${word}"`;
  return plainPosixWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A key that is equal for names that a file system may treat as one: it ignores case and Unicode normalization. */
export const toFileNameKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** V8 gives each text of more than 128 KB memory of its own, which takes longer than most work on it. */
const charactersPerPiece = 2 ** 16;

/** The text in pieces. Never cuts a character in two. */
export function* splitText(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + charactersPerPiece);
    if (end < text.length && isFirstHalf(text.charCodeAt(end - 1))) end++;
    yield text.slice(at, end);
    at = end;
  }
}

/** Whether this code unit begins a character of two. */
const isFirstHalf = (codeUnit: number): boolean => codeUnit >= 0xd800 && codeUnit < 0xdc00;

/** Decodes the percent-encoding of a path segment; undefined if it is not valid. */
export function decodePathSegment(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
