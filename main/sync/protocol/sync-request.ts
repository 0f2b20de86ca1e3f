/** A request of sync: its expected effect, the row that is stored before it is sent, its outcome, and what that means for a write. Pure. */

import { z } from 'zod';
import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, isSameField } from '../plan/field-paths.ts';
import type { SyncOperation } from '../plan/plan-sync.ts';

export interface SyncRequest {
  readonly operation: SyncOperation;
  readonly route: string;
  readonly method: string;
  /** The path below /api/v1. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The local file that is uploaded with the request; the body then becomes the fields of a form (G1). */
  readonly uploadFile?: string;
  /** The expected changes of the remote project, in which a created record still has its local id. */
  readonly expected: ChangeSet;
  /** For the create of a branch: the conditions created together with it, in their order, under their local ids. */
  readonly conditions?: readonly AnyRecord[];
  /** For a move: the list, and the previous sibling after the move; null for the first position. */
  readonly previousSibling?: { readonly list: string; readonly id: string | null };
}

/** The request of an operation, or the reason why there is none. */
export type PreparedRequest =
  | { readonly type: 'ready'; readonly request: SyncRequest }
  /** The operation needs something that the remote does not have yet. */
  | { readonly type: 'waiting' }
  /** There is nothing left to do. */
  | { readonly type: 'unneeded' }
  /** The remote would reject the request. `reason` is a message for the user. */
  | { readonly type: 'rejected'; readonly reason: Message };

/** How the file of a local asset is sent to the remote. */
export type RemoteFileState =
  /** It is uploaded under this name, to which the asset will refer. */
  | { readonly type: 'stored'; readonly fileName: string }
  /** It is uploaded with the request that creates the asset (G1); `file` is its local name. */
  | { readonly type: 'inRequest'; readonly file: string }
  /** It is being uploaded, and the asset waits for it. */
  | { readonly type: 'pending' }
  | { readonly type: 'none' };

/** The state of asset files, as far as requests need it. Files are not merged with the records; they are uploaded separately. */
export interface RemoteFiles {
  /** The state for an asset that does not exist on the remote; other records have none. */
  stateOf(asset: Pick<AnyRecord, 'id'>): RemoteFileState;
  /** The names of uploaded files that replace those of remote assets, by asset id. */
  readonly replacements: ReadonlyMap<string, string>;
}

/** The row of one write, stored before the request is sent, so that the program can recover after a crash. */
export interface PendingWrite {
  readonly request: SyncRequest;
  readonly attempt: number;
  /** The remote's version after our last acknowledged write; null if none is known. */
  readonly version: number | null;
  /** See SyncCheckpoint. */
  readonly leastVersion?: number | null | undefined;
  /** The `updatedAt` of our last acknowledged state in the project list; null if it is unknown. */
  readonly updatedAt: string | null;
  /** For a create: the ids that the list of its parent had on the remote before, so that the created one can be recognised there. */
  readonly knownIds: readonly string[];
  /** Since when the outcome has been unknown, on the monotonic clock; null while the response may still arrive. */
  readonly unconfirmedSince: number | null;
  /** Whether the response was that of a rate limit: what it belongs to was processed or not, but cannot arrive later. */
  readonly isAnswered?: true | undefined;
  /** (I36) Whether the record was read directly before, because the project could not be read. */
  readonly isRecordRead?: true | undefined;
  /** (I36) Whether others had written what was not read, so that the response does not show the state of the project. */
  readonly isBehind?: true | undefined;
}

/** Creates the row for the first attempt of a request, before it is sent. */
export function createPendingWrite(
  request: SyncRequest,
  remote: Project,
  { version, leastVersion = null, updatedAt }: Pick<PendingWrite, 'version' | 'leastVersion' | 'updatedAt'>,
): PendingWrite {
  const created = request.operation.type === 'create' ? createdRecord(request) : undefined;
  const knownIds = created ? siblingIds(created, remote) : [];
  return { request, attempt: 1, version, leastVersion, updatedAt, knownIds, unconfirmedSince: null };
}

export const createdRecord = ({ operation: { id }, expected }: SyncRequest): AnyRecord | undefined =>
  expected.find(({ after }) => after?.id === id)?.after;

/** The ids in the list of the record's parent. */
export function siblingIds(record: AnyRecord, project: Project): readonly string[] {
  const order = getKind(record.kind).orders[0];
  return order ? project.childIds(parentIdOf(record, order.parentField), order.list) : [];
}

/**
 * The number of versions by other clients before this write: 0 proves that nobody has written what we have not read; 1 or more prove
 * nothing. null if it is unknown.
 */
export function versionGap({ version: known, leastVersion = null }: PendingWrite, version: number | null): number | null {
  if (version === null) return null;
  if (known !== null) return version - known;
  return version === leastVersion ? 0 : null;
}

/** The outcome of a request on the network. `noResponse`: the remote may have received it. */
export type SendResult =
  | { readonly type: 'notSent' }
  /** On this computer, before the request was complete: the remote cannot have applied it. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'noResponse' }
  | {
      readonly type: 'response';
      readonly status: number;
      readonly json: unknown;
      readonly retryAfter?: number | undefined;
      /** (I44) The response is not the service's own, but that of a firewall or a proxy. */
      readonly isForeign?: true;
    };

