/**
 * What differs between two texts, line by line (Myers' way: the fewest lines that change). Texts that have next to nothing in common
 * are not worth the time it takes: then all of the one goes and all of the other comes.
 */
import type { DiffHunk } from '../contracts/targets.ts';

type DiffLine = DiffHunk['lines'][number];

/** `patience`: changed lines up to which the shortest way is looked for. */
export function diffLines(left: readonly string[], right: readonly string[], patience = 1500): DiffLine[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const both = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ type: 'both', text }));
  const middle = diffMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end), patience);
  return [...both(left.slice(0, start)), ...middle, ...both(left.slice(left.length - end))];
}

/** The pieces that change, each with so many lines around; what both have is left out. */
export function groupIntoHunks(lines: readonly DiffLine[], around = 3): DiffHunk[] {
  const near = new Uint8Array(lines.length);
  for (const [at, { type }] of lines.entries()) {
    if (type === 'both') continue;
    near.fill(1, Math.max(0, at - around), at + around + 1);
  }
  const pieces: { lines: DiffLine[]; unchangedAfter: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (near[at] === 1) {
      if (at === 0 || near[at - 1] !== 1) pieces.push({ lines: [], unchangedAfter: 0 });
      pieces.at(-1)?.lines.push(line);
    } else {
      const last = pieces.at(-1);
      if (last) last.unchangedAfter += 1;
    }
  }
  return pieces;
}

function diffMiddle(left: readonly string[], right: readonly string[], patience: number): DiffLine[] {
  const whole = (): DiffLine[] => [
    ...left.map((text): DiffLine => ({ type: 'left', text })),
    ...right.map((text): DiffLine => ({ type: 'right', text })),
  ];
  if (left.length === 0 || right.length === 0) return whole();
  const most = Math.min(left.length + right.length, patience);
  /** By diagonal, how far the left text is read; one copy for each number of changes, to find the way back. */
  let reach = new Map<number, number>([[1, 0]]);
  const steps: Map<number, number>[] = [];
  for (let changes = 0; changes <= most; changes += 1) {
    steps.push(reach);
    const next = new Map(reach);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const down = diagonal === -changes || (diagonal !== changes && (next.get(diagonal - 1) ?? 0) < (next.get(diagonal + 1) ?? 0));
      let x = down ? (next.get(diagonal + 1) ?? 0) : (next.get(diagonal - 1) ?? 0) + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= left.length && x - diagonal >= right.length) return backtrackEdits(left, right, steps);
    }
    reach = next;
  }
  return whole();
}

function backtrackEdits(left: readonly string[], right: readonly string[], steps: readonly ReadonlyMap<number, number>[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = left.length;
  let y = right.length;
  for (let changes = steps.length - 1; changes >= 0; changes -= 1) {
    const reach = steps[changes] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = diagonal === -changes || (diagonal !== changes && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = reach.get(from) ?? 0;
    const fromY = fromX - from;
    for (; x > fromX && y > fromY && x > 0 && y > 0; y -= 1) lines.push({ type: 'both', text: left[--x] ?? '' });
    if (changes === 0) break;
    if (down) lines.push({ type: 'right', text: right[--y] ?? '' });
    else lines.push({ type: 'left', text: left[--x] ?? '' });
  }
  return lines.reverse();
}
