/**
 * What differs between two texts, line by line (Myers' way: the fewest lines that change). Texts that have next to nothing in common
 * are not worth the time it takes: then all of the one goes and all of the other comes.
 */
import type { DiffPiece } from './targets.ts';

type Line = DiffPiece['lines'][number];

/** `patience`: changed lines up to which the shortest way is looked for. */
export function diffLines(left: readonly string[], right: readonly string[], patience = 1500): Line[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const both = (lines: readonly string[]): Line[] => lines.map((text) => ({ is: 'both', text }));
  const middle = between(left.slice(start, left.length - end), right.slice(start, right.length - end), patience);
  return [...both(left.slice(0, start)), ...middle, ...both(left.slice(left.length - end))];
}

/** The pieces that change, each with so many lines around; what both have is left out. */
export function piecesOf(lines: readonly Line[], around = 3): DiffPiece[] {
  const near = new Uint8Array(lines.length);
  for (const [at, { is }] of lines.entries()) {
    if (is === 'both') continue;
    near.fill(1, Math.max(0, at - around), at + around + 1);
  }
  const pieces: { lines: Line[]; skipped: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (near[at] === 1) {
      if (at === 0 || near[at - 1] !== 1) pieces.push({ lines: [], skipped: 0 });
      pieces.at(-1)?.lines.push(line);
    } else {
      const last = pieces.at(-1);
      if (last) last.skipped += 1;
    }
  }
  return pieces;
}

function between(left: readonly string[], right: readonly string[], patience: number): Line[] {
  const whole = (): Line[] => [...left.map((text): Line => ({ is: 'left', text })), ...right.map((text): Line => ({ is: 'right', text }))];
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
      if (x >= left.length && x - diagonal >= right.length) return wayBack(left, right, steps);
    }
    reach = next;
  }
  return whole();
}

function wayBack(left: readonly string[], right: readonly string[], steps: readonly ReadonlyMap<number, number>[]): Line[] {
  const lines: Line[] = [];
  let x = left.length;
  let y = right.length;
  for (let changes = steps.length - 1; changes >= 0; changes -= 1) {
    const reach = steps[changes] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = diagonal === -changes || (diagonal !== changes && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = reach.get(from) ?? 0;
    const fromY = fromX - from;
    for (; x > fromX && y > fromY && x > 0 && y > 0; y -= 1) lines.push({ is: 'both', text: left[--x] ?? '' });
    if (changes === 0) break;
    if (down) lines.push({ is: 'right', text: right[--y] ?? '' });
    else lines.push({ is: 'left', text: left[--x] ?? '' });
  }
  return lines.reverse();
}
