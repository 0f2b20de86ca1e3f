/** Compares drafts with their records; not in drafts.ts, because the first load of the window has no parser of rich text. */
import { isJsonObject } from '../json.ts';
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
  const field = name.split(' ')[1] ?? '';
  if (containsDraft(record, field, value)) return 'saved';
  return over.values.some((each) => containsDraft(record, field, each)) ? 'newer' : 'older';
}

/** A number only counts in its own field, because other fields are likely to contain the same one. */
function containsDraft(record: AnyRecord, field: string, text: DraftText): boolean {
  const value = fieldValue(record, field);
  if (value === null && (text === null || text === '')) return true;
  if (typeof value !== 'number') return containsText(record, text);
  const number = readNumber(text);
  // The position of a label is shown in percent.
  return (field === 'labelLocation' && number !== undefined ? number / 100 : number) === value;
}

/** The drafts of typed values are named after the type, those of other numbers after their fields. */
function fieldValue(record: AnyRecord, field: string): unknown {
  const { value } = record;
  if (record.kind === 'variable' && record.type === field) return value;
  return isJsonObject(value) && value.type === field ? value.data : record[field];
}

/** As number fields show it, in any language; undefined for what is typed in another way, and where a separator may be one of thousands or of decimals. */
function readNumber(text: DraftText): number | undefined {
  const typed = text?.trim() ?? '';
  const isAmbiguous = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typed);
  return isAmbiguous || !/^[+-]?\d+([.,]\d+)?$/.test(typed) ? undefined : Number(typed.replace(',', '.'));
}

function containsText(record: AnyRecord, text: DraftText): boolean {
  const isFound = (value: unknown): boolean =>
    typeof value === 'object' && value !== null
      ? Object.values(value).some(isFound)
      : typeof value === 'string' && text !== null && richTextEquals(value, text);
  return isFound(record);
}
