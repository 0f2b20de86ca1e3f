/** How many changes exist only on this computer (I28), of each kind. */
import { localOnlyReasons } from '../contracts/local-only-reasons.ts';
import type { LocalOnlyChange } from '../contracts/sync.ts';
import { joinMessages } from './join-messages.ts';
import { type Message, message } from './message.ts';

/** `2 changes that weren’t sent; 1 open conflict`. */
export function countedLocalOnlyChanges(changes: readonly LocalOnlyChange[]): Message {
  const counts = localOnlyReasons.map((reason) => ({ reason, count: changes.filter((each) => each.reason === reason).length }));
  return joinMessages(
    counts.flatMap(({ reason, count }) => (count === 0 ? [] : [message(`sync.localOnly.counted.${reason}`, { count })])),
    (first, second) => message('problem.twoFaults', { first, second }),
  );
}
