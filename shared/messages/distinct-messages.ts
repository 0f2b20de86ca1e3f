import type { Message } from './message-value.ts';

/** The messages without repetitions, in their order: many records may be affected for the same reason. */
export const distinctMessages = (messages: readonly Message[]): Message[] => [
  ...new Map(messages.map((each) => [JSON.stringify(each), each])).values(),
];
