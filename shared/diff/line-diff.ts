/** The differences between two texts, line by line: jsdiff with a limit on its work. */
import { diffArrays } from 'diff';

/** A part of a text that changed, with the unchanged lines around it. */
export interface DiffHunk {
  readonly lines: readonly { readonly type: 'both' | 'left' | 'right'; readonly text: string }[];
  /** Equal lines that are left out after this hunk. */
  readonly unchangedAfter: number;
}

type DiffLine = DiffHunk['lines'][number];

/**
 * The shortest edit script from `left` to `right`. Texts that need more than `maxEdits` removed and added lines have so little in common
 * that the search is not worth its time (it grows with the square of the edits): everything between their common start and end is then
 * shown as replaced.
 */
export function diffLines(left: readonly string[], right: readonly string[], maxEdits = 1500): DiffLine[] {
  const changes = diffArrays([...left], [...right], { maxEditLength: maxEdits });
  if (!changes) return replaceMiddle(left, right);
  return changes.flatMap(({ value, added, removed }) => toLines(value, lineType(added, removed)));
}

/** The changed parts, each with `context` unchanged lines around it; the other unchanged lines are only counted. */
export function groupIntoHunks(lines: readonly DiffLine[], context = 3): DiffHunk[] {
  const isShown = new Uint8Array(lines.length);
  for (const [index, { type }] of lines.entries()) if (type !== 'both') isShown.fill(1, Math.max(0, index - context), index + context + 1);
  const hunks: { lines: DiffLine[]; unchangedAfter: number }[] = [];
  for (const [index, line] of lines.entries()) {
    if (isShown[index] === 1) {
      if (index === 0 || isShown[index - 1] !== 1) hunks.push({ lines: [], unchangedAfter: 0 });
      hunks.at(-1)?.lines.push(line);
    } else {
      const last = hunks.at(-1);
      if (last) last.unchangedAfter += 1;
    }
  }
  return hunks;
}

const toLines = (texts: readonly string[], type: DiffLine['type']): DiffLine[] => texts.map((text) => ({ type, text }));

function lineType(added: boolean, removed: boolean): DiffLine['type'] {
  if (added) return 'right';
  return removed ? 'left' : 'both';
}

function replaceMiddle(left: readonly string[], right: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [
    ...toLines(left.slice(0, start), 'both'),
    ...toLines(left.slice(start, left.length - end), 'left'),
    ...toLines(right.slice(start, right.length - end), 'right'),
    ...toLines(left.slice(left.length - end), 'both'),
  ];
}
