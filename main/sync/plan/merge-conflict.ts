/** A conflict that the user has to resolve: both values are kept, and sync of only this field waits for the resolution. */
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { FieldPath } from './field-paths.ts';

export type MergeConflictReason =
  /** Both sides changed the same field path. */
  | 'both changed'
  /** The remote removed a record that was changed or newly used locally. */
  | 'gone there'
  /** A record was removed locally that the remote changed or newly used. */
  | 'gone here'
  /** Both sides moved it to different places, or the two moves form a cycle: the remote position is used until the conflict is resolved. */
  | 'place'
  /** The local record cannot exist beside a remote one (the name is taken, say): it was removed with all that depends on it; `local` contains these records. */
  | 'no room'
  /** It was removed locally and the remote removed the other boards: it is restored, since a project has at least one board. */
  | 'last board'
  /** The response to its create was lost, and nothing shows whether the remote applied it: it is not sent again before the user decides. */
  | 'added?'
  /** It has the content of a local record (`local` is its id) whose create was sent more than once: the user decides whether to remove it. */
  | 'twin'
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
}

export const createMergeConflict = (
  { id, kind }: AnyRecord,
  field: MergeConflict['field'],
  reason: MergeConflictReason,
  values: Pick<MergeConflict, 'base' | 'local' | 'remote'>,
): MergeConflict => ({ id: `${id}#${field ?? (reason === 'twin' ? reason : '')}`, recordId: id, kind, field, reason, ...values });
