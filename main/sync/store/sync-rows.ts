/** The rows that sync stores of one project, and the entries that write or clear them. */

import type { Message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { BaseUpdate } from '../plan/base-update.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { SentConditions } from '../protocol/created-conditions.ts';
import type { DuplicateWatch } from '../protocol/duplicates.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';

/** How far the project here agrees with the remote one. */
export interface SyncCheckpoint {
  /** The hash of the remote project. */
  readonly remoteHash: string;
  /** The remote's version after our last acknowledged write; null if none is known. */
  readonly version: number | null;
  /**
   * While `version` is null: the version that the remote has at least, because each read that shows changes of others contains at least one write.
   * An answer with this very version proves that all writes of others were read.
   */
  readonly leastVersion?: number | null | undefined;
  /** The `updatedAt` that the project list showed before the last read, or after our last write. */
  readonly updatedAt: string | null;
  /** The `updatedAt` that the list itself showed last; the other one may come from the answer to a write. */
  readonly listedAt?: string | null;
  /** The base is the whole remote project as it was at `updatedAt` and nothing is in conflict: a restart need not read it. */
  readonly isComplete?: boolean;
  /** The local version at which there was nothing to merge, to resolve or to send. */
  readonly idleVersion?: number | null;
}

/** A write that the remote rejected: it is not sent again as long as it would be the same. */
export interface RejectedWrite {
  readonly recordId: string;
  /** Fingerprint of the request. */
  readonly request: string;
  readonly reason: Message;
  /** For a create, which may have been rejected because it had arrived twice. */
  readonly pendingWrite?: PendingWrite;
  /** The remote state that the rejection is about (a 409); in another state the write is tried again. */
  readonly remoteState?: string;
}

/** (I32) A read that was not believed twice. */
export interface DisappearanceRow {
  /** The `updatedAt` of the list before the read: nothing is read again before the list shows another one. */
  readonly updatedAt: string;
  /** The records that the merge would have removed here. */
  readonly ids: readonly string[];
  /** null: the user has not decided. `local`: they are created again on the remote. `remote`: they are removed here. */
  readonly decision: 'local' | 'remote' | null;
}

/** A write that overwrote another one unread: the version we had read, and the one we sent. */
export interface Overwrite {
  readonly recordId: string;
  readonly before: AnyRecord;
  readonly sent: AnyRecord;
}
export interface OverwriteReport extends Overwrite {
  /** Counts the overwrites of the record from 1; the rows of earlier versions, one for each record, have none. */
  readonly number?: number;
}

/** A row by its id within the project; null clears it. */
export interface SyncStoreEntry {
  readonly id: string;
  readonly value: unknown;
}

const clear = (id: string): SyncStoreEntry => ({ id, value: null });

export const checkpointEntry = (checkpoint: SyncCheckpoint): SyncStoreEntry => ({ id: 'checkpoint', value: checkpoint });

export const disappearanceEntry = (row: DisappearanceRow | null): SyncStoreEntry => ({ id: 'disappearance', value: row });

/** (I32) Ids that lists of the remote name and its last read does not contain. */
export const danglingIdsEntry = (ids: readonly string[]): SyncStoreEntry => ({ id: 'dangling', value: ids });

export const pendingWriteEntry = (write: PendingWrite): SyncStoreEntry => ({ id: 'pending-write', value: write });
export const clearPendingWriteEntry: SyncStoreEntry = clear('pending-write');

export const uncertainCreateEntry = (write: PendingWrite): SyncStoreEntry => ({
  id: `uncertain-create/${write.request.operation.id}`,
  value: write,
});
export const clearUncertainCreateEntry = (recordId: string): SyncStoreEntry => clear(`uncertain-create/${recordId}`);

/** Stored until the remote ids of the conditions have been read. */
export const sentConditionsEntry = (sent: SentConditions): SyncStoreEntry => ({ id: `sent-conditions/${sent.branchId}`, value: sent });
export const clearSentConditionsEntry = (branchId: string): SyncStoreEntry => clear(`sent-conditions/${branchId}`);

/** (I31) A create whose answer was lost and that the user sends again: the lost one may still arrive. */
export const resentCreateEntry = (write: PendingWrite): SyncStoreEntry => ({
  id: `resent-create/${write.request.operation.id}`,
  value: write,
});
export const clearResentCreateEntry = (recordId: string): SyncStoreEntry => clear(`resent-create/${recordId}`);

export const conflictEntry = (conflict: MergeConflict): SyncStoreEntry => ({ id: `conflict/${conflict.id}`, value: conflict });
export const clearConflictEntry = (id: string): SyncStoreEntry => clear(`conflict/${id}`);
/** A conflict that is stored when it arises. One that is only reported is reported again, even if the user has seen an earlier one of this id. */
export const raisedConflictEntries = (conflict: MergeConflict): SyncStoreEntry[] => [
  conflictEntry(conflict),
  ...(conflict.reason === 'renamed' ? [clear(`report/${renamedReportId(conflict.id)}`)] : []),
];

/** The ids of reports are part of stored rows. */
export const renamedReportId = (conflictId: string): string => `renamed/${conflictId}`;
export const overwriteReportId = (report: OverwriteReport): string => `overwrite/${overwriteKey(report)}`;
const overwriteKey = ({ recordId, number = 1 }: OverwriteReport): string => (number === 1 ? recordId : `${recordId}#${number}`);
/** The conflicts of the last plan, for the time between a start and the first plan. */
export const plannedConflictsEntry = (conflicts: readonly MergeConflict[]): SyncStoreEntry => ({
  id: 'planned-conflicts',
  value: conflicts,
});

/** The texts that the last plan found held, for the time between a start and the first plan. */
export const heldTextsEntry = (held: readonly HeldText[]): SyncStoreEntry => ({ id: 'held-texts', value: held });

export const aliasEntry = (oldId: string, id: string): SyncStoreEntry => ({ id: `alias/${oldId}`, value: id });
export const clearAliasEntry = (id: string): SyncStoreEntry => clear(`alias/${id}`);

export const duplicateWatchEntry = (watch: DuplicateWatch): SyncStoreEntry => ({ id: `duplicate-watch/${watch.id}`, value: watch });

/** `overwrite`: to be reported. `unconfirmed`: the next answer shows. `first-write`: the next read shows. */
export type OverwriteStage = 'overwrite' | 'unconfirmed' | 'first-write';
export const overwriteEntry = (stage: OverwriteStage, report: OverwriteReport): SyncStoreEntry => ({
  id: `${stage}/${overwriteKey(report)}`,
  value: report,
});

export const baseEntries = ({ put, removedIds }: BaseUpdate): SyncStoreEntry[] => [
  ...put.map((record) => ({ id: `base/${record.id}`, value: record })),
  ...removedIds.map((id) => clear(`base/${id}`)),
];

/** The base after the remote was restored from a backup: the records are known, but no field of them is agreed on. */
export function resetBaseEntries(base: Project): SyncStoreEntry[] {
  const put = [...base.records()].map(({ kind, id, locales, roots }) =>
    kind === PROJECT_RECORD_ID ? { kind, id, rank: '', locales, roots } : { kind, id, rank: '' },
  );
  // Records without fields are what "nothing agreed" means; they are only compared, never shown.
  return baseEntries({ put: put as AnyRecord[], removedIds: [] });
}
