/** A text that a person may read, before it has a language. It can be stored, logged and sent over IPC. Made by `message()` (message.ts). */
export interface Message {
  readonly key: string;
  readonly params?: Readonly<Record<string, MessageValue>>;
}

/** A list is joined as the language does it ("a, b and c"). A message is formatted in the language of the one that contains it. */
export type MessageValue = string | number | boolean | Message | readonly (string | Message)[];
