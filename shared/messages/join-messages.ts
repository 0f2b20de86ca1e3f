/** Joins several messages into one: sentence after sentence, or one on each line. */
import { type Message, message, verbatim } from './message.ts';

export const joinSentences = (messages: readonly Message[]): Message =>
  joinMessages(messages, (first, next) => message('common.sentences', { first, next }));

export const joinLines = (messages: readonly Message[]): Message =>
  joinMessages(messages, (first, next) => message('common.lines', { first, next }));

/** In halves, because thousands of messages nested in each other could not be formatted. */
export function joinMessages(messages: readonly Message[], join: (first: Message, next: Message) => Message): Message {
  const [only] = messages;
  if (only === undefined) return verbatim('');
  if (messages.length === 1) return only;
  const middle = Math.ceil(messages.length / 2);
  return join(joinMessages(messages.slice(0, middle), join), joinMessages(messages.slice(middle), join));
}
