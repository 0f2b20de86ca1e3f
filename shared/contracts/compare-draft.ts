/** Compares drafts with their records; not in drafts.ts, because the first load of the window has no parser of rich text. */
import type { AnyRecord } from '../model/kinds/kinds.ts';
import type { Project } from '../model/project.ts';
import { richTextEquals } from '../rich-text/rich-text-equality.ts';
import { type DraftText, draftRecordId, type ListedDraft, parseUnsentTextName } from './drafts.ts';

/**
 * What a draft is to its record. `saved`: the record contains its text, or no longer exists. `newer`: the record contains what the text was typed over.
 * `older`: the record has been changed since. A text that was never sent is `newer` as long as what it is about exists.
 */
export function compareDraft(project: Project, { name, value, over, isCurrent }: ListedDraft): 'saved' | 'newer' | 'older' {
  const record = project.get(draftRecordId(name));
  const unsent = parseUnsentTextName(name);
  // A conflict may be about a record that was deleted here.
  if (unsent?.of === 'conflict') return 'newer';
  if (!record) return 'saved';
  if (unsent) return unsent.of === 'comment' && !record.localComments?.[unsent.id] ? 'saved' : 'newer';
  if (isCurrent) return 'newer';
  if (containsText(record, value)) return 'saved';
  return over.values.some((each) => containsText(record, each)) ? 'newer' : 'older';
}

function containsText(record: AnyRecord, text: DraftText): boolean {
  const isFound = (value: unknown): boolean =>
    typeof value === 'object' && value !== null
      ? Object.values(value).some(isFound)
      : typeof value === 'string' && text !== null && richTextEquals(value, text);
  return isFound(record);
}
