/** Who changed something, as a reader is told. */
import { historyMessages } from '../../messages/en/history.ts';

/** `by` as `Origin`. */
export function originLabel(by: string): string {
  const known: Readonly<Record<string, string>> = historyMessages.by;
  return known[by] ?? by;
}
