/** What is no longer there: what went by itself in a step of the journal, with what fell with it, and how all of that comes back. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { RemovedPage, RemovedRecord } from '../../shared/mirror.ts';
import { Project } from '../../shared/project.ts';
import { referencesOf } from '../../shared/references.ts';
import { isoTime } from '../../shared/world.ts';
import { fromJournal, idIn, type JournalEntry } from './journal.ts';
import type { JournalRow, Store } from './store.ts';

/** Entries of a page, and steps that are looked up at once. */
const pageLength = 100;
const stepsAtOnce = 50;

type Journal = Pick<Store, 'removals' | 'removedBy' | 'journalRow'>;

/** Newest first; `before` is the `id` of an entry, whose step goes on behind it. */
export function removedPage(journal: Journal, project: number, before: string | undefined): RemovedPage {
  const list: RemovedRecord[] = [];
  for (const entry of removedBefore(journal, project, before)) {
    if (list.length === pageLength) return { list, before: list.at(-1)?.id ?? null };
    list.push(entry);
  }
  return { list, before: null };
}

function* removedBefore(journal: Journal, project: number, before: string | undefined): Generator<RemovedRecord> {
  const begun = before === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(before, 10);
  if (before !== undefined) {
    const step = [...removedIn(journal, project, begun)];
    yield* step.slice(step.findIndex(({ id }) => id === before) + 1);
  }
  for (let from = begun, more = true; more; ) {
    const versions = journal.removals(project, from, stepsAtOnce);
    for (const version of versions) yield* removedIn(journal, project, version);
    from = versions.at(-1) ?? 0;
    more = versions.length === stepsAtOnce;
  }
}

function* removedIn(journal: Journal, project: number, version: number): Generator<RemovedRecord> {
  const row = journal.journalRow(project, version);
  if (!row) return;
  const away = new Set(journal.removedBy(project, version));
  const gone = new Project(goneIn(fromJournal(row.changes)).filter(({ id }) => away.has(id)));
  for (const record of gone.records()) {
    if (needsOf(record).some((id) => gone.has(id))) continue;
    const along = fellWith(record.id, gone).size - 1;
    yield { id: `${version}/${record.id}`, version, at: isoTime(row.time), by: row.origin, record, along };
  }
}

const goneIn = (entries: readonly JournalEntry[]): AnyRecord[] => entries.flatMap((entry) => ('gone' in entry ? [entry.gone] : []));

/** What it cannot be without. */
const needsOf = (record: AnyRecord): string[] =>
  [...referencesOf(record)].flatMap(({ id, rule }) => (rule.whenGone === 'cascade' ? [id] : []));

function fellWith(id: string, gone: Project): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const holder of gone.holdersOf(each)) {
      const record = gone.at(holder);
      if (record && needsOf(record).includes(each)) all.add(holder);
    }
  return all;
}

/** The part of a step whose taking back brings one record back: itself as it is to be, what fell with it, and what others lost by that. */
export function partOf({ changes }: Pick<JournalRow, 'changes'>, record: AnyRecord): JournalEntry[] {
  const entries = fromJournal(changes);
  const gone = new Project(goneIn(entries));
  const all = fellWith(record.id, gone);
  // Ids are whole texts, and stand between quotes in mentions.
  const isAboutThem = (value: unknown): boolean => (JSON.stringify(value) ?? '').split(/\\*"/).some((piece) => all.has(piece));
  return entries.flatMap((entry): JournalEntry[] => {
    if ('made' in entry) return [];
    if ('gone' in entry) return all.has(idIn(entry)) ? [{ gone: idIn(entry) === record.id ? record : entry.gone }] : [];
    const lost = Object.keys(entry.was).filter((field) => isAboutThem(entry.was[field]) && !isAboutThem(entry.now[field]));
    const only = (fields: Record<string, unknown>) =>
      Object.fromEntries(lost.flatMap((field) => (field in fields ? [[field, fields[field]]] : [])));
    return lost.length > 0 ? [{ ...entry, was: only(entry.was), now: only(entry.now) }] : [];
  });
}
