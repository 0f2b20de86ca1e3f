/**
 * Every name, text and script of the open project, folded once, to be searched at each key. It keeps what it has read of a record as long as
 * the record stays the same object, so that bringing it up to date after a change costs a walk over the records and the reading of what changed.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type SearchableText, searchableTexts } from './searchable-texts.ts';
import { findMatches, foldText, type SearchQuery, type TextRange } from './text-matching.ts';

interface IndexEntry {
  readonly record: AnyRecord;
  readonly part: SearchableText;
}
/** A bundle of records whose folded texts stand in one long string: looking through a few of those is much faster than through a hundred thousand. */
interface IndexBucket {
  readonly records: Map<string, { readonly record: AnyRecord; readonly entries: readonly IndexEntry[] }>;
  /** null after a change; made again when it is searched. */
  folded: { readonly text: string; readonly starts: readonly number[]; readonly entries: readonly IndexEntry[] } | null;
}
export interface SearchHit {
  readonly record: AnyRecord;
  readonly part: SearchableText;
  /** Where the words stand in the text of the part; none without words. */
  readonly ranges: readonly TextRange[];
}
export interface SearchResult {
  /** The first ones, names before texts before scripts. */
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

/** So long it reads before the screen has its turn, in milliseconds. */
const SLICE_MS = 8;
const BUCKET_SIZE = 256;
/** Stands between two texts and in none. */
const SEPARATOR = '\0';

export class TextIndex {
  readonly project: Project;
  readonly #sheaves: IndexBucket[] = [];
  readonly #sheafOf = new Map<string, IndexBucket>();

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
      if (!this.#read(record) || performance.now() - began < SLICE_MS) continue;
      progress?.(at / records.length);
      await rest();
      if (!going()) return false;
      began = performance.now();
    }
    if (this.#sheafOf.size > this.project.size) for (const id of [...this.#sheafOf.keys()]) if (!this.project.has(id)) this.#forget(id);
    for (const sheaf of this.#sheaves) {
      if (sheaf.folded) continue;
      sheaf.folded = buildBucketText(sheaf);
      await rest();
      if (!going()) return false;
    }
    return true;
  }

  /** `fits` is asked for each part that holds the words; without words it alone decides. */
  search(wanted: SearchQuery, fits: (record: AnyRecord, part: SearchableText) => boolean, most: number): SearchResult {
    const found: Record<SearchableText['holds'], IndexEntry[]> = { name: [], text: [], script: [] };
    let total = 0;
    for (const { record, part } of this.#holding(foldText(wanted.text))) {
      if (!fits(record, part)) continue;
      if (wanted.matchCase && !part.text.includes(wanted.text)) continue;
      if (wanted.wholeWords && wanted.text !== '' && findMatches(part.text, wanted).length === 0) continue;
      total++;
      if (found[part.holds].length < most) found[part.holds].push({ record, part });
    }
    const first = [...found.name, ...found.text, ...found.script].slice(0, most);
    return { hits: first.map(({ record, part }) => ({ record, part, ranges: findMatches(part.text, wanted) })), total };
  }

  /** The names that hold the folded word, for who looks for a record. */
  *names(word: string): Generator<{ readonly record: AnyRecord; readonly text: string }> {
    for (const { record, part } of this.#holding(word)) if (part.holds === 'name') yield { record, text: part.text };
  }

  *#holding(folded: string): Generator<IndexEntry> {
    for (const sheaf of this.#sheaves) {
      sheaf.folded ??= buildBucketText(sheaf);
      const { text, starts, entries } = sheaf.folded;
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
    sheaf.records.set(record.id, { record, entries: searchableTexts(record).map((part) => ({ record, part })) });
    sheaf.folded = null;
    this.#sheafOf.set(record.id, sheaf);
    return true;
  }

  #forget(id: string): void {
    const sheaf = this.#sheafOf.get(id);
    this.#sheafOf.delete(id);
    sheaf?.records.delete(id);
    if (sheaf) sheaf.folded = null;
  }

  #open(): IndexBucket {
    const last = this.#sheaves.at(-1);
    if (last && last.records.size < BUCKET_SIZE) return last;
    const sheaf: IndexBucket = { records: new Map(), folded: null };
    this.#sheaves.push(sheaf);
    return sheaf;
  }
}

function buildBucketText({ records }: IndexBucket): NonNullable<IndexBucket['folded']> {
  const entries = [...records.values()].flatMap((each) => each.entries);
  const starts: number[] = [];
  let text = '';
  for (const { part } of entries) {
    starts.push(text.length);
    text += foldText(part.text) + SEPARATOR;
  }
  return { text, starts, entries };
}
