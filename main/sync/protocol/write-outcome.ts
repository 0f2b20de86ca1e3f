/** The outcome of a request, and what it means for a write. Pure. */

import { z } from 'zod';
import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import type { SyncRequest } from './sync-request.ts';

/** The outcome of a request on the network. `noResponse`: the remote may have received it. */
export type SendResult =
  | { readonly type: 'notSent' }
  | { readonly type: 'noResponse' }
  | { readonly type: 'response'; readonly status: number; readonly json: unknown; readonly retryAfter?: number | undefined };

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
  /** All projects of the workspace wait. A later read shows whether the write was applied nevertheless. */
  | { readonly type: 'rateLimited'; readonly retryAfter: number | undefined }
  /** The remote does not have the record. */
  | { readonly type: 'missing' }
  /** The remote rejects the key, so nothing is sent until the user has replaced it. */
  | { readonly type: 'unauthorized'; readonly status: number }
  /** The write was not applied, and would be rejected again. `reason` is the remote's explanation. */
  | { readonly type: 'rejected'; readonly status: number; readonly reason: Message }
  /** It is unknown whether the write was applied. */
  | { readonly type: 'unconfirmed' };

const responseEnvelopeSchema = z.looseObject({
  version: z.int(),
  newVersion: z.int(),
  versionTime: z.tuple([z.string().regex(/^\d{1,12}$/), z.string().regex(/^0?\.\d{1,6}$/)]).nullish(),
  id: z.string().min(1).optional(),
});
const problemSchema = z.looseObject({ title: z.string().optional(), detail: z.string().nullish(), errors: z.unknown().optional() });

const outcomeWithoutVersion: WriteOutcome = { type: 'done', version: null, newVersion: null, updatedAt: null, id: null };
const toMicroseconds = ([seconds, fraction]: readonly [string, string]): number =>
  Number(seconds) * 1e6 + Math.round(Number(fraction) * 1e6);

export function toWriteOutcome(request: SyncRequest, result: SendResult): WriteOutcome {
  if (result.type === 'notSent') return result;
  if (result.type === 'noResponse' || result.status >= 500 || result.status === 408) return { type: 'unconfirmed' };
  const { status, json } = result;
  if (status === 429) return { type: 'rateLimited', retryAfter: result.retryAfter };
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { type: 'unauthorized', status };
  if (status === 404 && request.operation.type === 'remove') return outcomeWithoutVersion;
  if (status === 404) return { type: 'missing' };
  if (status >= 300) return { type: 'rejected', status, reason: rejectionReason(json) };
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
