/**
 * Reverts a journal row on the current project, field by field and language by language. A value is only reverted if it is still the one
 * that the row set, so later changes are retained. Everything that cannot be reverted is reported.
 */

import { type Message, type MessageValue, message, verbatim } from '../../../shared/messages/message.ts';
import { type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import { isRecord } from '../../../shared/model/complete-fields.ts';
import { fieldLabel, namedRecordAsSubject, recordAsSubject } from '../../../shared/model/kind-messages.ts';
import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, isKindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { findEnvelopeFacets } from '../../../shared/model/kinds/record-envelope.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { rankBetween } from '../../../shared/model/rank.ts';
import { referencedIds, referencesOf } from '../../../shared/model/references.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { updateMentionLabelsAfterRevert, updateTranslationSourcesAfterRevertInSteps } from '../decide/derived-texts.ts';
import { withLocalComments } from '../decide/local-comments.ts';
import { ProjectDraft, ValidationErrors } from '../decide/project-draft.ts';
import { localizedFieldsOf, removeLanguage, usesLanguage, validateDraftInSteps, validateRecord } from '../decide/validate-draft.ts';
import type { JournalEntry } from './undo-history.ts';

export interface RevertResult {
  readonly changes: ChangeSet;
  /** Messages about what could not be reverted. */
  readonly skipped: readonly Message[];
}

interface RecordReference {
  readonly kind: string;
  readonly id: string;
  readonly type?: unknown;
}

/** Returns the reason why a record (`field` null) or the previous value of a field must not be restored; undefined if it may be. */
export type SkipReasonProvider = (record: RecordReference, field: string | null) => MessageValue | undefined;

/**
 * Reverts the entries without changing `project`, in short steps between which it must not change. The cost grows with the number of entries, not with the size
 * of the project.
 */
export function* revertEntriesInSteps(
  entries: readonly JournalEntry[],
  project: Project,
  skipReason: SkipReasonProvider = () => undefined,
): Generator<void, RevertResult> {
  const draft = new ProjectDraft(project);
  const skipped: Message[] = [];
  for (const entry of entries) {
    if ('removed' in entry) {
      const reason = skipReason(entry.removed, null);
      if (reason === undefined) restoreRemovedRecord(entry.removed, draft, skipped);
      else skipped.push(message('undo.skipped.notRestored', { record: recordAsSubject(entry.removed.kind), reason }));
    } else if ('before' in entry) revertFields(withoutSkippedFields(entry, skipReason, skipped), draft, skipped);
    yield;
  }
  const created = entries.flatMap((entry) => ('created' in entry ? [entry.created] : []));
  for (const id of yield* findRemovableRecordsInSteps(created, draft, skipped)) draft.remove(id);
  retainUsedLanguages(draft, skipped);
  yield* removeUnknownLanguagesInSteps(draft);
  resolveCustomIdConflicts(draft, skipped);
  yield* dropInvalidRecordsInSteps(draft, skipped);
  yield* resolveRankConflictsInSteps(draft);
  moveElseLast(draft);
  yield;
  updateMentionLabelsAfterRevert(draft);
  yield* updateTranslationSourcesAfterRevertInSteps(draft, entries);
  const errors = new ValidationErrors();
  yield* validateDraftInSteps(draft, errors);
  errors.throwIfAny();
  return { changes: draft.toChangeSet(), skipped };
}

type ChangedFieldsEntry = Extract<JournalEntry, { before: unknown }>;

function withoutSkippedFields(entry: ChangedFieldsEntry, skipReason: SkipReasonProvider, skipped: Message[]): ChangedFieldsEntry {
  const skippedFields = new Set<string>();
  for (const field of new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])) {
    const reason = skipReason(entry, field);
    if (reason === undefined) continue;
    skippedFields.add(field);
    skipped.push(message('fault.ofField', { field: fieldLabel(field), fault: reason }));
  }
  const rest = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !skippedFields.has(field)));
  return skippedFields.size === 0 ? entry : { ...entry, before: rest(entry.before), after: rest(entry.after) };
}

/** Retains a language whose addition is reverted if texts have been written in it since. */
function retainUsedLanguages(draft: ProjectDraft, skipped: Message[]): void {
  const current = draft.project.projectRecord;
  const reverted = draft.find('project', projectRecordId);
  if (!reverted || reverted.locales === current.locales) return;
  const removed = current.locales.filter(({ iso }) => !reverted.locales.some((each) => each.iso === iso));
  if (removed.length === 0) return;
  for (const record of draft.project.records())
    if (removed.some(({ iso }) => usesLanguage(draft.get(record.id), iso))) {
      skipped.push(message('undo.skipped.languageInUse'));
      draft.put({ ...reverted, locales: current.locales });
      return;
    }
}

