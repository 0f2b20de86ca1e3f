/**
 * Every name, text and script of the open project, folded once, to be searched at each key. It keeps what it has read of a record as long as
 * the record stays the same object, so that bringing it up to date after a change costs a walk over the records and the reading of what changed.
 */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { findAll, fold, type Range, type Wanted } from './matching.ts';
import { type Part, partsOf } from './parts.ts';

interface Entry {
  readonly record: AnyRecord;
  readonly part: Part;
}
/** A bundle of records whose folded texts stand in one long string: looking through a few of those is much faster than through a hundred thousand. */
interface Sheaf {
  readonly records: Map<string, { readonly record: AnyRecord; readonly entries: readonly Entry[] }>;
  /** null after a change; made again when it is searched. */
  written: { readonly text: string; readonly starts: readonly number[]; readonly entries: readonly Entry[] } | null;
}
export interface Hit {
  readonly record: AnyRecord;
  readonly part: Part;
  /** Where the words stand in the text of the part; none without words. */
  readonly ranges: readonly Range[];
}
export interface Found {
  /** The first ones, names before texts before scripts. */
  readonly hits: readonly Hit[];
  readonly total: number;
}

/** So long it reads before the screen has its turn, in milliseconds. */
const SLICE = 8;
const SHEAF = 256;
/** Stands between two texts and in none. */
const BETWEEN = '\0';

export class TextIndex {
  readonly project: Project;
  readonly #sheaves: Sheaf[] = [];
  readonly #sheafOf = new Map<string, Sheaf>();

  constructor(project: Project) {
    this.project = project;
  }

  /** Reads what is new or changed; `going` is asked after each slice. Answers whether it came to its end. */
  async refresh({
    rest,
    going,
    progress,
  }: {
    rest: () => Promise<void>;
    going: () => boolean;
    progress?: (part: number) => void;
  }): Promise<boolean> {
    const records = [...this.project.records()];
    let began = performance.now();
    for (const [at, record] of records.entries()) {
      if (!this.#read(record) || performance.now() - began < SLICE) continue;
      progress?.(at / records.length);
      await rest();
      if (!going()) return false;
      began = performance.now();
    }
    if (this.#sheafOf.size > this.project.size) for (const id of [...this.#sheafOf.keys()]) if (!this.project.has(id)) this.#forget(id);
    for (const sheaf of this.#sheaves) {
      if (sheaf.written) continue;
      sheaf.written = written(sheaf);
      await rest();
      if (!going()) return false;
    }
    return true;
  }

  /** `fits` is asked for each part that holds the words; without words it alone decides. */
  search(wanted: Wanted, fits: (record: AnyRecord, part: Part) => boolean, most: number): Found {
    const found: Record<Part['holds'], Entry[]> = { name: [], text: [], script: [] };
    let total = 0;
    for (const { record, part } of this.#holding(fold(wanted.words))) {
      if (!fits(record, part)) continue;
      if (wanted.matchCase && !part.text.includes(wanted.words)) continue;
      if (wanted.wholeWords && wanted.words !== '' && findAll(part.text, wanted).length === 0) continue;
      total++;
      if (found[part.holds].length < most) found[part.holds].push({ record, part });
    }
    const first = [...found.name, ...found.text, ...found.script].slice(0, most);
    return { hits: first.map(({ record, part }) => ({ record, part, ranges: findAll(part.text, wanted) })), total };
  }

  /** The names that hold the folded word, for who looks for a record. */
  *names(word: string): Generator<{ readonly record: AnyRecord; readonly text: string }> {
    for (const { record, part } of this.#holding(word)) if (part.holds === 'name') yield { record, text: part.text };
  }

  *#holding(folded: string): Generator<Entry> {
    for (const sheaf of this.#sheaves) {
      sheaf.written ??= written(sheaf);
      const { text, starts, entries } = sheaf.written;
      if (folded === '') {
        yield* entries;
        continue;
      }
      let at = text.indexOf(folded);
      for (let next = 0; at >= 0 && next < entries.length; next++) {
        const end = starts[next + 1] ?? text.length;
        const entry = entries[next];
        if (at >= end || entry === undefined) continue;
        yield entry;
        at = text.indexOf(folded, end);
      }
    }
  }

  /** Answers whether there was anything to read. */
  #read(record: AnyRecord): boolean {
    const known = this.#sheafOf.get(record.id);
    if (known?.records.get(record.id)?.record === record) return false;
    const sheaf = known ?? this.#open();
    sheaf.records.set(record.id, { record, entries: partsOf(record).map((part) => ({ record, part })) });
    sheaf.written = null;
    this.#sheafOf.set(record.id, sheaf);
    return true;
  }

  #forget(id: string): void {
    const sheaf = this.#sheafOf.get(id);
    this.#sheafOf.delete(id);
    sheaf?.records.delete(id);
    if (sheaf) sheaf.written = null;
  }

  #open(): Sheaf {
    const last = this.#sheaves.at(-1);
    if (last && last.records.size < SHEAF) return last;
    const sheaf: Sheaf = { records: new Map(), written: null };
    this.#sheaves.push(sheaf);
    return sheaf;
  }
}

function written({ records }: Sheaf): NonNullable<Sheaf['written']> {
  const entries = [...records.values()].flatMap((each) => each.entries);
  const starts: number[] = [];
  let text = '';
  for (const { part } of entries) {
    starts.push(text.length);
    text += fold(part.text) + BETWEEN;
  }
  return { text, starts, entries };
}
