/**
 * The entries that are stored in one transaction when a write has been acknowledged: base, versions, and everything that refers to a new
 * id.
 */
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import { baseUpdateFor } from '../plan/write-effects.ts';
import { isEffectUnknown } from '../protocol/build-request.ts';
import { duplicateWatchDuration } from '../protocol/recovery.ts';
import { type PendingWrite, type SyncRequest, versionGap, type WriteOutcome } from '../protocol/sync-request.ts';
import { overwriteEntries } from './overwrite-reports.ts';
import {
  baseEntries,
  checkpointEntry,
  clearConflictEntry,
  clearPendingWriteEntry,
  clearResentCreateEntry,
  clearUncertainCreateEntry,
  conflictEntry,
  duplicateWatchEntry,
  renamedReportId,
  resetBaseEntries,
  type SyncStore,
  type SyncStoreEntry,
  sentConditionsEntry,
} from './sync-store.ts';

export type WriteAcknowledgement = Pick<Extract<WriteOutcome, { type: 'done' }>, 'id' | 'version' | 'newVersion' | 'updatedAt'>;

/** For a write that was found to be applied although it has no response; `newVersion` is set if it is known. */
export const inferAcknowledgement = (id: string | null, newVersion: number | null): WriteAcknowledgement => ({
  id,
  version: null,
  newVersion,
  updatedAt: null,
});

interface AssignedId {
  readonly from: string;
  readonly to: string;
}

/** The local id of a created record, and the one that the remote has assigned. */
export const createdIdMapping = ({ operation }: SyncRequest, { id }: Pick<WriteAcknowledgement, 'id'>): AssignedId | undefined =>
  operation.type === 'create' && id !== null ? { from: operation.id, to: id } : undefined;

/** The changes of the remote project, with the id that the remote has assigned. */
export const withRemoteId = (created: AssignedId | undefined, expected: ChangeSet): ChangeSet =>
  expected.map((change) =>
    // Only the id changes, so the kind is the same.
    created && change.after?.id === created.from ? { ...change, after: { ...change.after, id: created.to } } : change,
  );

export function acknowledgementEntries(
  write: PendingWrite,
  acknowledgement: WriteAcknowledgement,
  store: SyncStore,
  now: number,
  settleTime: number,
): SyncStoreEntry[] {
  const { request } = write;
  const { version, newVersion, updatedAt } = acknowledgement;
  const created = createdIdMapping(request, acknowledgement);
  const gap = versionGap(write, version);
  return [
    // A version below the known one means that the remote was restored from a backup.
    ...(gap !== null && gap < 0 ? resetBaseEntries(store.base) : []),
    ...(gap === 0 ? provenLostEntries(store.uncertainCreates, write, now - settleTime) : []),
    ...overwriteEntries(write, store, { version, gap }),
    ...baseEntries(baseUpdateFor(store.base, request.expected, created)),
    clearPendingWriteEntry,
    checkpointEntry({
      ...store.requiredCheckpoint,
      version: newVersion,
      leastVersion: null,
      ...(gap === 0 && updatedAt !== null && { updatedAt }),
      ...((gap !== 0 || updatedAt === null || isEffectUnknown(request)) && { isComplete: false }),
    }),
    ...(created ? createdEntries(write, created, store, now) : []),
  ];
}

function createdEntries(write: PendingWrite, { from, to }: AssignedId, store: SyncStore, now: number): SyncStoreEntry[] {
  const { request, knownIds, attempt, unconfirmedSince } = write;
  const created = request.expected[0]?.after;
  const lost = store.findResentCreate(from);
  // (I31) For 24 hours, each read looks for duplicates of a create whose response was lost. Confirmed creates are not checked.
  const isUncertain = lost !== undefined || attempt > 1 || unconfirmedSince !== null;
  const watch = { id: to, knownIds: [...(lost?.knownIds ?? knownIds), to], expiresAt: now + duplicateWatchDuration };
  return [
    ...store.aliasEntries([[from, to]]),
    ...(isUncertain && created ? [duplicateWatchEntry({ ...watch, created })] : []),
    ...(lost ? [clearResentCreateEntry(from)] : []),
    ...(request.conditions ? [sentConditionsEntry({ branchId: to, conditions: request.conditions })] : []),
    ...renamedConflictEntries(store, from, to),
  ];
}

/** Nobody has written since a create was lost, so it was not applied and will not be any more: it is sent again. */
const provenLostEntries = (uncertain: readonly PendingWrite[], { version }: PendingWrite, before: number): SyncStoreEntry[] =>
  uncertain
    .filter((lost) => version !== null && lost.version === version && lost.unconfirmedSince !== null && lost.unconfirmedSince <= before)
    .flatMap(({ request: { operation } }) => [clearUncertainCreateEntry(operation.id), clearConflictEntry(`${operation.id}#`)]);

export const renamedConflictEntries = (store: SyncStore, from: string, to: string): SyncStoreEntry[] =>
  store.conflicts
    .filter(({ recordId }) => recordId === from)
    .flatMap((conflict) => {
      const renamed = { ...conflict, id: conflict.id.replace(from, to), recordId: to };
      return [clearConflictEntry(conflict.id), conflictEntry(renamed), ...movedReportEntries(store, conflict.id, renamed.id)];
    });

/** A report that the user has seen remains seen under the new id of its record. */
function movedReportEntries(store: SyncStore, from: string, to: string): SyncStoreEntry[] {
  const [old, id] = [`report/${renamedReportId(from)}`, `report/${renamedReportId(to)}`];
  const value = store.get(old);
  return value === undefined
    ? []
    : [
        { id: old, value: null },
        { id, value },
      ];
}
