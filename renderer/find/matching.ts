/** Where words stand in a text: small and capital letters and accents alike unless asked otherwise. Pure. */
export interface Wanted {
  readonly words: string;
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
}
export type Range = readonly [start: number, end: number];

/** Lower case without accents. Its length may differ from the text's. */
export function fold(text: string): string {
  const low = text.toLowerCase();
  return isPlain(low) ? low : low.normalize('NFD').replace(/\p{M}+/gu, '');
}

const isPlain = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** Every place of the words in the text, from its start, none within another. */
export function findAll(text: string, { words, matchCase, wholeWords }: Wanted): Range[] {
  const { folded, at } = matchCase ? { folded: text, at: null } : foldedWithPlaces(text);
  const wanted = matchCase ? words : fold(words);
  const found: Range[] = [];
  if (wanted === '') return found;
  for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length)) {
    const start = at ? (at[from] ?? 0) : from;
    const end = at ? (at[from + wanted.length] ?? text.length) : from + wanted.length;
    if (!wholeWords || isWord(text, start, end)) found.push([start, end]);
  }
  return found;
}

/** The places of the folded letters in the text; null where each stands at its own. */
function foldedWithPlaces(text: string): { folded: string; at: number[] | null } {
  const whole = fold(text);
  if (whole.length === text.length && isPlain(text)) return { folded: whole, at: null };
  let folded = '';
  const at: number[] = [];
  let place = 0;
  for (const letter of text) {
    const low = fold(letter);
    for (let each = 0; each < low.length; each++) at.push(place);
    folded += low;
    place += letter.length;
  }
  at.push(place);
  return { folded, at };
}

const letter = /[\p{L}\p{N}_]/u;
const isWord = (text: string, start: number, end: number): boolean =>
  !(letter.test(text[start - 1] ?? '') && letter.test(text[start] ?? '')) &&
  !(letter.test(text[end] ?? '') && letter.test(text[end - 1] ?? ''));

export function replaceAll(text: string, ranges: readonly Range[], by: string): string {
  let replaced = '';
  let next = 0;
  for (const [start, end] of ranges) {
    replaced += text.slice(next, start) + by;
    next = end;
  }
  return replaced + text.slice(next);
}
