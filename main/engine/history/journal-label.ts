/**
 * The label of a journal row: stored as the JSON of a message, so that it can be shown in the language of the reader. Taleport 0.1 stored
 * English text.
 */
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';

export const serializeLabel = (label: Message): string => JSON.stringify(label);

export function parseLabel(stored: string): Message {
  // No label of 0.1 starts with a brace.
  return stored.startsWith('{') ? messageSchema.parse(JSON.parse(stored)) : verbatim(stored);
}
