/** The workspaces and story folders of conflicts, for the message about all of them. */
import type { Conflict } from './sync.ts';

/** Each one once, in the order of the conflicts. */
export const otherSidesOf = (conflicts: readonly Pick<Conflict, 'otherSide'>[]): Conflict['otherSide'][] => [
  ...new Map(conflicts.map(({ otherSide }) => [JSON.stringify(otherSide), otherSide])).values(),
];
