import type { MessageParams } from './message-params.ts';
import type { Message } from './message-value.ts';

export type { Message, MessageValue } from './message-value.ts';

export type MessageKey = keyof MessageParams;

/** The arguments of a message: none, or its parameters. */
export type MessageArguments<K extends MessageKey> = MessageParams[K] extends undefined ? [] : [params: MessageParams[K]];

export function message<K extends MessageKey>(key: K, ...[params]: MessageArguments<K>): Message {
  return params === undefined ? { key } : { key, params };
}

export const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && 'key' in value;

/** Text that is not translated: a name, a sentence of another program, a text that an earlier version stored. */
export const verbatim = (text: string): Message => message('problem.verbatim', { text });
