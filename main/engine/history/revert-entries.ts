/**
 * Takes back what a journal row did, on the project as it is now: field by field and language by language, and only
 * where it still holds what that row set. Others' work is left alone; what is left is said.
 */
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { Project } from '../../../shared/model/project.ts';
import { updateMentionLabelsAfterRevert } from '../decide/mention-labels.ts';
import { ProjectDraft } from '../decide/project-draft.ts';
import { updateTranslationSourcesAfterRevert } from '../decide/translation-sources.ts';
import { validateDraft } from '../decide/validate-draft.ts';
import { ValidationErrors } from '../decide/validation-errors.ts';
import { dropInvalidRecords } from './drop-invalid-records.ts';
import type { JournalEntry } from './journal-entry.ts';
import { findRemovableRecords } from './revert-created-records.ts';
import { removeUnknownLanguages, retainUsedLanguages } from './revert-languages.ts';
import { moveElseLast, resolveRankConflicts } from './revert-order.ts';
import { describeRecord, resolveCustomIdConflicts, restoreRemovedRecord, revertFields } from './revert-records.ts';

export interface RevertResult {
  readonly changes: ChangeSet;
  /** Sentences on what could not be taken back. */
  readonly skipped: readonly string[];
}

interface RecordReference {
  readonly kind: string;
  readonly id: string;
  readonly type?: unknown;
}

/** Why a record may not be there again (`field` null), or may not have what it had in that field. undefined: it may. */
export type SkipReasonProvider = (record: RecordReference, field: string | null) => string | undefined;

/** Its cost is that of the journal row, not of the project. */
export function revertEntries(
  entries: readonly JournalEntry[],
  project: Project,
  skipReason: SkipReasonProvider = () => undefined,
): RevertResult {
  const stage = new ProjectDraft(project);
  const skipped: string[] = [];
  for (const entry of entries) {
    if ('removed' in entry) {
      const why = skipReason(entry.removed, null);
      if (why === undefined) restoreRemovedRecord(entry.removed, stage, skipped);
      else skipped.push(`${describeRecord(entry.removed)} cannot come back: ${why}.`);
    } else if ('before' in entry) revertFields(withoutSkippedFields(entry, skipReason, skipped), stage, skipped);
  }
  const created = entries.flatMap((entry) => ('created' in entry ? [entry.created] : []));
  for (const id of findRemovableRecords(created, stage, skipped)) stage.remove(id);
  retainUsedLanguages(stage, skipped);
  removeUnknownLanguages(stage);
  resolveCustomIdConflicts(stage, skipped);
  dropInvalidRecords(stage, skipped);
  resolveRankConflicts(stage);
  moveElseLast(stage);
  updateMentionLabelsAfterRevert(stage);
  updateTranslationSourcesAfterRevert(stage, entries);
  const faults = new ValidationErrors();
  validateDraft(stage, faults);
  faults.throwIfAny();
  return { changes: stage.toChangeSet(), skipped };
}

type ChangedFieldsEntry = Extract<JournalEntry, { before: unknown }>;

function withoutSkippedFields(entry: ChangedFieldsEntry, skipReason: SkipReasonProvider, left: string[]): ChangedFieldsEntry {
  const refused = new Set<string>();
  for (const field of new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])) {
    const why = skipReason(entry, field);
    if (why === undefined) continue;
    refused.add(field);
    left.push(`${field} ${why}.`);
  }
  const rest = (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).filter(([field]) => !refused.has(field)));
  return refused.size === 0 ? entry : { ...entry, before: rest(entry.before), after: rest(entry.after) };
}
