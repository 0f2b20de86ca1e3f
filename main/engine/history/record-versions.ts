/**
 * Earlier versions of records and removed records, reconstructed by reading the journal backwards, and the entries that restore one of them.
 */

import type { RecordVersion, RemovedRecord, RemovedRecordsPage } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { appendAll } from '../../../shared/lists.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { isRecord } from '../../../shared/model/complete-fields.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { findEnvelopeFacets } from '../../../shared/model/kinds/record-envelope.ts';
import { Project } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { withLocalComments } from '../decide/local-comments.ts';
import type { JournalLists, ProjectStore } from '../storage/project-store.ts';
import { type JournalEntry, journalEntryId, parseJournalEntries, parseJournalEntriesInSteps } from './undo-history.ts';

interface JournalCoverage {
  readonly version: number;
  /** When the project was created, in microseconds since 1970. */
  readonly created: number;
  /** Whether the journal still contains every step since then. */
  readonly isComplete: boolean;
}

/** The versions of a record, newest first. `rows` are the journal rows that changed it, newest first; `current` is the present record. */
export function listRecordVersions(
  id: string,
  rows: readonly Omit<JournalLists, 'label'>[],
  current: AnyRecord | undefined,
  coverage: JournalCoverage,
): RecordVersion[] {
  const versions: RecordVersion[] = [];
  let record = current ?? null;
  for (const { version, time, origin, lists } of rows) {
    const entry = lists.flatMap(parseJournalEntries).find((each) => journalEntryId(each) === id);
    if (!entry) continue;
    versions.push({ version, at: formatIsoTime(time), origin, record });
    record = recordBefore(entry, record);
  }
  // No step created the record: it was imported, or the journal no longer contains the step.
  const first = rows.at(-1);
  if (record === null) return versions;
  if (coverage.isComplete) versions.push({ version: 1, at: formatIsoTime(coverage.created), origin: 'import', record });
  else if (!first) versions.push({ version: coverage.version, at: formatIsoTime(coverage.created), origin: 'import', record });
  // The version before the first known step, whose origin is unknown.
  else versions.push({ version: first.version - 1, at: formatIsoTime(first.time), origin: 'earlier', record });
  return versions;
}

function recordBefore(entry: JournalEntry, after: AnyRecord | null): AnyRecord | null {
  if ('created' in entry) return null;
  if ('removed' in entry) return entry.removed;
  const record: Record<string, unknown> = { ...after };
  for (const field of Object.keys(entry.after)) delete record[field];
  Object.assign(record, entry.before);
  return isRecord(record) ? record : null;
}

/**
 * The entries whose revert turns the current record into an earlier version of it. It keeps its position among its siblings and its local comments
 * (`isRestored`).
 */
export function entriesToRestoreVersion(current: AnyRecord | undefined, earlier: AnyRecord | null): JournalEntry[] {
  if (!earlier) return [];
  if (!current) return [{ removed: earlier }];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(current), ...Object.keys(earlier)])) {
    if (findEnvelopeFacets(field)?.isRestored === false || jsonEquals(current[field], earlier[field])) continue;
    if (earlier[field] !== undefined) before[field] = earlier[field];
    if (current[field] !== undefined) after[field] = current[field];
  }
  return [{ id: current.id, kind: current.kind, before, after }];
}

/** The number of entries on a page, and of steps in a database query. */
const pageSize = 100;
const versionBatchSize = 50;

type RemovalJournal = Pick<ProjectStore, 'listRemovalVersions' | 'listIdsRemovedBy' | 'readJournalListsInSteps'>;

/** Reads one page, newest first, in short steps. `before` is the `id` of the last entry on the previous page. */
export function* readRemovedPageInSteps(
  journal: RemovalJournal,
  project: number,
  before: string | undefined,
): Generator<void, RemovedRecordsPage> {
  const records: RemovedRecord[] = [];
  for (const entry of iterateRemovedBefore(journal, project, before)) {
    if (!entry) yield;
    else if (records.length === pageSize) return { records, nextCursor: records.at(-1)?.id ?? null };
    else records.push(entry);
  }
  return { records, nextCursor: null };
}

