/** Restores removed records and previous values of fields in a draft. */

import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { fieldLabel, namedRecordAsSubject, recordAsSubject } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, isKindName } from '../../../shared/model/kinds/kinds.ts';
import { withLocalComments } from '../decide/local-comments.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';
import type { JournalEntry } from './journal-entry.ts';

export function restoreRemovedRecord(record: AnyRecord, draft: ProjectDraft, skipped: Message[]): void {
  if (draft.get(record.id)) skipped.push(message('undo.skipped.alreadyExists', { record: recordAsSubject(record.kind) }));
  else draft.put(record);
}

export function revertFields(
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
    const result = isRevertedByKey(current, field) ? revertEntries(values) : revertValue(values);
    if (result.isSkipped && field !== 'translatedFrom')
      skipped.push(message('undo.skipped.fieldChangedSince', { record: recordAsSubject(current.kind), field: fieldLabel(field) }));
    if (result.value === undefined) delete reverted[field];
    else reverted[field] = result.value;
  }
  // Each field is one that this record has, or had before the step.
  const record = reverted as AnyRecord;
  draft.put(withLocalComments(record, record.localComments));
}

/** Whether the entries of a value (languages of a text, comments) are reverted individually. */
const isRevertedByKey = (record: AnyRecord, field: string): boolean =>
  field === 'status' || field === 'translatedFrom' || field === 'localComments' || getKind(record.kind).texts[field]?.localized === true;

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
function revertEntries(values: StepValues): RevertedValue {
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
