/** Compares a file with the one that would be exported, for display: JSON is split into lines first. */

import type { FileComparison } from '../../../shared/contracts/targets.ts';
import { diffLines, groupIntoHunks } from '../../../shared/diff/line-diff.ts';
import { type JsonLimits, parseUntrustedJson } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { sizeComparisonMessage } from '../delivery-messages.ts';

/** Longer files are not compared line by line. */
const maxComparedCharacters = 4_000_000;
/** The maximum number of lines, and of characters in a line. */
const maxShownLines = 2000;
const maxLineLength = 400;
/** Each value becomes a line that is indented by its level, so many values on a deep level would take a hundred times the memory of the text. */
const printableJson: JsonLimits = { values: 250_000, depth: 32 };

const noTextComparison = (reason: Message): FileComparison => ({ type: 'other', reason, hunks: [] });

/** `left` and `right` are null if the file does not exist. `around` is the number of unchanged lines shown around each change. */
export function compareTexts(left: string | null, right: string | null, around = 3): FileComparison {
  if (left !== null && left === right) return { type: 'same', reason: null, hunks: [] };
  if ((left?.length ?? 0) + (right?.length ?? 0) > maxComparedCharacters) return noTextComparison(message('targets.comparison.tooLong'));
  if (left?.includes('\0')) return noTextComparison(message('targets.comparison.notText'));
  const lines = diffLines(splitLines(left), splitLines(right));
  let room = maxShownLines;
  const hunks = groupIntoHunks(lines, around).flatMap(({ lines: all, unchangedAfter }) => {
    const shown = all.slice(0, Math.max(0, room)).map(({ type, text }) => ({ type, text: text.slice(0, maxLineLength) }));
    room -= all.length;
    return shown.length > 0 ? [{ lines: shown, unchangedAfter }] : [];
  });
  if (hunks.length === 0) return { type: 'same', reason: message('targets.comparison.onlyFormatting'), hunks: [] };
  return { type: 'text', reason: room < 0 ? message('targets.comparison.truncated', { count: -room }) : null, hunks };
}

export const compareSizes = (left: number | null, right: number | null): FileComparison =>
  noTextComparison(sizeComparisonMessage(left, right));

function splitLines(text: string | null): string[] {
  if (text === null) return [];
  return prettyPrintJson(text).split(/\r?\n/);
}

/** Files for engines consist of a single line, in which a difference would be hard to find. */
function prettyPrintJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.stringify(parseUntrustedJson(text, printableJson), null, 2);
  } catch {
    return text;
  }
}
