/** What differs between two texts, word by word, in any language: for the screen, which shows the two in one. */
import { diffLines } from './line-diff.ts';

export interface WordPiece {
  /** `left` was there before, `right` has come. */
  readonly is: 'both' | 'left' | 'right';
  readonly text: string;
}

/** More changed words than this, and the texts are shown as one that went and one that came: nobody could read the other. */
const patience = 400;
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The pieces in the order of reading; what went stands before what came in its place. */
export function diffWords(left: string, right: string): WordPiece[] {
  return joined(diffLines(wordsOf(left), wordsOf(right), patience));
}

const wordsOf = (text: string): string[] => Array.from(words.segment(text), ({ segment }) => segment);

/** Neighbours of one kind become one piece, and so do two changes with nothing but space between. */
function joined(pieces: readonly WordPiece[]): WordPiece[] {
  const all: WordPiece[] = [];
  let went = '';
  let came = '';
  let kept = '';
  const endChange = () => {
    if (went !== '') all.push({ is: 'left', text: went });
    if (came !== '') all.push({ is: 'right', text: came });
    went = '';
    came = '';
  };
  const endKept = () => {
    if (kept !== '') all.push({ is: 'both', text: kept });
    kept = '';
  };
  for (const { is, text } of pieces) {
    if (is === 'both') {
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
    if (is === 'left') went += text;
    else came += text;
  }
  endChange();
  endKept();
  return all;
}
