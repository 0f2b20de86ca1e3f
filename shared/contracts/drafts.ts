/**
 * What was typed into the fields of a project and is not saved, in the database: a row for each field, so that neither a crash nor a rejected save
 * loses it. It is removed when the field has been saved.
 */

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
