/** A conflict that the user has to resolve: both values are retained, and only this field is not synced until then. */
import type { ConflictReason } from '../../../shared/contracts/sync.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { FieldPath } from './field-paths.ts';

/** `renamed` is only reported: the remote uses the name, so the local record was renamed. */
export type MergeConflictReason = ConflictReason | 'renamed';

export interface MergeConflict {
  /** The same for the same record and field path. */
  readonly id: string;
  readonly recordId: string;
  readonly kind: KindName;
  /** null for the whole record. */
  readonly field: FieldPath | 'place' | null;
  readonly reason: MergeConflictReason;
  readonly base: unknown;
  readonly local: unknown;
  readonly remote: unknown;
  /** For an unconfirmed create: the user chose to wait. The conflict remains listed, so that the record can be sent at any time (I29). */
  readonly isPostponed?: true;
  /** For a duplicate: the records that would be removed together with it. */
  readonly dependentIds?: readonly string[];
  /**
   * For a move: records that the remote has moved so that the local position is inside the moved record itself, with their previous parents.
   */
  readonly movedInside?: readonly { readonly id: string; readonly parentId: string | null }[];
  /** For a duplicate: another user has changed it since this user was asked, so the question is repeated (I31). */
  readonly isTouched?: true;
}

/** Whether the user has to resolve it and has not chosen to wait. A renamed record is only reported. */
export const needsDecision = ({ reason, isPostponed }: MergeConflict): boolean => reason !== 'renamed' && isPostponed !== true;

/** Part of stored ids, so it must not change with the name of the reason. */
const duplicateIdSuffix = 'twin';

/** A value on which both sides have never agreed is null: a row in which it is missing would be damaged. */
export const createMergeConflict = (
  { id, kind }: Pick<AnyRecord, 'id' | 'kind'>,
  field: MergeConflict['field'],
  reason: MergeConflictReason,
  { base = null, local = null, remote = null }: Pick<MergeConflict, 'base' | 'local' | 'remote'>,
): MergeConflict => ({
  id: `${id}#${field ?? (reason === 'duplicateCreate' ? duplicateIdSuffix : '')}`,
  recordId: id,
  kind,
  field,
  reason,
  base,
  local,
  remote,
});