export type WriteOutcome =
  | {
      readonly type: 'done';
      readonly version: number | null;
      readonly newVersion: number | null;
      /** The versionTime in the form of `updatedAt` in the project list. */
      readonly updatedAt: string | null;
      readonly id: string | null;
    }
  /** No byte was sent, so the request can be sent again. */
  | { readonly type: 'notSent' }
  /** It was cancelled on this computer before it was complete; the next plan decides whether it is sent again. */
  | { readonly type: 'cancelled' }
  /** [Errors 7] Not applied, and all projects of the workspace wait. The first read after it shows whether the write was applied nevertheless. */
  | { readonly type: 'rateLimited'; readonly retryAfter: number | undefined }
  /** The remote does not have the record. */
  | { readonly type: 'missing' }
  /** The remote rejects the key, so nothing is sent until the user has replaced it. */
  | { readonly type: 'unauthorized'; readonly status: number }
  /** (I44) Something between this computer and the remote refuses the request: a firewall or a proxy, whose response is not the service's. */
  | { readonly type: 'intercepted'; readonly status: number }
  /** The write was not applied, and would be rejected again. `reason` is the remote's explanation. */
  | { readonly type: 'rejected'; readonly status: number; readonly reason: Message }
  /** It is unknown whether the write was applied. */
  | { readonly type: 'unconfirmed' };

const responseEnvelopeSchema = z.looseObject({
  version: z.int(),
  newVersion: z.int(),
  // (I19) A time in another form proves nothing, but the versions do: the write was applied.
  versionTime: z
    .tuple([z.string().regex(/^\d{1,12}$/), z.string().regex(/^0?\.\d{1,6}$/)])
    .nullish()
    .catch(null),
  id: z.string().min(1).optional(),
});
const problemSchema = z.looseObject({ title: z.string().optional(), detail: z.string().nullish(), errors: z.unknown().optional() });

const outcomeWithoutVersion: WriteOutcome = { type: 'done', version: null, newVersion: null, updatedAt: null, id: null };
const toMicroseconds = ([seconds, fraction]: readonly [string, string]): number =>
  Number(seconds) * 1e6 + Math.round(Number(fraction) * 1e6);

export function toWriteOutcome(request: SyncRequest, result: SendResult): WriteOutcome {
  if (result.type === 'notSent' || result.type === 'cancelled') return result;
  if (result.type === 'noResponse' || result.status >= 500 || result.status === 408) return { type: 'unconfirmed' };
  const { status, json, isForeign } = result;
  if (status === 429) return { type: 'rateLimited', retryAfter: result.retryAfter };
  if ((status === 401 || status === 403) && isForeign) return { type: 'intercepted', status };
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { type: 'unauthorized', status };
  // (I44) Only the service knows that the record is gone.
  if (status === 404 && request.operation.type === 'remove') return isForeign ? { type: 'unconfirmed' } : outcomeWithoutVersion;
  if (status === 404) return { type: 'missing' };
  if (status >= 300) return { type: 'rejected', status, reason: isForeign ? interceptionReason(status) : rejectionReason(json) };
  const read = safeParseJson(responseEnvelopeSchema, json);
  if (read.success && (request.operation.type !== 'create' || read.data.id !== undefined))
    return {
      type: 'done',
      version: read.data.version,
      newVersion: read.data.newVersion,
      updatedAt: read.data.versionTime ? formatIsoTime(toMicroseconds(read.data.versionTime)) : null,
      id: read.data.id ?? null,
    };
  return routesWithoutEnvelope.includes(request.route) && typeof json === 'object' && json !== null
    ? outcomeWithoutVersion
    : { type: 'unconfirmed' };
}

export const interceptionReason = (status: number): Message => message('sync.rejection.intercepted', { status });

/** [Projects, Custom stylesheet] these routes respond with a message or the stylesheet instead of the versions. */
const routesWithoutEnvelope: readonly string[] = ['renameProject', 'setCss'];

function rejectionReason(json: unknown): Message {
  const { title, detail, errors } = safeParseJson(problemSchema, json).data ?? {};
  const summary = detail ?? title ?? '';
  const faults = typeof errors === 'object' && errors !== null ? Object.entries(errors) : [];
  // Some remotes repeat the only fault as the summary.
  const others = faults.filter(([, fault]) => !summary.includes(String(fault))).map(([field, fault]) => `${field}: ${fault}`);
  const explanation = [summary, ...others].filter((text) => text !== '');
  return explanation.length > 0 ? verbatim(explanation.join(' ')) : message('sync.rejection.noReason');
}

/** (I39) The fields that writes of a remote are known to set, because a read has shown it. */
export interface VerifiedFields {
  has(field: string): boolean;
  add(fields: readonly string[]): void;
}

/**
 * (I39) The fields that a write sets, each with its kind and the sort of request, because a remote may apply one and not another. Moves and
 * removals set none: the next read of the project shows them.
 */
export function writtenFields({ operation }: SyncRequest): string[] {
  if (operation.type === 'create') return [`create ${operation.kind}`];
  if (operation.type !== 'change') return [];
  return [...new Set(operation.fields.map((path) => `change ${operation.kind}.${fieldNameOf(path)}`))];
}

/** (I39) Those of the fields that a read shows to be set: the values are not those before the write. A remote may store texts in another form. */
export function appliedFields(fields: readonly string[], before: AnyRecord | undefined, sent: AnyRecord, found: AnyRecord): string[] {
  const isIgnored = (path: FieldPath) => !isSameField(sent.kind, path, before, sent) && isSameField(sent.kind, path, before, found);
  const ignored = new Set([...fieldPathsOf(sent, found)].filter(isIgnored).map((path) => `change ${sent.kind}.${fieldNameOf(path)}`));
  return fields.filter((field) => !ignored.has(field));
}