/** Removes the texts of restored records in languages that the project does not have. */
function* removeUnknownLanguagesInSteps(draft: ProjectDraft): Generator<void, void> {
  const known = new Set(draft.find('project', projectRecordId)?.locales.map(({ iso }) => iso));
  for (const record of [...draft.writtenRecords()]) {
    yield;
    let cleaned = record;
    for (const field of localizedFieldsOf(record))
      for (const iso of Object.keys(record[field] ?? {})) if (!known.has(iso)) cleaned = removeLanguage(cleaned, iso);
    if (cleaned !== record) draft.put(cleaned);
  }
}

/** Kinds that share one set of unique customIds. */
const kindsWithSharedCustomIds: readonly string[] = ['board', 'component'];

/** Gives a restored board or component a new customId if its own is used again, because it could not be restored otherwise. */
function resolveCustomIdConflicts(draft: ProjectDraft, skipped: Message[]): void {
  const isTaken = (id: string) => draft.get(draft.project.recordIdByUniqueKey(`scope:${id}`) ?? '')?.customId === id;
  const draftIds = new Set([...draft.writtenRecords()].map(({ customId }) => customId));
  for (const record of [...draft.writtenRecords()]) {
    const { customId } = record;
    if (draft.project.has(record.id) || !kindsWithSharedCustomIds.includes(record.kind)) continue;
    if (typeof customId !== 'string' || !isTaken(customId)) continue;
    const newId = generateCustomId(customId, (id) => draftIds.has(id) || isTaken(id));
    draftIds.add(newId);
    skipped.push(message('undo.skipped.restoredAs', { record: recordAsSubject(record.kind), scriptId: newId, wanted: customId }));
    draft.put({ ...record, customId: newId });
  }
}

/**
 * Drops records from the draft that would be invalid, for example because their parent does not exist or their name is used. Repeats until
 * all remaining records are valid, because others may depend on a dropped one.
 */
function* dropInvalidRecordsInSteps(draft: ProjectDraft, skipped: Message[]): Generator<void, void> {
  while ((yield* dropRecordsInvalidNow(draft, skipped)) > 0);
}

/** Returns the number of records that were dropped. */
function* dropRecordsInvalidNow(draft: ProjectDraft, skipped: Message[]): Generator<void, number> {
  const keyHolders = new Map<string, string>();
  let count = 0;
  for (const record of [...draft.writtenRecords()]) {
    yield;
    const reason = invalidReason(record, draft, keyHolders);
    if (reason === undefined) continue;
    skipped.push(message('undo.skipped.invalid', { record: recordAsSubject(record.kind), sentence: reason }));
    const before = draft.project.get(record.id);
    if (before) draft.put(before);
    else draft.remove(record.id);
    count++;
  }
  return count;
}

function invalidReason(record: AnyRecord, draft: ProjectDraft, keyHolders: Map<string, string>): Message | undefined {
  if (record === draft.project.get(record.id)) return undefined;
  const broken = referencesOf(record).find(({ targetId, rule }) => !rule.targetKinds.includes(draft.get(targetId)?.kind ?? ''));
  return broken
    ? message('undo.skipped.targetMissing', { field: fieldLabel(broken.valuePath) })
    : validateRecord(record, draft, keyHolders).firstSentence;
}

/**
 * The ids of the created records that have not changed since and to which no other record refers. If a record remains, the records that
 * were created inside it (such as the conditions of a branch) and those to which it refers remain as well. The remaining ones are reported
 * in `skipped`.
 */
