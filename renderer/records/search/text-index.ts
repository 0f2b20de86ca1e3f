/**
 * A search index of all names, texts and scripts of the open project, folded once and searched at every key press. The texts of a record are cached
 * as long as the record is the same object, so an update after a change only reads the changed records.
 */

import { useCallback, useState } from 'react';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { useRevisedProject } from '../../state/open-project.ts';
import { type Revised, usePasses, useRevised } from '../../state/revised.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { type SearchableText, searchableTexts } from './searchable-texts.ts';
import { findMatches, foldText, type SearchQuery, type TextRange } from './text-matching.ts';

interface IndexEntry {
  readonly record: AnyRecord;
  readonly part: SearchableText;
}
/** A group of records whose folded texts are joined into one string. Searching a few long strings is much faster than a hundred thousand short ones. */
interface IndexBucket {
  readonly records: Map<string, { readonly record: AnyRecord; readonly entries: readonly IndexEntry[] }>;
  /** null after a change; joined again by the next search. */
  folded: { readonly text: string; readonly starts: readonly number[]; readonly entries: readonly IndexEntry[] } | null;
}
export interface SearchHit {
  readonly record: AnyRecord;
  readonly part: SearchableText;
  /** The ranges of the matches in the text; empty for a search without words. Searched for at the first call: few of thousands of results are shown. */
  readonly ranges: () => readonly TextRange[];
}
interface SearchResult {
  /** The first matches: names before texts before scripts. */
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

/** The duration of a slice, in milliseconds. */
const sliceMs = 8;
const bucketSize = 256;
/** Separates two texts; no text contains it. */
const separator = '\0';

export class TextIndex {
  readonly project: Project;
  readonly #buckets: IndexBucket[] = [];
  readonly #bucketOf = new Map<string, IndexBucket>();
  #isComplete = false;

  constructor(project: Project) {
    this.project = project;
  }

  /** Whether nothing is missing but what has just changed. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Reads new and changed records until `isCurrent` returns false. Returns whether it has finished. */
  async refresh({
    pause,
    isCurrent,
    progress,
  }: {
    pause: () => Promise<void>;
    isCurrent: () => boolean;
    progress?: (part: number) => void;
  }): Promise<boolean> {
    const records = [...this.project.records()];
    let began = performance.now();
    for (const [at, record] of records.entries()) {
      if (!this.#read(record) || performance.now() - began < sliceMs) continue;
      this.#isComplete = false;
      progress?.(at / records.length);
      await pause();
      if (!isCurrent()) return false;
      began = performance.now();
    }
    if (this.#bucketOf.size > this.project.size) for (const id of [...this.#bucketOf.keys()]) if (!this.project.has(id)) this.#forget(id);
    for (const bucket of this.#buckets) {
      if (bucket.folded) continue;
      bucket.folded = buildBucketText(bucket);
      await pause();
      if (!isCurrent()) return false;
    }
    this.#isComplete = true;
    return true;
  }

  /** Searches in small steps. `fits` filters the texts that contain the words; without words, it alone selects them. */
  *search(query: SearchQuery, fits: (record: AnyRecord, part: SearchableText) => boolean, most: number): Generator<void, SearchResult> {
    const found: Record<SearchableText['holds'], SearchHit[]> = { name: [], text: [], script: [] };
    const needsRanges = (query.matchCase || query.wholeWords) && query.text !== '';
    let total = 0;
    for (const entry of this.#entriesContaining(foldText(query.text))) {
      yield;
      if (entry === null || !fits(entry.record, entry.part)) continue;
      const hit = createHit(entry, query);
      if (needsRanges && hit.ranges().length === 0) continue;
      total++;
      const { holds } = entry.part;
      if (found[holds].length < most) found[holds].push(hit);
    }
    return { hits: [...found.name, ...found.text, ...found.script].slice(0, most), total };
  }

  /** The names that contain the folded word. */
  *names(word: string): Generator<{ readonly record: AnyRecord; readonly text: string }> {
    for (const entry of this.#entriesContaining(word))
      if (entry?.part.holds === 'name') yield { record: entry.record, text: entry.part.text };
  }

  /** Before each bucket comes null, because there may be nothing in many of them. */
  *#entriesContaining(folded: string): Generator<IndexEntry | null> {
    for (const bucket of this.#buckets) {
      yield null;
      bucket.folded ??= buildBucketText(bucket);
      const { text, starts, entries } = bucket.folded;
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

  /** Returns whether there was anything to read. */
  #read(record: AnyRecord): boolean {
    const existing = this.#bucketOf.get(record.id);
    if (existing?.records.get(record.id)?.record === record) return false;
    const bucket = existing ?? this.#open();
    bucket.records.set(record.id, { record, entries: searchableTexts(record).map((part) => ({ record, part })) });
    bucket.folded = null;
    this.#bucketOf.set(record.id, bucket);
    return true;
  }

  #forget(id: string): void {
    const bucket = this.#bucketOf.get(id);
    this.#bucketOf.delete(id);
    bucket?.records.delete(id);
    if (bucket) bucket.folded = null;
  }

  #open(): IndexBucket {
    const last = this.#buckets.at(-1);
    if (last && last.records.size < bucketSize) return last;
    const bucket: IndexBucket = { records: new Map(), folded: null };
    this.#buckets.push(bucket);
    return bucket;
  }
}

function createHit({ record, part }: IndexEntry, query: SearchQuery): SearchHit {
  let ranges: readonly TextRange[] | undefined;
  return {
    record,
    part,
    ranges: () => {
      ranges ??= findMatches(part.text, query);
      return ranges;
    },
  };
}

function buildBucketText({ records }: IndexBucket): NonNullable<IndexBucket['folded']> {
  const entries = [...records.values()].flatMap((each) => each.entries);
  const starts: number[] = [];
  let text = '';
  for (const { part } of entries) {
    starts.push(text.length);
    text += foldText(part.text) + separator;
  }
  return { text, starts, entries };
}

const indexes = new WeakMap<Project, TextIndex>();

function indexOf(project: Project): TextIndex {
  const existing = indexes.get(project);
  if (existing) return existing;
  const index = new TextIndex(project);
  indexes.set(project, index);
  return index;
}

/** While texts are read, they are searched this often: each search takes longer than reading a slice. */
const publishMs = 250;

interface TextIndexState {
  /** Another object whenever more texts have been read. */
  readonly texts: Revised<TextIndex>;
  /** The progress of reading, 0 to 1; null when it is complete. */
  readonly part: number | null;
}

/** The search index of the open project for components: built on first use, and updated while a component uses it. */
export function useTextIndex(): TextIndexState {
  const story = useRevisedProject();
  const [{ revision, part }, setNow] = useState<{ revision: number; part: number | null }>({ revision: 0, part: 0 });
  const refresh = useCallback(async (project: Project, isCurrent: () => boolean) => {
    let published = 0;
    const publish = (part: number | null) => isCurrent() && setNow(({ revision }) => ({ revision: revision + 1, part }));
    const progress = (part: number) => {
      if (performance.now() - published < publishMs) return;
      published = performance.now();
      publish(part);
    };
    if (await indexOf(project).refresh({ pause: yieldToMain, isCurrent, progress })) publish(null);
  }, []);
  usePasses(story, refresh);
  return { texts: useRevised(indexOf(story.value), revision), part };
}
