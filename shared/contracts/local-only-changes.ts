/** Changes that exist only on this computer (I28). Separate from sync.ts, so that the window can count them by reason without loading its schemas. */
import { joinMessages, type Message, message } from '../messages/message.ts';

/** Why a change exists only on this computer: not sent yet, rejected, in conflict, sent without an answer, held (G30), a file that is not uploaded, a local comment, or a frame. */
const localOnlyReasons = ['waiting', 'rejected', 'conflict', 'unconfirmed', 'held', 'file', 'comment', 'frame'] as const;
export type LocalOnlyReason = (typeof localOnlyReasons)[number];

/** `2 changes that weren’t sent; 1 open conflict`. */
export function countedLocalOnlyChanges(changes: readonly { readonly reason: LocalOnlyReason }[]): Message {
  const counts = localOnlyReasons.map((reason) => ({ reason, count: changes.filter((each) => each.reason === reason).length }));
  return joinMessages(
    counts.flatMap(({ reason, count }) => (count === 0 ? [] : [message(`sync.localOnly.counted.${reason}`, { count })])),
    (first, second) => message('problem.twoFaults', { first, second }),
  );
}
