/** The length of a text: in words by the rules of its language, or in characters if it is written in Chinese or Japanese. Scripts are not counted. Pure. */

/** Counts of texts are added up before the unit is chosen, so that the parts of a story in one language add up. */
export interface TextCount {
  readonly words: number;
  /** Without spaces. An accent is not counted apart from its letter. */
  readonly characters: number;
  /** The characters among them that are Chinese or Japanese, punctuation included. */
  readonly eastAsian: number;
}

export const emptyTextCount: TextCount = { words: 0, characters: 0, eastAsian: 0 };

const countedCharacters = /[^\s\p{M}\p{Cf}]/gu;
/** Chinese characters, kana, bopomofo, their punctuation, and full-width forms. Korean is not among them: it has spaces between words. */
const eastAsianCharacters = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u{ff01}-\u{ff60}]/gu;

const segmenters = new Map<string, Intl.Segmenter>();

/** For language codes that `Intl` does not accept, the default rules apply. */
function segmenterFor(iso: string): Intl.Segmenter {
  const cached = segmenters.get(iso);
  if (cached) return cached;
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(iso.replaceAll('_', '-'), { granularity: 'word' });
  } catch {
    segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  }
  segmenters.set(iso, segmenter);
  return segmenter;
}

export function countText(text: string, iso: string): TextCount {
  let words = 0;
  for (const { isWordLike } of segmenterFor(iso).segment(text)) if (isWordLike) words++;
  return { words, characters: text.match(countedCharacters)?.length ?? 0, eastAsian: text.match(eastAsianCharacters)?.length ?? 0 };
}

export const addTextCounts = (one: TextCount | undefined, other: TextCount | undefined): TextCount => ({
  words: (one?.words ?? 0) + (other?.words ?? 0),
  characters: (one?.characters ?? 0) + (other?.characters ?? 0),
  eastAsian: (one?.eastAsian ?? 0) + (other?.eastAsian ?? 0),
});

export type TextUnit = 'words' | 'characters';

/** The unit in which writers measure such a text. It depends on the text and not on its language code, which may be anything. */
export const unitOf = ({ characters, eastAsian }: TextCount): TextUnit => (eastAsian * 2 > characters ? 'characters' : 'words');