function* findRemovableRecordsInSteps(
  created: readonly AnyRecord[],
  draft: ProjectDraft,
  skipped: Message[],
): Generator<void, ReadonlySet<string>> {
  const removable = new Map<string, AnyRecord>();
  for (const record of created) {
    yield;
    if (jsonEquals(draft.project.get(record.id), record)) removable.set(record.id, record);
  }
  const childrenByParent = Map.groupBy(removable.values(), primaryParentOf);
  const retained: AnyRecord[] = [];
  const retain = (record: AnyRecord | undefined) => {
    if (!record || !removable.delete(record.id)) return;
    skipped.push(message('undo.skipped.inUse', { record: recordAsSubject(record.kind) }));
    retained.push(record);
  };
  const retainDependencies = () => {
    for (let record = retained.pop(); record; record = retained.pop()) {
      for (const target of referencedIds(record)) retain(removable.get(target));
      for (const child of childrenByParent.get(record.id) ?? []) retain(child);
    }
  };

  for (const record of created) {
    if (removable.has(record.id) || !draft.project.has(record.id)) continue;
    skipped.push(message('undo.skipped.changedSince', { record: recordAsSubject(record.kind) }));
    for (const child of childrenByParent.get(record.id) ?? []) retain(child);
  }
  for (const record of [...removable.values()]) {
    yield;
    if (isReferenced(record.id, removable, draft)) retain(record);
  }
  retainDependencies();
  yield;
  retain(findLastPlayableBoard(removable, draft));
  retainDependencies();
  return new Set(removable.keys());
}

/** A board that must remain because there would be no other playable one ([Boards] the last playable board cannot be removed). */
function findLastPlayableBoard(removable: ReadonlyMap<string, AnyRecord>, draft: ProjectDraft): AnyRecord | undefined {
  const isPlayable = (record: AnyRecord | undefined) => record?.kind === 'board' && record.type === 'board';
  const candidate = [...removable.values()].find(isPlayable);
  if (!candidate) return undefined;
  for (const { id } of draft.project.recordsOfKind('board')) if (!removable.has(id) && isPlayable(draft.get(id))) return undefined;
  for (const record of draft.writtenRecords()) if (!removable.has(record.id) && isPlayable(record)) return undefined;
  return candidate;
}

/** Whether a record that remains in the draft refers to this one. */
function isReferenced(id: string, removable: ReadonlyMap<string, unknown>, draft: ProjectDraft): boolean {
  for (const referrerId of draft.project.referrersOf(id)) {
    const referrer = removable.has(referrerId) ? undefined : draft.get(referrerId);
    if (referrer) for (const target of referencedIds(referrer)) if (target === id) return true;
  }
  return false;
}

const primaryParentOf = (record: AnyRecord): string | null => parentIdOf(record, getKind(record.kind).orders[0]?.parentField ?? null);

/** Places a restored record directly after the record with the same rank, if its rank is in use again or is restored twice. */
function* resolveRankConflictsInSteps(draft: ProjectDraft): Generator<void, void> {
  const lists = new Map<string, RestoredSiblings>();
  for (const record of draft.writtenRecords()) {
    yield;
    for (const order of getKind(record.kind).orders) {
      const parent = parentIdOf(record, order.parentField);
      const key = `${order.list} ${parent}`;
      const siblings = lists.get(key) ?? new RestoredSiblings(draft, order, parent);
      lists.set(key, siblings);
      siblings.add(record);
    }
  }
  for (const list of lists.values()) yield* list.resolveConflictsInSteps();
}

/** The records that are restored to one list. */
class RestoredSiblings {
  readonly #draft: ProjectDraft;
  readonly #order: OrderRule;
  readonly #parent: string | null;
  readonly #ranks = new Map<string, string>();

  constructor(draft: ProjectDraft, order: OrderRule, parent: string | null) {
    this.#draft = draft;
    this.#order = order;
    this.#parent = parent;
  }

  add(record: AnyRecord): void {
    this.#ranks.set(record.id, record[this.#order.rankField] ?? '');
  }

