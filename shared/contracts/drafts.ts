/**
 * What was typed into the fields of a project and is not saved, in the database: a row for each field, so that neither a crash nor a rejected save
 * loses it. It is removed when the field has been saved.
 */
import type { AnyRecord } from '../model/kinds/kinds.ts';
import type { Project } from '../model/project.ts';
import { richTextEquals } from '../rich-text/rich-text-equality.ts';

/** null for a text that was removed. */
export type DraftText = string | null;

export interface Draft {
  /** Identifies the field: the id of its record, followed by a space and the name of the field. */
  readonly name: string;
  readonly value: DraftText;
  /** The session of the window in which it was typed. */
  readonly session: string;
  readonly over: {
    /** The version of the project that the window showed when the text was typed. */
    readonly version: number;
    /** What the field contained then, and what was being saved: while it contains one of them, the draft is newer. */
    readonly values: readonly DraftText[];
  };
}

export interface ListedDraft extends Draft {
  /** Whether nothing has changed the record since. */
  readonly isCurrent: boolean;
}

/** The id of the record that a draft belongs to. */
export const draftRecordId = (name: string): string => name.split(' ')[0] ?? '';

/**
 * What a draft is to its record. `saved`: the record contains its text, or no longer exists. `newer`: the record contains what the text was typed over.
 * `older`: the record has been changed since.
 */
export function compareDraft(project: Project, { name, value, over, isCurrent }: ListedDraft): 'saved' | 'newer' | 'older' {
  const record = project.get(draftRecordId(name));
  if (!record) return 'saved';
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
