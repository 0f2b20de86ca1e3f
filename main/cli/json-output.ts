/** JSON for programs: every message in it as English text. */
import { isMessageKey, t } from '../../shared/messages/english.ts';
import { isMessage, type Message } from '../../shared/messages/message.ts';

/** `--json` prints this on one line. */
export const stringifyOutput = (value: unknown): string => JSON.stringify(toOutput(value));

function toOutput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOutput);
  if (typeof value !== 'object' || value === null) return value;
  if (isCatalogueMessage(value)) return t(value);
  // The changes of a project are the user's data, which contains no messages.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name === 'changes' ? inner : toOutput(inner)]));
}

/** Other objects have a field `key`, too. */
const isCatalogueMessage = (value: object): value is Message =>
  isMessage(value) &&
  (value.defaultText !== undefined || isMessageKey(value.key)) &&
  Object.keys(value).every((name) => messageFields.has(name));

/** Notes of imports and faults have a `sentence` for people as well. Programs get the message, which contains the path. */
const messageFields: ReadonlySet<string> = new Set<keyof Message | 'sentence'>(['key', 'params', 'defaultText', 'sentence']);
