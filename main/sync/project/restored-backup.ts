/**
 * A data folder that was restored from an older backup. What both sides had agreed on then still counts, so that changes of the remote since
 * are received. Only what had not been sent is doubtful: it may have been sent after the backup. Pure.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldPath, fieldNameOf, isSameField, parentField, withFieldFrom, withoutField } from '../plan/field-paths.ts';
import { planLocalChanges, type SyncOperation } from '../plan/plan-sync.ts';
import { buildRequest } from '../protocol/build-request.ts';
import { findCreatedIds } from '../protocol/recovery.ts';
import { createPendingWrite, type PendingWrite } from '../protocol/sync-request.ts';
import type { SyncCheckpoint } from '../store/sync-store.ts';

interface RestoredSides {
  readonly base: Project;
  readonly local: Project;
  readonly remote: Project;
  readonly checkpoint: SyncCheckpoint;
  /** When the remote was read, on the monotonic clock. */
  readonly readAt: number;
}

const noRecords: ReadonlySet<string> = new Set();

const unsentOperations = ({ local, base }: RestoredSides): readonly SyncOperation[] =>
  planLocalChanges(local, base, noRecords).operations.filter(({ type }) => type !== 'lookup');

/**
 * The local and remote ids of records that had not been sent at the time of the backup and that the remote has now. What is in a record that
 * is found here is found the next time.
 */
export function findSentSince(sides: RestoredSides): [from: string, to: string][] {
  const taken = new Set<string>();
  return unsentCreates(sides).flatMap((write): [string, string][] => {
    const [found] = findCreatedIds({ ...write, knownIds: [] }, sides, (id) => sides.base.has(id) || taken.has(id));
    if (found === undefined) return [];
    taken.add(found);
    return [[write.request.operation.id, found]];
  });
}

/** The creates of records whose parents the remote has. The file of an asset is no part of them, because no read shows it. */
export function unsentCreates(sides: RestoredSides): PendingWrite[] {
  const { local, remote, checkpoint, readAt } = sides;
  return unsentOperations(sides).flatMap((operation) => {
    if (operation.type !== 'create') return [];
    const prepared = buildRequest(operation, checkpoint.remoteHash, local, remote);
    if (prepared.type !== 'ready') return [];
    return [{ ...createPendingWrite(prepared.request, remote, checkpoint), unconfirmedSince: readAt }];
  });
}

/** The base records without the values that had not been sent: there is agreement about none of these. */
export function doubtfulBaseRecords(sides: RestoredSides): AnyRecord[] {
  const put = new Map<string, AnyRecord>();
  for (const operation of unsentOperations(sides)) {
    const { id } = operation;
    const record = put.get(id) ?? sides.base.get(id);
    if (!record) continue;
    if (operation.type === 'remove') put.set(id, withoutFields(record));
    if (operation.type === 'move') put.set(id, withoutParentMoved(record, sides.local.get(id)));
    if (operation.type !== 'change') continue;
    const found = sides.remote.get(id);
    put.set(
      id,
      operation.fields.reduce((doubtful, field) => withoutValue(doubtful, field, found), record),
    );
  }
  return [...put.values()];
}

/** The order within a list is not doubtful: it is compared by what moved. */
function withoutParentMoved(base: AnyRecord, local: AnyRecord | undefined): AnyRecord {
  const by = parentField(base.kind);
  return by !== null && local !== undefined && local[by] !== base[by] ? withoutField(base, by) : base;
}

const withoutFields = ({ kind, id, rank }: AnyRecord): AnyRecord => ({ kind, id, rank });

/**
 * The base record without the value. A missing text counts as an empty one: where the remote has none, only a base without the field in any language differs
 * from it.
 */
function withoutValue(base: AnyRecord, field: FieldPath, remote: AnyRecord | undefined): AnyRecord {
  if (base[fieldNameOf(field)] === undefined) return base;
  const bare = withFieldFrom(base, field, withoutFields(base));
  return isSameField(base.kind, field, bare, remote) ? withoutField(base, field) : bare;
}
