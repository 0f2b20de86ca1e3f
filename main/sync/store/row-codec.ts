/**
 * The shapes of the rows that sync stores for one project, which are checked when a row is read, and the moments in them: wall times in rows,
 * monotonic times in memory (WaitClock).
 */
import { z } from 'zod';
import { isJsonObject } from '../../../shared/json.ts';
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';
import type { Change } from '../../../shared/model/change-set.ts';
import { type AnyRecord, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict, MergeConflictReason } from '../plan/merge-conflict.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import type { SentConditions } from '../protocol/lookup-response.ts';
import type { PendingWrite } from '../protocol/pending-write.ts';
import { type DuplicateWatch, duplicateWatchDuration } from '../protocol/recovery.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';

const kindNameSchema = z.custom<KindName>((value) => typeof value === 'string' && isKindName(value));
/** Fields of records are not checked: those of the base are only compared, and the engine checks what is merged. */
const isRecord = (value: unknown): value is AnyRecord =>
  isJsonObject(value) && typeof value.id === 'string' && typeof value.kind === 'string' && isKindName(value.kind);
export const recordSchema = z.custom<AnyRecord>(isRecord);
const changeSchema = z.custom<Change>(
  (value) =>
    isJsonObject(value) &&
    (value.before !== undefined || value.after !== undefined) &&
    [value.before, value.after].every((record) => record === undefined || isRecord(record)),
);

/** A message in a row. Earlier versions stored the English text. */
export const storedMessageSchema: z.ZodType<Message> = z.union([z.string().transform(verbatim), messageSchema]);

/** The state of the remote project on which both sides agree. */
export const checkpointSchema = z.object({
  /** The hash of the remote project. */
  remoteHash: z.string(),
  /** The remote's version after our last acknowledged write; null if none is known. */
  version: z.number().nullable(),
  /**
   * While `version` is null: the lowest version that the remote can have, because each read with changes of others contains at least one
   * write. A response with exactly this version proves that all writes of others were read.
   */
  leastVersion: z.number().nullish(),
  /** The `updatedAt` in the project list before the last read, or after our last write. */
  updatedAt: z.string().nullable(),
  /** The `updatedAt` that the list last showed; the other one may come from the response to a write. */
  listedAt: z.string().nullish(),
  /** Whether the base is the whole remote project as of `updatedAt` and nothing is in conflict, so that a restart need not read it. */
  isComplete: z.boolean().optional(),
  /** The local version at which there was nothing to merge, to resolve or to send. */
  idleVersion: z.number().nullish(),
});
export type SyncCheckpoint = Readonly<z.infer<typeof checkpointSchema>>;

/** (I32) A read that was implausible twice. */
export const disappearanceSchema = z.object({
  /** The `updatedAt` in the list before the read. Nothing is read again before the list shows another one. */
  updatedAt: z.string(),
  /** The records that the merge would have removed locally. */
  ids: z.array(z.string()).readonly(),
  /** null: the user has not decided. `local`: they are created again on the remote. `remote`: they are removed locally. */
  decision: z.enum(['local', 'remote']).nullable(),
});
export type DisappearanceRow = Readonly<z.infer<typeof disappearanceSchema>>;

const operationFields = { kind: kindNameSchema, id: z.string() };
const operationSchema: z.ZodType<SyncOperation> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), ...operationFields }),
  z.object({ type: z.literal('change'), ...operationFields, part: z.string(), fields: z.array(z.string()) }),
  z.object({ type: z.literal('move'), ...operationFields, list: z.string() }),
  z.object({ type: z.literal('remove'), ...operationFields }),
  z.object({ type: z.literal('lookup'), ...operationFields }),
]);
const requestSchema: z.ZodType<SyncRequest> = z.object({
  operation: operationSchema,
  route: z.string(),
  method: z.string(),
  path: z.string(),
  body: z.record(z.string(), z.unknown()).exactOptional(),
  expected: z.array(changeSchema),
  uploadFile: z.string().exactOptional(),
  conditions: z.array(recordSchema).exactOptional(),
  previousSibling: z.object({ list: z.string(), id: z.string().nullable() }).exactOptional(),
});
export const pendingWriteSchema: z.ZodType<PendingWrite> = z.object({
  request: requestSchema,
  attempt: z.number(),
  version: z.number().nullable(),
  leastVersion: z.number().nullish(),
  updatedAt: z.string().nullable(),
  knownIds: z.array(z.string()),
  unconfirmedSince: z.number().nullable(),
});

