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

/** The same field after ids of records have been replaced. `names`: the new ids, by the old ones. */
export const renamedDraftName = (name: string, names: ReadonlyMap<string, string>): string =>
  name
    .split(' ')
    .map((part) => names.get(part) ?? part)
    .join(' ');

/**
 * A text that becomes part of the project only when the user says so: a comment, or the merged text of a conflict. Its draft is in its field
 * again when the project opens, and stays until the text was sent or given up.
 */
export interface UnsentText {
  readonly recordId: string;
  readonly of: 'newComment' | 'comment' | 'conflict';
  /** The id of the comment or the conflict; empty for a new comment. */
  readonly id: string;
}

const unsentMark = 'unsent';
const unsentKinds = ['newComment', 'comment', 'conflict'] as const;

export const unsentTextName = ({ recordId, of, id }: UnsentText): string => [recordId, unsentMark, of, id].join(' ');

/** null if it is the name of the draft of a field. */
export function parseUnsentTextName(name: string): UnsentText | null {
  const [recordId = '', mark, named, ...id] = name.split(' ');
  const of = unsentKinds.find((each) => each === named);
  return mark === unsentMark && of ? { recordId, of, id: id.join(' ') } : null;
}
