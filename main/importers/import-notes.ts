/** What an import filled in or left out (G26, G27, G28): messages that are part of its result. */
import { importMessages } from '../../shared/messages/en/import.ts';

/** The number of broken references that are listed individually; the others are only counted. */
const maxListedReferences = 1_000;

export type ImportNoteKey = keyof typeof importMessages;

export class ImportNotes {
  readonly #counts = new Map<ImportNoteKey, number>();
  readonly #missing: string[] = [];
  #more = 0;

  count(remark: ImportNoteKey, times = 1): void {
    if (times > 0) this.#counts.set(remark, (this.#counts.get(remark) ?? 0) + times);
  }

  /** [G27] Everything that a repair leaves out is listed, with its path in the file. */
  addOmitted(path: string, why: string): void {
    if (this.#missing.length < maxListedReferences) this.#missing.push(`Left out ${path}: ${why}.`);
    else this.#more++;
  }

  toMessages(): string[] {
    const counted = Object.entries(importMessages).flatMap(([remark, say]) => {
      const times = this.#counts.get(remark as ImportNoteKey);
      return times === undefined ? [] : [say(times)];
    });
    return [...this.#missing, ...(this.#more > 0 ? [`Left out ${this.#more} more references to nothing.`] : []), ...counted];
  }
}
