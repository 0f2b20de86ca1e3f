/** A conflict that the user has to resolve: both values are kept, and sync of only this field waits for the resolution. */
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { FieldPath } from './field-paths.ts';

export type MergeConflictReason =
  /** Both sides changed the same field path. */
  | 'bothChanged'
  /** The remote removed a record that was changed or newly used locally. */
  | 'deletedRemotely'
  /** A record was removed locally that the remote changed or newly used. */
  | 'deletedLocally'
  /** Both sides moved it to different places, or the two moves form a cycle: the remote position is used until the conflict is resolved. */
  | 'movedDifferently'
  /** The local record cannot exist beside a remote one (the name is taken, say): it was removed with all that depends on it; `local` contains these records. */
  | 'displaced'
  /** It was removed locally and the remote removed the other boards: it is restored, since a project has at least one board. */
  | 'lastBoard'
  /** The response to its create was lost, and nothing shows whether the remote applied it: it is not sent again before the user decides. */
  | 'unconfirmedCreate'
  /** It has the content of a local record (`local` is its id) whose create was sent more than once: the user decides whether to remove it. */
  | 'duplicateCreate'
  /** (I32) A read lacks most of the project or contradicts itself: it is not believed, and nothing is sent, before the user decides. `local`: how many records. */
  | 'disappeared'
  /** Only reported: the remote uses the name, so the local record was renamed. */
  | 'renamed';

export interface MergeConflict {
  /** The same for the same record and field path. */
  readonly id: string;
  readonly recordId: string;
  readonly kind: KindName;
  /** null for the record as a whole. */
  readonly field: FieldPath | 'place' | null;
  readonly reason: MergeConflictReason;
  readonly base: unknown;
  readonly local: unknown;
  readonly remote: unknown;
  /** Of an unconfirmed create: the user chose to wait. It stays listed, so that it can be sent again at any time (I29). */
  readonly isPostponed?: true;
  /** Of a duplicate: the records that would be removed with it. */
  readonly dependentIds?: readonly string[];
  /** Of a duplicate: somebody has worked on it since the user was asked, so that the user is asked again (I31). */
  readonly isTouched?: true;
}

/** Whether only the user can settle it, and has not decided to wait. A renamed record is only reported. */
export const needsDecision = ({ reason, isPostponed }: MergeConflict): boolean => reason !== 'renamed' && isPostponed !== true;

/** Part of stored ids, so it does not change with the name of the reason. */
const duplicateIdSuffix = 'twin';

export const createMergeConflict = (
  { id, kind }: AnyRecord,
  field: MergeConflict['field'],
  reason: MergeConflictReason,
  values: Pick<MergeConflict, 'base' | 'local' | 'remote'>,
): MergeConflict => ({
  id: `${id}#${field ?? (reason === 'duplicateCreate' ? duplicateIdSuffix : '')}`,
  recordId: id,
  kind,
  field,
  reason,
  ...values,
});
