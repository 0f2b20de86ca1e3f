/** Messages about what an import filled in or left out (G26, G27, G28), which are part of its result. */
import type { ImportNote } from '../../shared/contracts/ipc/results.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type DecodeNote, decodeNotes } from '../story-format/decode-policy.ts';

/** The maximum number of broken references that are listed individually. Further ones are only counted. */
const maxListedReferences = 1_000;

/** The maximum number of unknown fields that are named. */
const maxListedFields = 30;

export class ImportNotes {
  readonly #counts = new Map<DecodeNote, number>();
  readonly #omitted: ImportNote[] = [];
  #more = 0;
  /** Unknown fields with their collection: those that are preserved, and those that are left out. */
  readonly #preservedFields = new Set<string>();
  readonly #ignoredFields = new Set<string>();

  count(note: DecodeNote, times = 1): void {
    if (times > 0) this.#counts.set(note, (this.#counts.get(note) ?? 0) + times);
  }

  /** [G27] everything that a repair leaves out is listed, with its path in the file, and as a sentence for people. */
  addOmitted(path: string, fault: Message, sentence: Message): void {
    if (this.#omitted.length < maxListedReferences) this.#omitted.push({ ...message('import.omitted', { path, fault }), sentence });
    else this.#more++;
  }

  /** [G32] adds an unknown field that stays with its record, so that exports contain it. */
  addPreservedField(path: string): void {
    if (this.#preservedFields.size < maxListedFields) this.#preservedFields.add(path);
  }

  /** [G32] adds an unknown field that is left out. */
  addIgnoredField(path: string): void {
    if (this.#ignoredFields.size < maxListedFields) this.#ignoredFields.add(path);
  }

  toMessages(): ImportNote[] {
    const counted = decodeNotes.flatMap((note) => {
      const count = this.#counts.get(note);
      return count === undefined ? [] : [message(`import.note.${note}`, { count })];
    });
    const more = this.#more > 0 ? [message('import.moreOmitted', { count: this.#more })] : [];
    const fields = (key: 'preserved' | 'ignored', paths: ReadonlySet<string>) =>
      paths.size > 0 ? [message(`import.fields.${key}`, { count: paths.size, fields: [...paths].join(', ') })] : [];
    const others = [...fields('preserved', this.#preservedFields), ...fields('ignored', this.#ignoredFields)];
    return [...this.#omitted, ...more, ...counted, ...others];
  }
}
