/** What differs between two texts, word by word, in any language: for the screen, which shows the two in one. */
import { diffLines } from './line-diff.ts';

export interface WordDiffPart {
  /** `left` was there before, `right` has come. */
  readonly type: 'both' | 'left' | 'right';
  readonly text: string;
}

/** More changed words than this, and the texts are shown as one that went and one that came: nobody could read the other. */
const MAX_EDITS = 400;
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The pieces in the order of reading; what went stands before what came in its place. */
export function diffWords(left: string, right: string): WordDiffPart[] {
  return mergeParts(diffLines(splitWords(left), splitWords(right), MAX_EDITS));
}

const splitWords = (text: string): string[] => Array.from(wordSegmenter.segment(text), ({ segment }) => segment);

/** Neighbours of one kind become one piece, and so do two changes with nothing but space between. */
function mergeParts(pieces: readonly WordDiffPart[]): WordDiffPart[] {
  const all: WordDiffPart[] = [];
  let went = '';
  let came = '';
  let kept = '';
  const endChange = () => {
    if (went !== '') all.push({ type: 'left', text: went });
    if (came !== '') all.push({ type: 'right', text: came });
    went = '';
    came = '';
  };
  const endKept = () => {
    if (kept !== '') all.push({ type: 'both', text: kept });
    kept = '';
  };
  for (const { type, text } of pieces) {
    if (type === 'both') {
      kept += text;
      continue;
    }
    if (kept !== '' && (went !== '' || came !== '') && /^[^\S\n]+$/.test(kept)) {
      went += kept;
      came += kept;
      kept = '';
    } else if (kept !== '') {
      endChange();
      endKept();
    }
    if (type === 'left') went += text;
    else came += text;
  }
  endChange();
  endKept();
  return all;
}
