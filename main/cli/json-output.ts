/** Prints values as JSON for programs, with every message as English text. */
import { isMessageKey, t } from '../../shared/messages/english.ts';
import { isMessage, type Message } from '../../shared/messages/message.ts';

/** The value on one line, as `--json` prints it. */
export const stringifyOutput = (value: unknown): string => JSON.stringify(toOutput(value));

function toOutput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOutput);
  if (typeof value !== 'object' || value === null) return value;
  if (isCatalogueMessage(value)) return t(value);
  // The changes of a project are the user's data and contain no messages.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name === 'changes' ? inner : toOutput(inner)]));
}

/** Other objects may have a field `key` as well. */
const isCatalogueMessage = (value: object): value is Message =>
  isMessage(value) &&
  (value.defaultText !== undefined || isMessageKey(value.key)) &&
  Object.keys(value).every((name) => messageFields.has(name));

/** Notes of imports and faults also have a `sentence` for people. Programs get the message with the path. */
const messageFields: ReadonlySet<string> = new Set<keyof Message | 'sentence'>(['key', 'params', 'defaultText', 'sentence']);
