/**
 * Reverts a journal row on the current project, field by field and language by language. A value is only reverted if it is still the one
 * that the row set, so later changes are retained. Everything that cannot be reverted is reported.
 */

import { type Message, type MessageValue, message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import { fieldLabel, recordAsSubject } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { updateMentionLabelsAfterRevert } from '../decide/mention-labels.ts';
import { ProjectDraft } from '../decide/project-draft.ts';
import { updateTranslationSourcesAfterRevert } from '../decide/translation-sources.ts';
import { validateDraft } from '../decide/validate-draft.ts';
import { ValidationErrors } from '../decide/validation-errors.ts';
import type { JournalEntry } from './journal-entry.ts';
import { dropInvalidRecords, removeUnknownLanguages, resolveCustomIdConflicts, retainUsedLanguages } from './revert-conflicts.ts';
import { findRemovableRecords } from './revert-created-records.ts';
import { moveElseLast, resolveRankConflicts } from './revert-order.ts';
import { restoreRemovedRecord, revertFields } from './revert-records.ts';

interface RevertResult {
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

/** Reverts the entries without changing `project`. The cost grows with the number of entries, not with the size of the project. */
export function revertEntries(
  entries: readonly JournalEntry[],
  project: Project,
  skipReason: SkipReasonProvider = () => undefined,
): RevertResult {
  const draft = new ProjectDraft(project);
  const skipped: Message[] = [];
  for (const entry of entries) {
    if ('removed' in entry) {
      const reason = skipReason(entry.removed, null);
      if (reason === undefined) restoreRemovedRecord(entry.removed, draft, skipped);
      else skipped.push(message('undo.skipped.notRestored', { record: recordAsSubject(entry.removed.kind), reason }));
    } else if ('before' in entry) revertFields(withoutSkippedFields(entry, skipReason, skipped), draft, skipped);
  }
  const created = entries.flatMap((entry) => ('created' in entry ? [entry.created] : []));
  for (const id of findRemovableRecords(created, draft, skipped)) draft.remove(id);
  retainUsedLanguages(draft, skipped);
  removeUnknownLanguages(draft);
  resolveCustomIdConflicts(draft, skipped);
  dropInvalidRecords(draft, skipped);
  resolveRankConflicts(draft);
  moveElseLast(draft);
  updateMentionLabelsAfterRevert(draft);
  updateTranslationSourcesAfterRevert(draft, entries);
  const errors = new ValidationErrors();
  validateDraft(draft, errors);
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
