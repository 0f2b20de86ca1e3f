/** Where words stand in a text: small and capital letters and accents alike unless asked otherwise. Pure. */
export interface SearchQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
}
export type TextRange = readonly [start: number, end: number];

/** Lower case without accents. Its length may differ from the text's. */
export function foldText(text: string): string {
  const low = text.toLowerCase();
  return isAscii(low) ? low : low.normalize('NFD').replace(/\p{M}+/gu, '');
}

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** Every place of the words in the text, from its start, none within another. */
export function findMatches(text: string, { text: words, matchCase, wholeWords }: SearchQuery): TextRange[] {
  const { folded, at } = matchCase ? { folded: text, at: null } : foldWithOffsets(text);
  const wanted = matchCase ? words : foldText(words);
  const found: TextRange[] = [];
  if (wanted === '') return found;
  for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length)) {
    const start = at ? (at[from] ?? 0) : from;
    const end = at ? (at[from + wanted.length] ?? text.length) : from + wanted.length;
    if (!wholeWords || isWholeWord(text, start, end)) found.push([start, end]);
  }
  return found;
}

/** The places of the folded letters in the text; null where each stands at its own. */
function foldWithOffsets(text: string): { folded: string; at: number[] | null } {
  const whole = foldText(text);
  if (whole.length === text.length && isAscii(text)) return { folded: whole, at: null };
  let folded = '';
  const at: number[] = [];
  let place = 0;
  for (const letter of text) {
    const low = foldText(letter);
    for (let each = 0; each < low.length; each++) at.push(place);
    folded += low;
    place += letter.length;
  }
  at.push(place);
  return { folded, at };
}

const wordCharacter = /[\p{L}\p{N}_]/u;
const isWholeWord = (text: string, start: number, end: number): boolean =>
  !(wordCharacter.test(text[start - 1] ?? '') && wordCharacter.test(text[start] ?? '')) &&
  !(wordCharacter.test(text[end] ?? '') && wordCharacter.test(text[end - 1] ?? ''));

export function replaceRanges(text: string, ranges: readonly TextRange[], by: string): string {
  let replaced = '';
  let next = 0;
  for (const [start, end] of ranges) {
    replaced += text.slice(next, start) + by;
    next = end;
  }
  return replaced + text.slice(next);
}
