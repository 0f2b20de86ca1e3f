/** All errors of a file, by path in the file, as one Problem, which also explains them to a person. */

import { isJsonObject, isOneOf, type JsonObject } from '../../shared/json.ts';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import { fieldLabel, namedRecordAsSubject } from '../../shared/model/kind-messages.ts';
import { kindOfCollection } from '../../shared/model/kinds/kinds.ts';
import { type FieldFault, Problem } from '../../shared/problem.ts';
import { decodeEntities } from '../../shared/rich-text/html.ts';
import { messageOfFault, type StoryFault, type StoryFaultReason } from '../story-format/story-fault.ts';
import { type Collection, collections, type StoryFile } from '../story-format/story-file.ts';

/** The maximum number of listed errors. Further ones are only counted. */
const maxListedErrors = 1_000;

/** Formats an error of the value at `path` as a sentence for people. */
export type ExplainError = (path: string, fault: StoryFault) => Message;

/** What was found at one path. */
interface PathError {
  /** The fault that is explained, if there are several. */
  readonly first: StoryFault;
  /** All faults. */
  readonly text: Message;
  /** Whether the text is a whole sentence. */
  readonly isSentence: boolean;
}

export class ImportErrors {
  readonly #explain: ExplainError | undefined;
  /** Whether the user can repeat the import with a repair. */
  readonly #offersRepair: boolean;
  readonly #errors = new Map<string, PathError>();
  #count = 0;
  #missing = 0;
  #unlisted = 0;
  #broken = false;

  constructor({ offersRepair = false, explain }: { readonly offersRepair?: boolean; readonly explain?: ExplainError } = {}) {
    this.#explain = explain;
    this.#offersRepair = offersRepair;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds a value that is invalid itself. */
  addInvalidValue(path: string, fault: StoryFault): void {
    this.#add(path, fault, false);
  }

  /** Adds a rich text or a script whose markup is invalid. These faults are sentences. */
  addInvalidText(path: string, fault: Message): void {
    this.#add(path, fault, true);
  }

  /** Adds values that contradict each other. */
  addInconsistency(path: string, fault: StoryFault): void {
    this.#broken = true;
    this.addInvalidValue(path, fault);
  }

  /** [G27] adds a reference to a missing record: the only error that a repair can fix, by leaving the reference out. */
  addMissingReference(path: string, fault: StoryFault): void {
    this.#missing++;
    this.addInconsistency(path, fault);
  }

  #add(path: string, fault: StoryFault, isSentence: boolean): void {
    this.#count++;
    const text = messageOfFault(fault);
    const before = this.#errors.get(path);
    if (before)
      this.#errors.set(path, { ...before, text: message('problem.twoFaults', { first: before.text, second: text }), isSentence: false });
    else if (this.#errors.size < maxListedErrors) this.#errors.set(path, { first: fault, text, isSentence });
    else this.#unlisted++;
  }

  #explained(): (readonly [path: string, fault: FieldFault])[] {
    const explain = this.#explain;
    return [...this.#errors].map(([path, { first, text }]) => [path, explain ? { ...text, sentence: explain(path, first) } : text]);
  }

  toProblem(): Problem {
    const [[path, { text: fault, isSentence }] = ['', { text: verbatim(''), isSentence: false }]] = this.#errors;
    const text = message('problem.import.fileFaults', {
      count: this.#count,
      path,
      fault,
      // Other faults continue the sentence of the message.
      isSentence,
      listed: this.#errors.size,
      unlisted: this.#unlisted,
      isRepairable: this.#offersRepair && this.#missing === this.#count,
    });
    return new Problem(this.#broken ? 'importIntegrity' : 'invalid', text, { errors: Object.fromEntries(this.#explained()) });
  }
}

/** Names the affected record instead of its path, if the record has a name. `path` is that of the error in the file, such as `boards.<id>.children.2`. */
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
