/** A file as it is there beside what we would write, for the eye of the user: JSON is laid out in lines first. */
import { diffLines, piecesOf } from '../../shared/line-diff.ts';
import type { Comparison } from '../../shared/targets.ts';

/** Characters, beyond which nobody compares by eye. */
const longest = 4_000_000;
/** Lines shown, and characters of one. */
const mostLines = 2000;
const longestLine = 400;

const other = (says: string): Comparison => ({ is: 'other', says, pieces: [] });

/** null: there is no such file. */
export function compareTexts(left: string | null, right: string | null, around = 3): Comparison {
  if (left !== null && left === right) return { is: 'same', says: null, pieces: [] };
  if ((left?.length ?? 0) + (right?.length ?? 0) > longest) return other('These files are too long to be compared here.');
  if (left?.includes('\0')) return other('What lies there is no text.');
  const lines = diffLines(linesOf(left), linesOf(right));
  let room = mostLines;
  const pieces = piecesOf(lines, around).flatMap(({ lines: all, skipped }) => {
    const shown = all.slice(0, Math.max(0, room)).map(({ is, text }) => ({ is, text: text.slice(0, longestLine) }));
    room -= all.length;
    return shown.length > 0 ? [{ lines: shown, skipped }] : [];
  });
  if (pieces.length === 0) return { is: 'same', says: 'They differ in how they are laid out only.', pieces: [] };
  return { is: 'text', says: room < 0 ? 'Only the first differences are shown.' : null, pieces };
}

export const compareSizes = (left: number | null, right: number | null): Comparison =>
  other(
    left === null
      ? `It is not there; ours has ${right ?? 0} bytes.`
      : right === null
        ? `It has ${left} bytes; the story has no such file any more.`
        : `What lies there has ${left} bytes, ours has ${right}.`,
  );

function linesOf(text: string | null): string[] {
  if (text === null) return [];
  return laidOut(text).split(/\r?\n/);
}

/** The engines' files are a single line: as such no one sees what is other. */
function laidOut(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
