/** A file as it is there beside what we would write, for the inspector of the user: JSON is laid out in lines first. */

import type { FileComparison } from '../../shared/contracts/targets.ts';
import { diffLines, groupIntoHunks } from '../../shared/diff/line-diff.ts';
import { comparisonMessages, sizeComparisonMessage } from './delivery-messages.ts';

/** Characters, beyond which nobody compares by inspector. */
const maxComparedCharacters = 4_000_000;
/** Lines shown, and characters of one. */
const maxShownLines = 2000;
const maxLineLength = 400;

const noTextComparison = (reason: string): FileComparison => ({ type: 'other', reason, hunks: [] });

/** Null: there is no such file. */
export function compareTexts(left: string | null, right: string | null, around = 3): FileComparison {
  if (left !== null && left === right) return { type: 'same', reason: null, hunks: [] };
  if ((left?.length ?? 0) + (right?.length ?? 0) > maxComparedCharacters) return noTextComparison(comparisonMessages.tooLong);
  if (left?.includes('\0')) return noTextComparison(comparisonMessages.noText);
  const lines = diffLines(splitLines(left), splitLines(right));
  let room = maxShownLines;
  const hunks = groupIntoHunks(lines, around).flatMap(({ lines: all, unchangedAfter }) => {
    const shown = all.slice(0, Math.max(0, room)).map(({ type, text }) => ({ type, text: text.slice(0, maxLineLength) }));
    room -= all.length;
    return shown.length > 0 ? [{ lines: shown, unchangedAfter }] : [];
  });
  if (hunks.length === 0) return { type: 'same', reason: comparisonMessages.onlyLayout, hunks: [] };
  return { type: 'text', reason: room < 0 ? comparisonMessages.truncated : null, hunks };
}

export const compareSizes = (left: number | null, right: number | null): FileComparison =>
  noTextComparison(sizeComparisonMessage(left, right));

function splitLines(text: string | null): string[] {
  if (text === null) return [];
  return prettyPrintJson(text).split(/\r?\n/);
}

/** The files for engines are a single line, in which no one would find a difference. */
function prettyPrintJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