  *resolveConflictsInSteps(): Generator<void, void> {
    const takenRanks = new Set<string>();
    for (const [id, old] of this.#ranks) {
      yield;
      let rank = old;
      while (takenRanks.has(rank) || this.#isInUse(rank, id)) rank = rankBetween(rank, this.#above(rank));
      takenRanks.add(rank);
      this.#ranks.set(id, rank);
      const record = this.#draft.get(id);
      if (record && rank !== old) this.#draft.put({ ...record, [this.#order.rankField]: rank });
    }
  }

  /** Whether another record has this rank and keeps it. */
  #isInUse(rank: string, id: string): boolean {
    const { list, parentField, rankField } = this.#order;
    const { project } = this.#draft;
    const index = project.lowerBoundInList(this.#parent, list, rank);
    if (project.rankInList(this.#parent, list, index) !== rank) return false;
    const other = this.#draft.get(project.childIds(this.#parent, list)[index] ?? '');
    return other !== undefined && other.id !== id && other[rankField] === rank && parentIdOf(other, parentField) === this.#parent;
  }

  /** The next higher rank among the existing and the restored records. */
  #above(rank: string): string | null {
    const { project } = this.#draft;
    let at = project.lowerBoundInList(this.#parent, this.#order.list, rank);
    while (project.rankInList(this.#parent, this.#order.list, at) === rank) at++;
    let next = project.rankInList(this.#parent, this.#order.list, at) ?? null;
    for (const each of this.#ranks.values()) if (each > rank && (next === null || each < next)) next = each;
    return next;
  }
}

/** Moves the `else` of a branch after all else-ifs, including those created since. */
function moveElseLast(draft: ProjectDraft): void {
  const put = [...draft.writtenRecords()].filter(({ kind }) => kind === 'condition');
  for (const [branch, records] of Map.groupBy(put, (record) => String(record.branchId))) {
    const ids = new Set([...draft.project.childIds(branch, 'conditions'), ...records.map(({ id }) => id)]);
    const conditions = [...ids].flatMap((id) => draft.find('condition', id) ?? []);
    const last = conditions.find(({ role }) => role === 'else');
    const highest = conditions.filter((each) => each !== last).reduce((top, { rank }) => (rank > top ? rank : top), '');
    if (last && last.rank <= highest) draft.put({ ...last, rank: rankBetween(highest, null) });
  }
}

function restoreRemovedRecord(record: AnyRecord, draft: ProjectDraft, skipped: Message[]): void {
  if (draft.get(record.id)) skipped.push(message('undo.skipped.alreadyExists', { record: recordAsSubject(record.kind) }));
  else draft.put(record);
}

function revertFields(
  { id, kind, before, after }: Extract<JournalEntry, { before: unknown }>,
  draft: ProjectDraft,
  skipped: Message[],
): void {
  const current = draft.get(id);
  if (!current) {
    if (draft.project.get(id) === undefined)
      skipped.push(message('undo.skipped.deletedSince', { record: isKindName(kind) ? namedRecordAsSubject(kind, '') : verbatim(kind) }));
    return;
  }
  const reverted: Record<string, unknown> = { ...current };
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const values = { current: current[field], before: before[field], after: after[field] };
    const result = isRevertedByKey(current, field) ? revertByKey(values) : revertValue(values);
    if (result.isSkipped && field !== 'translatedFrom')
      skipped.push(message('undo.skipped.fieldChangedSince', { record: recordAsSubject(current.kind), field: fieldLabel(field) }));
    if (result.value === undefined) delete reverted[field];
    else reverted[field] = result.value;
  }
  // Each field is one that this record has, or had before the step.
  if (!isRecord(reverted)) throw new Error(`${id} would be no record`);
  draft.put(withLocalComments(reverted, reverted.localComments));
}

/** Whether the entries of a value (languages of a text, comments) are reverted individually. */
const isRevertedByKey = (record: AnyRecord, field: string): boolean =>
  field === 'status' || findEnvelopeFacets(field)?.isRevertedByKey === true || getKind(record.kind).texts[field]?.localized === true;

/** A value in the current record, and before and after the step that is reverted. */
interface StepValues {
  readonly current: unknown;
  readonly before: unknown;
  readonly after: unknown;
}

interface RevertedValue {
  readonly value: unknown;
  /** Whether the value was changed after the step, so that it is not reverted. */
  readonly isSkipped: boolean;
}

const revertValue = ({ current, before, after }: StepValues): RevertedValue =>
  jsonEquals(current, after) ? { value: before, isSkipped: false } : { value: current, isSkipped: !jsonEquals(current, before) };

/** Reverts each entry of a value individually. */
function revertByKey(values: StepValues): RevertedValue {
  const [current, before, after] = [toMap(values.current), toMap(values.before), toMap(values.after)];
  const value: Record<string, unknown> = { ...current };
  let isSkipped = false;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (jsonEquals(before[key], after[key])) continue;
    if (!jsonEquals(current[key], after[key])) isSkipped ||= !jsonEquals(current[key], before[key]);
    else if (before[key] === undefined) delete value[key];
    else value[key] = before[key];
  }
  return { value: Object.keys(value).length === 0 ? emptyLike(values) : value, isSkipped };
}

/** A value without entries in the form that it had before: null, a missing field, or an empty map. */
function emptyLike({ current, before }: StepValues): unknown {
  if (before === null) return null;
  return before === undefined || current === undefined ? undefined : {};
}

const toMap = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' ? { ...value } : {});
