/**
 * The plan: base, mine, theirs in; what to take in, what to ask, what to send out. Pure, and the same for the same three trees, in
 * whatever order their records came. First what they did is taken in; only when nothing of that is left is anything sent (docs/mirror.md).
 */
import { changesNothing, type Merged, merge, type Trees } from './merge.ts';
import { type Op, sends } from './sends.ts';

export interface Plan {
  readonly merged: Merged;
  /** Whether there is something to take in; then nothing is to be sent yet. */
  readonly takesIn: boolean;
  /** In the order in which they may be sent, each one request. */
  readonly sends: readonly Op[];
}

export function plan(trees: Trees): Plan {
  const merged = merge(trees);
  const takesIn = !changesNothing(merged);
  return { merged, takesIn, sends: takesIn ? [] : sends(trees.mine, trees.theirs, merged.held) };
}
