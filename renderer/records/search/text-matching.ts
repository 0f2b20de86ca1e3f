/**
 * Finds words in a text, ignoring case, accents, width and the kind of kana unless requested otherwise. What a word processor writes for a key is the same as
 * the key in any case: curly quotes, an ellipsis, ligatures, other spaces and dashes; hyphens that only show at the end of a line count for nothing. Pure.
 */

export interface SearchQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
}
export type TextRange = readonly [start: number, end: number];

const wideAndNarrow = /[\u3000\uff01-\uff9f]+/g;
/**
 * Accents of European letters, vowel signs of Hebrew and Arabic, and variants of emoji. Marks of other scripts make another letter: か is not が.
 */
const accents = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u0591-\u05c7]|[\u064b-\u0652]|\u0670|[\u20d0-\u20ff]|[\ufe00-\ufe0f]/g;
/** Letters that Unicode does not divide into a letter and an accent, and katakana. */
const otherSpellings = /[ßæœøłđðþħıς\u30a1-\u30f6\u30fd\u30fe]/g;
const latinSpellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const katakanaToHiragana = -0x60;
const respell = (letter: string): string => latinSpellings[letter] ?? String.fromCharCode(letter.charCodeAt(0) + katakanaToHiragana);

const typographic =
  /[`\u00a0\u00ab\u00ad\u00b4\u00bb\u02bc\u2000-\u200d\u2010-\u201f\u2026\u202f\u2032\u2033\u2039\u203a\u205f\u2060\u2212\ufb00-\ufb06\ufeff]/g;

/** Typographic characters as those of a keyboard, of which the backtick is often typed for an apostrophe. The length may differ, but for ASCII. */
const foldTypography = (text: string): string => text.replace(typographic, typedAs);

function typedAs(character: string): string {
  if (/[\u00ad\u200b-\u200d\u2060\ufeff]/.test(character)) return '';
  if (/[`\u00b4\u02bc\u2018-\u201b\u2032\u2039\u203a]/.test(character)) return "'";
  if (/[\u00ab\u00bb\u201c-\u201f\u2033]/.test(character)) return '"';
  if (/[\u2010-\u2015\u2212]/.test(character)) return '-';
  // An ellipsis and ligatures, of which Unicode knows the letters. What is left are spaces.
  return /[\u2026\ufb00-\ufb06]/.test(character) ? character.normalize('NFKC') : ' ';
}

/**
 * Lower case without accents, in letters of normal width, and hiragana for katakana. The length may differ from that of the text. It does not depend on
 * the language of the text, which a search for names in all languages could not state.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return foldTypography(text.toLowerCase());
  return text
    .replace(wideAndNarrow, (letters) => letters.normalize('NFKC'))
    .normalize('NFD')
    .replace(accents, '')
    .toLowerCase()
    .replace(otherSpellings, respell)
    .replace(typographic, typedAs)
    .normalize('NFC');
}

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** The ranges of all matches in the text, from its start, without overlaps. A range contains whole letters. */
export function findMatches(text: string, { text: query, matchCase, wholeWords }: SearchQuery): TextRange[] {
  const fold = matchCase ? foldTypography : foldText;
  const { folded, at } = foldWithOffsets(text, fold);
  const pattern = fold(query);
  const found: TextRange[] = [];
  if (pattern === '') return found;
  for (let from = folded.indexOf(pattern); from >= 0; ) {
    const to = from + pattern.length;
    const isWhole = at === null || (at[from] !== at[from - 1] && at[to] !== at[to - 1]);
    const start = at?.[from] ?? from;
    const end = at?.[to] ?? to;
    if (isWhole && (!wholeWords || isWholeWord(text, start, end))) found.push([start, end]);
    from = folded.indexOf(pattern, isWhole ? to : from + 1);
  }
  return found;
}

/**
 * A letter with its marks, or a Korean syllable of several letters: what is folded to the same, whatever is next to it. Letters of ASCII without marks are
 * folded together, each to one, because most texts have little else.
 */
const letters = /\p{ASCII}+(?![\p{M}\uff9e\uff9f])|[\uac00-\ud7a3]?[\u1100-\u11ff]+|.[\p{M}\uff9e\uff9f]*/gsu;

/** The positions of the folded characters in the text, and its end; null if every position is the same in both. */
function foldWithOffsets(text: string, fold: (text: string) => string): { folded: string; at: number[] | null } {
  if (isAscii(text)) return { folded: fold(text), at: null };
  let folded = '';
  const at: number[] = [];
  for (const { 0: letter, index } of text.matchAll(letters)) {
    const low = fold(letter);
    const step = isAscii(letter) ? 1 : 0;
    for (let each = 0; each < low.length; each++) at.push(index + each * step);
    folded += low;
  }
  at.push(text.length);
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
