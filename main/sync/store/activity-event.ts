/** What the activity log records, as data; the presenter turns it into a message when it is stored. */
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import type { SyncOperation } from '../plan/sync-operation.ts';

export type ActivityResult = 'done' | 'rejected' | 'unconfirmed' | 'notSent';

/** A request with the title of its record. */
export interface RequestActivity {
  readonly operation: SyncOperation;
  readonly title: string;
  /** Method and path, without address and key. */
  readonly request: string;
  readonly result: ActivityResult;
}

export type ActivityEvent =
  | ({ readonly type: 'request' } & RequestActivity)
  /** The answer was lost; a later read showed whether the write was applied. */
  | ({ readonly type: 'recoveredRequest' } & RequestActivity)
  | {
      readonly type: 'receivedRecord';
      readonly change: 'new' | 'changed' | 'removed';
      readonly kind: KindName;
      readonly id: string;
      readonly title: string;
    }
  /** Many records at once: how many of each kind. */
  | {
      readonly type: 'receivedRecords';
      readonly change: 'new' | 'changed' | 'removed' | 'fetched';
      readonly counts: readonly (readonly [kind: KindName, count: number])[];
    };
