/** Resolves conflicts between restored and current records in a draft, after a step has been reverted. */

import { type Message, message } from '../../../shared/messages/message.ts';
import { fieldLabel, recordAsSubject } from '../../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import type { ProjectDraft } from '../decide/project-draft.ts';
import { localizedFieldsOf, removeLanguage, usesLanguage } from '../decide/record-languages.ts';
import { validateRecord } from '../decide/validate-draft.ts';

/** Retains a language whose addition is reverted if texts have been written in it since. */
export function retainUsedLanguages(draft: ProjectDraft, skipped: Message[]): void {
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
export function removeUnknownLanguages(draft: ProjectDraft): void {
  const known = new Set(draft.find('project', projectRecordId)?.locales.map(({ iso }) => iso));
  for (const record of [...draft.writtenRecords()]) {
    let cleaned = record;
    for (const field of localizedFieldsOf(record))
      for (const iso of Object.keys(record[field] ?? {})) if (!known.has(iso)) cleaned = removeLanguage(cleaned, iso);
    if (cleaned !== record) draft.put(cleaned);
  }
}

/** Kinds that share one set of unique customIds. */
const kindsWithSharedCustomIds: readonly string[] = ['board', 'component'];

/** Gives a restored board or component a new customId if its own is used again, because it could not be restored otherwise. */
export function resolveCustomIdConflicts(draft: ProjectDraft, skipped: Message[]): void {
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
export function dropInvalidRecords(draft: ProjectDraft, skipped: Message[]): void {
  while (dropRecordsInvalidNow(draft, skipped) > 0);
}

/** Returns the number of records that were dropped. */
function dropRecordsInvalidNow(draft: ProjectDraft, skipped: Message[]): number {
  const keyHolders = new Map<string, string>();
  let count = 0;
  for (const record of [...draft.writtenRecords()]) {
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
  const broken = [...referencesOf(record)].find(({ targetId, rule }) => !rule.targetKinds.includes(draft.get(targetId)?.kind ?? ''));
  return broken
    ? message('undo.skipped.targetMissing', { field: fieldLabel(broken.valuePath) })
    : validateRecord(record, draft, keyHolders).firstSentence;
}
