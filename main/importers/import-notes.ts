/** What an import filled in or left out (G26, G27, G28): messages that are part of its result. */
import { type Message, message } from '../../shared/messages/message.ts';

/** The number of broken references that are listed individually; the others are only counted. */
const maxListedReferences = 1_000;

/** What is only counted, in the order in which it is reported. */
const countedNotes = [
  'noBoardRoot',
  'noComponentRoot',
  'noAssetRoot',
  'noVariableRoot',
  'unlistedBoard',
  'unlistedComponent',
  'unlistedOutput',
  'unnamedBoard',
  'unnamedProject',
  'owner',
  'condition',
  'componentId',
  'boardId',
  'boardVariable',
  'laidOut',
  'shrunk',
  'moved',
  'assets',
  'assetsNotFound',
  'covers',
  'sounds',
  'assetLists',
  'threads',
  'otherTexts',
] as const;

export type ImportNoteKey = (typeof countedNotes)[number];

export class ImportNotes {
  readonly #counts = new Map<ImportNoteKey, number>();
  readonly #omitted: Message[] = [];
  #more = 0;

  count(note: ImportNoteKey, times = 1): void {
    if (times > 0) this.#counts.set(note, (this.#counts.get(note) ?? 0) + times);
  }

  /** [G27] Everything that a repair leaves out is listed, with its path in the file. */
  addOmitted(path: string, fault: Message): void {
    if (this.#omitted.length < maxListedReferences) this.#omitted.push(message('import.omitted', { path, fault }));
    else this.#more++;
  }

  toMessages(): Message[] {
    const counted = countedNotes.flatMap((note) => {
      const count = this.#counts.get(note);
      return count === undefined ? [] : [message(`import.note.${note}`, { count })];
    });
    const more = this.#more > 0 ? [message('import.moreOmitted', { count: this.#more })] : [];
    return [...this.#omitted, ...more, ...counted];
  }
}
