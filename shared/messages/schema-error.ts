import { isMessage, type Message } from './message.ts';

/** A message as the `error` of a schema, which zod takes as text only. `formatSchemaIssue` (contracts/schema-issues.ts) reads it. */
export const schemaError = (fault: Message): string => JSON.stringify(fault);

/** The message in the text of an issue; undefined if the text is zod's own. */
export function readSchemaError(text: string): Message | undefined {
  if (!text.startsWith('{"key":')) return undefined;
  const value: unknown = JSON.parse(text);
  return isMessage(value) ? value : undefined;
}
