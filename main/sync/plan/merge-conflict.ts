/** What only the user can decide: both values are kept, and only the field itself waits for the resolution. */
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { FieldPath } from './field-paths.ts';

export type MergeConflictReason =
  /** Both sides changed the same cell. */
  | 'both changed'
  /** They removed what we changed or began to use. */
  | 'gone there'
  /** We removed what they changed or began to use. */
  | 'gone here'
  /** Both moved it, each to another place, or the two moves would make a circle: theirs counts until there is an answer. */
  | 'place'
  /** Ours cannot stand beside theirs (the name is taken, the condition leads elsewhere): it was taken out with all that depends on it, and `local` holds these records. */
  | 'no room'
  /** We removed it and they removed the others: it is back, since a project has a board. */
  | 'last board'
  /** Its create was lost, and whether it is there cannot be told: not sent again before there is an answer. */
  | 'added?'
  /** It says the same as one of ours (`local` is its id) that was sent more than once: remove it? */
  | 'twin'
  /** No question, but to be told: the name is theirs, ours goes by another one now. */
  | 'renamed';

export interface MergeConflict {
  /** The same for the same record and cell. */
  readonly id: string;
  readonly recordId: string;
  readonly kind: KindName;
  /** null for the record as a whole. */
  readonly field: FieldPath | 'place' | null;
  readonly reason: MergeConflictReason;
  readonly base: unknown;
  readonly local: unknown;
  readonly remote: unknown;
}

export const createMergeConflict = (
  { id, kind }: AnyRecord,
  field: MergeConflict['field'],
  reason: MergeConflictReason,
  values: Pick<MergeConflict, 'base' | 'local' | 'remote'>,
): MergeConflict => ({ id: `${id}#${field ?? (reason === 'twin' ? reason : '')}`, recordId: id, kind, field, reason, ...values });
