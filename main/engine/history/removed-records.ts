/**
 * Finds the removed records in the journal: those that a step removed, and with each the records that were removed by cascade; and how to
 * restore them.
 */

import type { RemovedRecord, RemovedRecordsPage } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { withLocalComments } from '../decide/local-comments.ts';
import type { JournalRow } from '../storage/project-rows.ts';
import type { ProjectStore } from '../storage/project-store.ts';
import { type JournalEntry, parseJournalEntries } from './journal-entry.ts';

/** The number of entries on a page, and of steps in a database query. */
const pageSize = 100;
const versionBatchSize = 50;

type RemovalJournal = Pick<ProjectStore, 'listRemovalVersions' | 'listIdsRemovedBy' | 'readJournalRow'>;

/** Reads one page, newest first. `before` is the `id` of the last entry on the previous page. */
export function readRemovedPage(journal: RemovalJournal, project: number, before: string | undefined): RemovedRecordsPage {
  const records: RemovedRecord[] = [];
  for (const entry of iterateRemovedBefore(journal, project, before)) {
    if (records.length === pageSize) return { records, nextCursor: records.at(-1)?.id ?? null };
    records.push(entry);
  }
  return { records, nextCursor: null };
}

function* iterateRemovedBefore(journal: RemovalJournal, project: number, before: string | undefined): Generator<RemovedRecord> {
  const startVersion = before === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(before, 10);
  if (before !== undefined) {
    const step = [...iterateRemovedInVersion(journal, project, startVersion)];
    yield* step.slice(step.findIndex(({ id }) => id === before) + 1);
  }
  for (let from = startVersion, hasMore = true; hasMore; ) {
    const versions = journal.listRemovalVersions(project, from, versionBatchSize);
    for (const version of versions) yield* iterateRemovedInVersion(journal, project, version);
    from = versions.at(-1) ?? 0;
    hasMore = versions.length === versionBatchSize;
  }
}

function* iterateRemovedInVersion(journal: RemovalJournal, project: number, version: number): Generator<RemovedRecord> {
  const row = journal.readJournalRow(project, version);
  if (!row) return;
  const removedIds = new Set(journal.listIdsRemovedBy(project, version));
  const removed = new Project(removedRecordsIn(parseJournalEntries(row.changes)).filter(({ id }) => removedIds.has(id)));
  for (const record of removed.records()) {
    if (requiredIdsOf(record).some((id) => removed.has(id))) continue;
    const cascadedCount = cascadedIds(record.id, removed).size - 1;
    yield { id: `${version}/${record.id}`, version, at: formatIsoTime(row.time), origin: row.origin, record, cascadedCount };
  }
}

const removedRecordsIn = (entries: readonly JournalEntry[]): AnyRecord[] =>
  entries.flatMap((entry) => ('removed' in entry ? [entry.removed] : []));

/** The ids of the records whose removal also removes this record. */
const requiredIdsOf = (record: AnyRecord): string[] =>
  [...referencesOf(record)].flatMap(({ targetId, rule }) => (rule.onTargetRemoved === 'cascade' ? [targetId] : []));

/** The record and all records whose removal followed from its removal. */
function cascadedIds(id: string, removed: Project): Set<string> {
  const all = new Set([id]);
  for (const each of all)
    for (const referrer of removed.referrersOf(each)) {
      const record = removed.get(referrer);
      if (record && requiredIdsOf(record).includes(each)) all.add(referrer);
    }
  return all;
}

/**
 * The part of a journal row whose revert restores one record: the record itself (`record`, which may be an older version with its last
 * local comments), the records removed by cascade, and the references that other records lost.
 */
export function entriesToRestoreRecord({ changes }: Pick<JournalRow, 'changes'>, record: AnyRecord): JournalEntry[] {
  const entries = parseJournalEntries(changes);
  const all = cascadedIds(record.id, new Project(removedRecordsIn(entries)));
  // An id is either a whole string, or an attribute value of a mention.
  const refersToThem = (value: unknown): boolean => (JSON.stringify(value) ?? '').split(/(?<!\\)\\*"/).some((part) => all.has(part));
  return entries.flatMap((entry): JournalEntry[] => {
    if ('created' in entry) return [];
    if ('removed' in entry) {
      const { id } = entry.removed;
      if (!all.has(id)) return [];
      return [{ removed: id === record.id ? withLocalComments(record, entry.removed.localComments) : entry.removed }];
    }
    const lostFields = Object.keys(entry.before).filter((field) => refersToThem(entry.before[field]) && !refersToThem(entry.after[field]));
    const only = (fields: Record<string, unknown>) =>
      Object.fromEntries(lostFields.flatMap((field) => (field in fields ? [[field, fields[field]]] : [])));
    return lostFields.length > 0 ? [{ ...entry, before: only(entry.before), after: only(entry.after) }] : [];
  });
}
