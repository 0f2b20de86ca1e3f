import type { MessageParams } from './message-params.ts';

export type MessageKey = keyof MessageParams;

/** What a message of the catalogue is given: nothing, or its parameters. */
export type MessageArguments<K extends MessageKey> = MessageParams[K] extends undefined ? [] : [params: MessageParams[K]];

/** A text that a person may read, before it has a language. It can be stored, logged and sent over IPC. */
export interface Message {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, MessageValue>>;
}

/** A list is joined as the language does it ("a, b and c"). A message is formatted in the language of the one it stands in. */
export type MessageValue = string | number | boolean | Message | readonly (string | Message)[];

export function message<K extends MessageKey>(key: K, ...[params]: MessageArguments<K>): Message {
  return params === undefined ? { key } : { key, params };
}

export const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && 'key' in value;
