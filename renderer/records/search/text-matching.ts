/** Finds words in a text, ignoring case and accents unless requested otherwise. Pure. */
export interface SearchQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
}
export type TextRange = readonly [start: number, end: number];

/** Lower case without accents. The length may differ from that of the text. */
export function foldText(text: string): string {
  const low = text.toLowerCase();
  return isAscii(low) ? low : low.normalize('NFD').replace(/\p{M}+/gu, '');
}

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** The ranges of all matches in the text, from its start, without overlaps. */
export function findMatches(text: string, { text: query, matchCase, wholeWords }: SearchQuery): TextRange[] {
  const { folded, at } = matchCase ? { folded: text, at: null } : foldWithOffsets(text);
  const pattern = matchCase ? query : foldText(query);
  const found: TextRange[] = [];
  if (pattern === '') return found;
  for (let from = folded.indexOf(pattern); from >= 0; from = folded.indexOf(pattern, from + pattern.length)) {
    const start = at ? (at[from] ?? 0) : from;
    const end = at ? (at[from + pattern.length] ?? text.length) : from + pattern.length;
    if (!wholeWords || isWholeWord(text, start, end)) found.push([start, end]);
  }
  return found;
}

/** The positions of the folded characters in the text; null if every position is the same in both. */
function foldWithOffsets(text: string): { folded: string; at: number[] | null } {
  const whole = foldText(text);
  if (whole.length === text.length && isAscii(text)) return { folded: whole, at: null };
  let folded = '';
  const at: number[] = [];
  let position = 0;
  for (const letter of text) {
    const low = foldText(letter);
    for (let each = 0; each < low.length; each++) at.push(position);
    folded += low;
    position += letter.length;
  }
  at.push(position);
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
