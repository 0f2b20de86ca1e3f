import { quotePathForShell } from '../text.ts';
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

/** Whether a message is or contains another one. */
export const containsMessage = (whole: Message, part: Message): boolean =>
  (whole.key === part.key && JSON.stringify(whole.params) === JSON.stringify(part.params)) ||
  Object.values(whole.params ?? {})
    .flat()
    .some((value) => isMessage(value) && containsMessage(value, part));

/** Text that is not translated: a name, a sentence of another program, a text that an earlier version stored. */
export const verbatim = (text: string): Message => message('problem.verbatim', { text });

export const isVerbatim = ({ key }: Pick<Message, 'key'>): boolean => key === ('problem.verbatim' satisfies MessageKey);

/** A text for rows: verbatim text as it is, as earlier versions stored all messages, and any other message as JSON. */
export const serializeReason = ({ key, params }: Message): string =>
  isVerbatim({ key }) ? String(params?.text) : JSON.stringify({ key, params });

/** A word of a command to paste, which would name something else if it were shortened: a folder of the user, never a text of a story. */
export const shellArgument = (path: string): Message => message('problem.shellArgument', { text: quotePathForShell(path) });

export const isShellArgument = ({ key }: Message): boolean => key === ('problem.shellArgument' satisfies MessageKey);

/** A language by its name in the language of the reader; the code itself where that has no name. */
export const languageName = (code: string): Message => message('common.languageName', { code });

export const isLanguageName = ({ key }: Message): boolean => key === ('common.languageName' satisfies MessageKey);

/** Joins several messages into one: sentence after sentence, or one on each line. */
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

/** The messages without repetitions, in their order: many records may be affected for the same reason. */
export const distinctMessages = (messages: readonly Message[]): Message[] => [
  ...new Map(messages.map((each) => [JSON.stringify(each), each])).values(),
];
