import { type Message, type MessageArguments, message } from '../../shared/messages/message.ts';

/** What is wrong with a story file, as a message for people; with a reason if code decides by it, such as the explanation of an import's errors. */
export interface StoryFault extends Message {
  readonly reason?: StoryFaultReason;
}

export type StoryFaultReason = KeyedReason | 'folderTooDeep';

/** Each has a message `import.fault.<reason>`. */
type KeyedReason =
  | 'boardMismatch'
  | 'boardNeeded'
  | 'boardTooFull'
  | 'folderAttributes'
  | 'folderContents'
  | 'folderInItself'
  | 'idInTwoCollections'
  | 'isFolder'
  | 'keyNotUuid'
  | 'leafWithChildren'
  | 'missing'
  | 'namedTwice'
  | 'noBoard'
  | 'noBoardNamed'
  | 'noBranch'
  | 'noLanguage'
  | 'noOwner'
  | 'otherBoard'
  | 'placedTwice'
  | 'rootInFolder'
  | 'secondRoot'
  | 'startsElsewhere'
  | 'unknownId'
  | 'wrongCollection';

export const storyFault = <R extends KeyedReason>(reason: R, ...params: MessageArguments<`import.fault.${R}`>): StoryFault => ({
  ...message(`import.fault.${reason}`, ...params),
  reason,
});

/** The fault without its reason, as it is shown. */
export const messageOfFault = ({ reason: _, ...text }: StoryFault): Message => text;
