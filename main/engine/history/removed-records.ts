/** What is no longer there: what went by itself in a step of the journal, with what fell with it, and how all of that comes back. */

import type { RemovedRecord, RemovedRecordsPage } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import type { JournalRow, ProjectStore } from '../storage/project-store.ts';
import { type JournalEntry, parseJournalEntries } from './journal-entry.ts';

/** Entries of a page, and steps that are looked up at once. */
const pageSize = 100;
const versionBatchSize = 50;

type RemovalJournal = Pick<ProjectStore, 'listRemovalVersions' | 'listIdsRemovedBy' | 'readJournalRow'>;

/** Newest first; `before` is the `id` of an entry, whose step goes on behind it. */
export function readRemovedPage(journal: RemovalJournal, project: number, before: string | undefined): RemovedRecordsPage {
  const records: RemovedRecord[] = [];
  for (const entry of iterateRemovedBefore(journal, project, before)) {
    if (records.length === pageSize) return { records, nextCursor: records.at(-1)?.id ?? null };
    records.push(entry);
  }
  return { records, nextCursor: null };
}

function* iterateRemovedBefore(journal: RemovalJournal, project: number, before: string | undefined): Generator<RemovedRecord> {
  const begun = before === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(before, 10);
  if (before !== undefined) {
    const step = [...iterateRemovedInVersion(journal, project, begun)];
    yield* step.slice(step.findIndex(({ id }) => id === before) + 1);
  }
  for (let from = begun, more = true; more; ) {
    const versions = journal.listRemovalVersions(project, from, versionBatchSize);
    for (const version of versions) yield* iterateRemovedInVersion(journal, project, version);
    from = versions.at(-1) ?? 0;
    more = versions.length === versionBatchSize;
  }
}

function* iterateRemovedInVersion(journal: RemovalJournal, project: number, version: number): Generator<RemovedRecord> {
  const row = journal.readJournalRow(project, version);
  if (!row) return;
  const away = new Set(journal.listIdsRemovedBy(project, version));
  const gone = new Project(removedRecordsIn(parseJournalEntries(row.changes)).filter(({ id }) => away.has(id)));
  for (const record of gone.records()) {
    if (requiredIdsOf(record).some((id) => gone.has(id))) continue;
    const cascadedCount = cascadedIds(record.id, gone).size - 1;
    yield { id: `${version}/${record.id}`, version, at: formatIsoTime(row.time), origin: row.origin, record, cascadedCount };
  }
}

const removedRecordsIn = (entries: readonly JournalEntry[]): AnyRecord[] =>
  entries.flatMap((entry) => ('removed' in entry ? [entry.removed] : []));

/** What it cannot be without. */
const requiredIdsOf = (record: AnyRecord): string[] =>
  [...referencesOf(record)].flatMap(({ targetId, rule }) => (rule.onTargetRemoved === 'cascade' ? [targetId] : []));

function cascadedIds(id: string, gone: Project): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const holder of gone.referrersOf(each)) {
      const record = gone.get(holder);
      if (record && requiredIdsOf(record).includes(each)) all.add(holder);
    }
  return all;
}

/** The part of a step that restores one record when it is reverted: the record itself, what was removed with it, and what other records lost by that. */
export function entriesToRestoreRecord({ changes }: Pick<JournalRow, 'changes'>, record: AnyRecord): JournalEntry[] {
  const entries = parseJournalEntries(changes);
  const all = cascadedIds(record.id, new Project(removedRecordsIn(entries)));
  // Ids are whole texts, and stand between quotes in mentions.
  const isAboutThem = (value: unknown): boolean => (JSON.stringify(value) ?? '').split(/\\*"/).some((piece) => all.has(piece));
  return entries.flatMap((entry): JournalEntry[] => {
    if ('created' in entry) return [];
    if ('removed' in entry) {
      const { id } = entry.removed;
      return all.has(id) ? [{ removed: id === record.id ? record : entry.removed }] : [];
    }
    const lost = Object.keys(entry.before).filter((field) => isAboutThem(entry.before[field]) && !isAboutThem(entry.after[field]));
    const only = (fields: Record<string, unknown>) =>
      Object.fromEntries(lost.flatMap((field) => (field in fields ? [[field, fields[field]]] : [])));
    return lost.length > 0 ? [{ ...entry, before: only(entry.before), after: only(entry.after) }] : [];
  });
}
