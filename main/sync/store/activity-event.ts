/** The events of the activity log as data. The presenter turns them into messages when they are stored. */
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
  /** The response was lost; a later read showed whether the write was applied. */
  | ({ readonly type: 'recoveredRequest' } & RequestActivity)
  | {
      readonly type: 'receivedRecord';
      readonly change: 'new' | 'changed' | 'removed';
      readonly kind: KindName;
      readonly id: string;
      readonly title: string;
    }
  /** Many records at once, with the number of each kind. */
  | {
      readonly type: 'receivedRecords';
      readonly change: 'new' | 'changed' | 'removed' | 'fetched';
      readonly counts: readonly (readonly [kind: KindName, count: number])[];
    };
