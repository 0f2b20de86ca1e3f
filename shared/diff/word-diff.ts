/** The differences between two texts, word by word and in any language, to be shown as one text with marks. */
import { diffLines } from './line-diff.ts';

export interface WordDiffPart {
  /** `left` is only in the first text, `right` only in the second. */
  readonly type: 'both' | 'left' | 'right';
  readonly text: string;
}

/** With more changed words the marks would be unreadable: the texts are then shown as one removed and one added. */
const maxEdits = 400;
/**
 * Finds words even if a language writes no spaces. jsdiff's own word functions are not used: they ignore differences in white space,
 * but each of the two texts must be readable from the result.
 */
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The parts in reading order; removed text precedes the text that replaces it. */
export function diffWords(left: string, right: string): WordDiffPart[] {
  return mergeParts(diffLines(splitWords(left), splitWords(right), maxEdits));
}

/** Words, and the spaces and marks between them: together they are the text. */
export const splitWords = (text: string): string[] => Array.from(wordSegmenter.segment(text), ({ segment }) => segment);

/** Joins neighbours of one type, and changes with nothing but spaces between them. */
function mergeParts(words: readonly WordDiffPart[]): WordDiffPart[] {
  const parts: WordDiffPart[] = [];
  let removed = '';
  let added = '';
  let unchanged = '';
  const pushChange = () => {
    if (removed !== '') parts.push({ type: 'left', text: removed });
    if (added !== '') parts.push({ type: 'right', text: added });
    removed = '';
    added = '';
  };
  const pushUnchanged = () => {
    if (unchanged !== '') parts.push({ type: 'both', text: unchanged });
    unchanged = '';
  };
  for (const { type, text } of words) {
    if (type === 'both') {
      unchanged += text;
      continue;
    }
    const joinsLastChange = (removed !== '' || added !== '') && /^[^\S\n]*$/.test(unchanged);
    if (joinsLastChange) {
      removed += unchanged;
      added += unchanged;
      unchanged = '';
    } else {
      pushChange();
      pushUnchanged();
    }
    if (type === 'left') removed += text;
    else added += text;
  }
  pushChange();
  pushUnchanged();
  return parts;
}
