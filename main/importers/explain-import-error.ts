/** Explains an error of a file to a person: names the affected record instead of its path, if the record has a name. */

import { isJsonObject, isOneOf, type JsonObject } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { fieldLabel, namedRecordAsSubject } from '../../shared/model/kind-messages.ts';
import { kindOfCollection } from '../../shared/model/kinds/kinds.ts';
import { decodeEntities } from '../../shared/rich-text/decode-entities.ts';
import type { StoryFault, StoryFaultReason } from '../story-format/story-fault.ts';
import { type Collection, collections, type StoryFile } from '../story-format/story-file.ts';

/** `path` is that of the error in the file, such as `boards.<id>.children.2`. */
export function explainImportError(file: StoryFile, path: string, fault: StoryFault): Message {
  const [name = '', id = '', field = '', ...rest] = path.split('.');
  if (name === 'startingElement') return message('import.explained.start');
  const owner = name === 'contents' ? file.collectionOf(id) : name;
  if (owner === undefined) return message('import.explained.translationOfMissing');
  if (!isCollection(owner)) return message('import.explained.file', { path });
  if (fault.reason === 'boardNeeded') return message('import.explained.noBoards');
  if (id === '') return message('import.explained.noStory');
  return explainRecordError({ record: describe(file, owner, id), field, isListed: rest.length > 0, file }, fault);
}

interface ErrorPlace {
  /** The record at the start of a sentence, such as `The folder “Act 1”`. */
  readonly record: Message;
  readonly field: string;
  /** Whether the value is an entry of a list. */
  readonly isListed: boolean;
  readonly file: StoryFile;
}

/** Faults whose explanation only needs the record, and the name of the explanation. */
const explainedByRecord = {
  noBoard: 'noBoard',
  noBoardNamed: 'noBoard',
  noBranch: 'noBranch',
  noOwner: 'noOwner',
  leafWithChildren: 'leafWithChildren',
  rootInFolder: 'rootInFolder',
  folderInItself: 'folderInItself',
  folderTooDeep: 'folderTooDeep',
  boardTooFull: 'boardTooFull',
  folderContents: 'folderContents',
  folderAttributes: 'folderAttributes',
  secondRoot: 'secondRoot',
  isFolder: 'isFolder',
  otherBoard: 'otherBoard',
  boardMismatch: 'boardMismatch',
  startsElsewhere: 'startsElsewhere',
  namedTwice: 'namedTwice',
  keyNotUuid: 'invalidId',
  idInTwoCollections: 'sharedId',
} as const satisfies { readonly [R in StoryFaultReason]?: string };

const isExplainedByRecord = (reason: StoryFaultReason | undefined): reason is keyof typeof explainedByRecord =>
  reason !== undefined && reason in explainedByRecord;

function explainRecordError({ record, field, isListed, file }: ErrorPlace, { reason, params = {} }: StoryFault): Message {
  if (isExplainedByRecord(reason)) return message(`import.explained.${explainedByRecord[reason]}`, { record });
  switch (reason) {
    case 'unknownId': {
      const what = String(params.collections);
      return isListed
        ? message('import.explained.listsMissing', { record, what })
        : message('import.explained.refersToMissing', { record, what });
    }
    case 'wrongCollection':
      return message('import.explained.wrongKind', { record, what: String(params.collection) });
    case 'missing':
      return message('import.explained.noEnd', { record });
    case 'noLanguage':
      return message('import.explained.noLanguage', { record, language: String(params.locale) });
    case 'placedTwice': {
      const id = String(params.id);
      const collection = file.collectionOf(id);
      return message('import.explained.placedTwice', { record: collection ? describe(file, collection, id) : record });
    }
  }
  return field === ''
    ? message('import.explained.record', { record })
    : message('import.explained.field', { record, field: fieldLabel(field) });
}

function describe(file: StoryFile, collection: Collection, id: string): Message {
  const raw = file.findOriginal(collection, id) ?? {};
  const name = nameOf(raw) || nameOf(file.contents.get(id) ?? {});
  const isFolder = raw.type === 'folder' || (collection === 'boards' && Array.isArray(raw.children));
  if (raw.root === true) return message('import.explained.root');
  if (isFolder) return name === '' ? message('import.explained.unnamedFolder') : message('import.explained.folder', { name });
  return namedRecordAsSubject(kindOfCollection(collection), name);
}

/** The maximum number of characters of a name in a sentence. */
const maxNameLength = 50;

/** The first text of a record that may serve as its name, in any language of the file; `''` if there is none. */
function nameOf(raw: JsonObject): string {
  for (const field of ['name', 'title', 'label', 'content', 'text']) {
    const text = decodeEntities(textOf(raw[field]).replace(/<[^<>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim();
    if (text !== '') return text.length <= maxNameLength ? text : `${text.slice(0, maxNameLength - 1).trimEnd()}…`;
  }
  return '';
}

/** The text, or the first one of a text in several languages. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return '';
  return (
    Object.values(value)
      .map((each) => (isJsonObject(each) ? each.text : each))
      .filter((each) => typeof each === 'string')
      .find((each) => each !== '') ?? ''
  );
}

const isCollection = (name: string): name is Collection => isOneOf(collections, name);
