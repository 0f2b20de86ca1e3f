/** A question as it is shown: what it is about, what each side did, and what each answer would do. */
import type { ConflictDetails } from '../../../shared/contracts/sync.ts';
import { fieldNameMessages } from '../../../shared/messages/en/fields.ts';
import { conflictMessages } from '../../../shared/messages/en/sync.ts';
import type { Project } from '../../../shared/model/project.ts';
import { conflictText } from '../plan/conflict-text.ts';
import { fieldNameOf, isReadOnly, localeOf } from '../plan/field-paths.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { describeRecord, recordTitle } from '../project/record-title.ts';

export type OpenConflict = MergeConflict & { readonly why: ConflictDetails['why'] };

/** `renamed` asks nothing: it is a report. */
export const isOpenConflict = (question: MergeConflict): question is OpenConflict => question.why !== 'renamed';

export function toConflictDetails(question: OpenConflict, hash: string, remote: string, mine: Project): ConflictDetails {
  const { id, kind, record, cell, why } = question;
  const isField = cell !== null && cell !== 'place';
  const known = mine.get(record) ?? recordIn(question.mine) ?? recordIn(question.theirs) ?? recordIn(question.base);
  const title = recordTitle(known, mine);
  const field = isField ? fieldNameOf(cell) : null;
  const locale = isField ? localeOf(cell) : null;
  const called = describeRecord(kind, title);
  const names: Readonly<Record<string, string>> = fieldNameMessages;
  const about = field === null ? called : conflictMessages.field(names[field] ?? field, locale, called);
  return {
    id: `${hash}/${id}`,
    hash,
    kind,
    record,
    title,
    field,
    locale,
    why,
    sentence: conflictMessages.reasons[why](about, remote),
    base: question.base,
    mine: question.mine,
    theirs: question.theirs,
    choices: {
      ...conflictMessages.choices[why](remote),
      // [Comments, Assets] Nobody can make it there again: it stays in this question until it is let go here, or is there once more.
      ...(why === 'gone there' && known && isReadOnly(known) && { mine: null }),
      text: why === 'both changed' && conflictText(question) !== undefined,
    },
  };
}

const recordIn = (value: unknown) => (typeof value === 'object' && value !== null && 'kind' in value ? (value as never) : undefined);
