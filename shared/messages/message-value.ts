/** A text for a user, before it has a language. It can be stored, logged and sent over IPC. Created by `message()` (message.ts). */
export interface Message {
  readonly key: string;
  readonly params?: Readonly<Record<string, MessageValue>>;
  /** English text in ICU MessageFormat, for a key that the catalogue does not contain: an exporter may bring messages of its own. */
  readonly defaultText?: string;
}

/** A list is joined as in the language of the reader ("a, b and c"). A nested message is formatted in the language of the one that contains it. */
export type MessageValue = string | number | boolean | Message | readonly (string | Message)[];
