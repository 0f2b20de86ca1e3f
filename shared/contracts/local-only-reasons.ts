/** Separate from sync.ts, so that the window can count changes by reason without loading its schemas. */

/** Why a change exists only on this computer: not sent yet, rejected, in conflict, sent without an answer, held (G30), a file that is not uploaded, a local comment, or a frame. */
export const localOnlyReasons = ['waiting', 'rejected', 'conflict', 'unconfirmed', 'held', 'file', 'comment', 'frame'] as const;
export type LocalOnlyReason = (typeof localOnlyReasons)[number];
