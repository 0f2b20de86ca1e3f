/** The rows that sync stores for one project, and the entries that write or clear them. */

import type { Message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { BaseUpdate } from '../plan/base-update.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { SentConditions } from '../protocol/created-conditions.ts';
import type { DuplicateWatch } from '../protocol/duplicates.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';

/** The state of the remote project on which both sides agree. */
export interface SyncCheckpoint {
  /** The hash of the remote project. */
  readonly remoteHash: string;
  /** The remote's version after our last acknowledged write; null if none is known. */
  readonly version: number | null;
  /**
   * While `version` is null: the lowest version that the remote can have, because each read with changes of others contains at least one
   * write. A response with exactly this version proves that all writes of others were read.
   */
  readonly leastVersion?: number | null | undefined;
  /** The `updatedAt` in the project list before the last read, or after our last write. */
  readonly updatedAt: string | null;
  /** The `updatedAt` that the list last showed; the other one may come from the response to a write. */
  readonly listedAt?: string | null;
  /** Whether the base is the whole remote project as of `updatedAt` and nothing is in conflict, so that a restart need not read it. */
  readonly isComplete?: boolean;
  /** The local version at which there was nothing to merge, to resolve or to send. */
  readonly idleVersion?: number | null;
}

/** A write that the remote has rejected. It is not sent again as long as it would be the same. */
export interface RejectedWrite {
  readonly recordId: string;
  /** The fingerprint of the request. */
  readonly request: string;
  readonly reason: Message;
  /** For a create, which may have been rejected because it had arrived twice. */
  readonly pendingWrite?: PendingWrite;
  /** The remote state to which the rejection refers (a 409); in another state, the write is tried again. */
  readonly remoteState?: string;
}

/** (I32) A read that was implausible twice. */
export interface DisappearanceRow {
  /** The `updatedAt` in the list before the read. Nothing is read again before the list shows another one. */
  readonly updatedAt: string;
  /** The records that the merge would have removed locally. */
  readonly ids: readonly string[];
  /** null: the user has not decided. `local`: they are created again on the remote. `remote`: they are removed locally. */
  readonly decision: 'local' | 'remote' | null;
}

/** A write that overwrote another one which had not been read: the version that we had read, and the one that we sent. */
export interface Overwrite {
  readonly recordId: string;
  readonly before: AnyRecord;
  readonly sent: AnyRecord;
}
export interface OverwriteReport extends Overwrite {
  /** Counts the overwrites of the record from 1. Rows of earlier versions, one for each record, have no number. */
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

/** (I32) Ids in lists of the remote that its last read does not contain. */
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

/** (I31) A create whose response was lost and that the user sends again; the lost one may still arrive. */
export const resentCreateEntry = (write: PendingWrite): SyncStoreEntry => ({
  id: `resent-create/${write.request.operation.id}`,
  value: write,
});
export const clearResentCreateEntry = (recordId: string): SyncStoreEntry => clear(`resent-create/${recordId}`);

export const conflictEntry = (conflict: MergeConflict): SyncStoreEntry => ({ id: `conflict/${conflict.id}`, value: conflict });
export const clearConflictEntry = (id: string): SyncStoreEntry => clear(`conflict/${id}`);
/**
 * A conflict that is stored when it is found. One that is only reported is reported again, even if the user has seen an earlier one with
 * this id.
 */
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

/** The texts that the last plan found to be held, for the time between a start and the first plan. */
export const heldTextsEntry = (held: readonly HeldText[]): SyncStoreEntry => ({ id: 'held-texts', value: held });

export const aliasEntry = (oldId: string, id: string): SyncStoreEntry => ({ id: `alias/${oldId}`, value: id });
export const clearAliasEntry = (id: string): SyncStoreEntry => clear(`alias/${id}`);

export const duplicateWatchEntry = (watch: DuplicateWatch): SyncStoreEntry => ({ id: `duplicate-watch/${watch.id}`, value: watch });

/** `overwrite`: must be reported. `unconfirmed`: the next response shows whether it was an overwrite. `first-write`: the next read does. */
export type OverwriteStage = 'overwrite' | 'unconfirmed' | 'first-write';
export const overwriteEntry = (stage: OverwriteStage, report: OverwriteReport): SyncStoreEntry => ({
  id: `${stage}/${overwriteKey(report)}`,
  value: report,
});

export const baseEntries = ({ put, removedIds }: BaseUpdate): SyncStoreEntry[] => [
  ...put.map((record) => ({ id: `base/${record.id}`, value: record })),
  ...removedIds.map((id) => clear(`base/${id}`)),
];

/** The base after the remote was restored from a backup: the records are known, but there is agreement about none of their fields. */
export function resetBaseEntries(base: Project): SyncStoreEntry[] {
  const put = [...base.records()].map(({ kind, id, locales, roots }) =>
    kind === projectRecordId ? { kind, id, rank: '', locales, roots } : { kind, id, rank: '' },
  );
  // Records without fields mean that nothing is agreed; they are only compared, never shown.
  return baseEntries({ put: put as AnyRecord[], removedIds: [] });
}
