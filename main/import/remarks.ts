/** What an import filled in or left out, told afterwards in sentences (G26, G27, G28): the notes of its answer. */
import { importSentences } from '../../shared/words/en/import.ts';

/** So many references to nothing are listed one by one; the rest is counted. */
const LISTED = 1_000;

export type Remark = keyof typeof importSentences;

export class Remarks {
  readonly #counts = new Map<Remark, number>();
  readonly #missing: string[] = [];
  #more = 0;

  count(remark: Remark, times = 1): void {
    if (times > 0) this.#counts.set(remark, (this.#counts.get(remark) ?? 0) + times);
  }

  /** [G27] Each thing that a repair leaves out is listed, with its path in the file. */
  leftOut(path: string, why: string): void {
    if (this.#missing.length < LISTED) this.#missing.push(`Left out ${path}: ${why}.`);
    else this.#more++;
  }

  sentences(): string[] {
    const counted = Object.entries(importSentences).flatMap(([remark, say]) => {
      const times = this.#counts.get(remark as Remark);
      return times === undefined ? [] : [say(times)];
    });
    return [...this.#missing, ...(this.#more > 0 ? [`Left out ${this.#more} more references to nothing.`] : []), ...counted];
  }
}