/** A write that the remote has rejected. It is not sent again as long as it would be the same. */
export const rejectedWriteSchema = z.object({
  recordId: z.string(),
  /** The fingerprint of the request. */
  request: z.string(),
  reason: storedMessageSchema,
  /** For a create, which may have been rejected because it had arrived twice. */
  pendingWrite: pendingWriteSchema.exactOptional(),
  /** The remote state to which the rejection refers (a 409); in another state, the write is tried again. */
  remoteState: z.string().exactOptional(),
});
export type RejectedWrite = Readonly<z.infer<typeof rejectedWriteSchema>>;

/**
 * A write that overwrote another one which had not been read: the version that we had read, and the one that we sent. `number` counts the
 * overwrites of the record from 1. Rows of earlier versions, one for each record, have no number.
 */
export const overwriteReportSchema = z.object({
  recordId: z.string(),
  number: z.number().exactOptional(),
  before: recordSchema,
  sent: recordSchema,
});
export type OverwriteReport = Readonly<z.infer<typeof overwriteReportSchema>>;

export const duplicateWatchSchema: z.ZodType<DuplicateWatch> = z.object({
  id: z.string(),
  created: recordSchema,
  knownIds: z.array(z.string()),
  expiresAt: z.number(),
});
export const sentConditionsSchema: z.ZodType<SentConditions> = z.object({ branchId: z.string(), conditions: z.array(recordSchema) });

const conflictReasons: Readonly<Record<MergeConflictReason, true>> = {
  bothChanged: true,
  deletedRemotely: true,
  deletedLocally: true,
  movedDifferently: true,
  displaced: true,
  lastBoard: true,
  unconfirmedCreate: true,
  duplicateCreate: true,
  disappeared: true,
  renamed: true,
};
/** The order of the members is that of `createMergeConflict`, because stored conflicts are compared with planned ones as JSON. */
export const conflictSchema: z.ZodType<MergeConflict> = z.object({
  id: z.string(),
  recordId: z.string(),
  kind: kindNameSchema,
  field: z.string().nullable(),
  reason: z.custom<MergeConflictReason>((value) => typeof value === 'string' && value in conflictReasons),
  base: z.unknown(),
  local: z.unknown(),
  remote: z.unknown(),
  isPostponed: z.literal(true).exactOptional(),
  dependentIds: z.array(z.string()).exactOptional(),
  isTouched: z.literal(true).exactOptional(),
});
/** As for conflicts, the order of the members matters. */
export const heldTextSchema: z.ZodType<HeldText> = z.object({ recordId: z.string(), kind: kindNameSchema, field: z.string() });

/** When a report was found, in ISO 8601, and whether the user has seen it. */
export const reportStateSchema = z.object({ at: z.string(), seen: z.boolean() });
export type ReportState = Readonly<z.infer<typeof reportStateSchema>>;

/** The moments in rows, by the first part of the row's id. `maxAhead` is how far in the future one can be, in milliseconds. */
const moments: Readonly<Record<string, { readonly path: readonly string[]; readonly maxAhead?: number }>> = {
  'pending-write': { path: ['unconfirmedSince'] },
  'uncertain-create': { path: ['unconfirmedSince'] },
  'resent-create': { path: ['unconfirmedSince'] },
  rejected: { path: ['pendingWrite', 'unconfirmedSince'] },
  'duplicate-watch': { path: ['expiresAt'], maxAhead: duplicateWatchDuration },
  file: { path: ['upload', 'at'] },
  upload: { path: ['at'] },
};

/** The value as a row contains it. `id` is that of the row within the project. */
export function toRow(id: string, value: unknown, clock: WaitClock): unknown {
  const moment = momentOf(id);
  return moment ? withNumberAt(value, moment.path, (time) => clock.toStoredTime(time)) : value;
}

/** The value of a row as it is used in memory, before its shape is checked. */
export function fromRow(id: string, row: unknown, clock: WaitClock): unknown {
  const moment = momentOf(id);
  return moment ? withNumberAt(row, moment.path, (time) => clock.fromStoredTime(time, moment.maxAhead)) : row;
}

const momentOf = (id: string) => moments[id.split('/', 1)[0] ?? ''];

/** The value with a number at this path replaced, if there is one. */
function withNumberAt(value: unknown, [field, ...rest]: readonly string[], replace: (number: number) => number): unknown {
  if (field === undefined) return typeof value === 'number' ? replace(value) : value;
  if (!isJsonObject(value) || value[field] === undefined) return value;
  return { ...value, [field]: withNumberAt(value[field], rest, replace) };
}