/** Yields undefined where the work may pause. */
function* iterateRemovedBefore(
  journal: RemovalJournal,
  project: number,
  before: string | undefined,
): Generator<RemovedRecord | undefined, void> {
  const startVersion = before === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(before, 10);
  if (before !== undefined) {
    let isAfter = false;
    for (const entry of iterateRemovedInVersion(journal, project, startVersion)) {
      if (!entry || isAfter) yield entry;
      else isAfter = entry.id === before;
    }
  }
  for (let from = startVersion, hasMore = true; hasMore; ) {
    const versions = journal.listRemovalVersions(project, from, versionBatchSize);
    for (const version of versions) yield* iterateRemovedInVersion(journal, project, version);
    from = versions.at(-1) ?? 0;
    hasMore = versions.length === versionBatchSize;
  }
}

function* iterateRemovedInVersion(journal: RemovalJournal, project: number, version: number): Generator<RemovedRecord | undefined, void> {
  const steps = journal.readJournalListsInSteps(project, version);
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield undefined;
  const row = step.value;
  if (!row) return;
  const removedIds = new Set(journal.listIdsRemovedBy(project, version));
  const removed = new Project();
  for (const list of row.lists) {
    yield undefined;
    removed.apply(
      removedRecordsIn(parseJournalEntries(list))
        .filter(({ id }) => removedIds.has(id))
        .map((after) => ({ after })),
    );
  }
  for (const record of removed.records()) {
    yield undefined;
    if (requiredIdsOf(record).some((id) => removed.has(id))) continue;
    const cascadedCount = (yield* cascadedIdsInSteps(record.id, removed)).size - 1;
    yield { id: `${version}/${record.id}`, version, at: formatIsoTime(row.time), origin: row.origin, record, cascadedCount };
  }
}

const removedRecordsIn = (entries: readonly JournalEntry[]): AnyRecord[] =>
  entries.flatMap((entry) => ('removed' in entry ? [entry.removed] : []));

/** The ids of the records whose removal also removes this record. */
const requiredIdsOf = (record: AnyRecord): string[] =>
  referencesOf(record).flatMap(({ targetId, rule }) => (rule.onTargetRemoved === 'cascade' ? [targetId] : []));

/** The record and all records whose removal followed from its removal. */
function* cascadedIdsInSteps(id: string, removed: Project): Generator<undefined, Set<string>> {
  const all = new Set([id]);
  for (const each of all) {
    yield undefined;
    for (const referrer of removed.referrersOf(each)) {
      const record = removed.get(referrer);
      if (record && requiredIdsOf(record).includes(each)) all.add(referrer);
    }
  }
  return all;
}

/**
 * The part of a step, given by the JSON lists of its entries, whose revert restores one record: the record itself (`record`, which may be an older version with its last
 * local comments), the records removed by cascade, and the references that other records lost.
 */
export function* entriesToRestoreRecordInSteps(lists: readonly string[], record: AnyRecord): Generator<void, JournalEntry[]> {
  const entries = yield* parseJournalEntriesInSteps(lists);
  const removed = new Project();
  yield* removed.applyInSteps(removedRecordsIn(entries).map((after) => ({ after })));
  const all = yield* cascadedIdsInSteps(record.id, removed);
  // An id is either a whole string, or an attribute value of a mention.
  const refersToThem = (value: unknown): boolean => (JSON.stringify(value) ?? '').split(/(?<!\\)\\*"/).some((part) => all.has(part));
  const restoredPart = (entry: JournalEntry): JournalEntry[] => {
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
  };
  const found: JournalEntry[] = [];
  for (const entry of entries) {
    appendAll(found, restoredPart(entry));
    yield;
  }
  return found;
}
