/** Who changed something, as a reader is told. */
import { historyWords } from '../words/en/history.ts';

/** `by` as `Origin`. */
export function whoInWords(by: string): string {
  const known: Readonly<Record<string, string>> = historyWords.by;
  return known[by] ?? by;
}
