/**
 * One write on its way: what an answer, or the lack of one, means, and what to do when nobody knows whether it was done. Pure. The row of
 * a write is on the disk before its first byte leaves, so that a killed program finds here what it was doing (docs/mirror.md has the drawing).
 */
import { z } from 'zod';
import { formatIsoTime } from '../../../shared/environment.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldPathsOf, isSameField, isSendable, parentField } from '../plan/field-paths.ts';
import { isFileReplacement } from './asset-file-requests.ts';
import type { SyncRequest } from './sync-request.ts';

export interface PendingWrite {
  readonly sending: SyncRequest;
  readonly attempt: number;
  /** The remote's version after our last acknowledged write; null where none is known. */
  readonly version: number | null;
  /** What the project list showed for our last acknowledged state; null where that is not known. */
  readonly updatedAt: string | null;
  /** The ids in the list that a create adds to, as they were before. */
  readonly known: readonly string[];
  /** Milliseconds; since then nobody knows. null while the answer may still come. */
  readonly unknownSince: number | null;
}

/** What came of a request on the wire. `lost`: it may have arrived. */
export type SendResult =
  | { readonly is: 'not sent' }
  | { readonly is: 'lost' }
  | { readonly is: 'answer'; readonly status: number; readonly json: unknown; readonly retryAfter?: number | undefined };

export type WriteOutcome =
  | {
      readonly is: 'done';
      readonly version: number | null;
      readonly newVersion: number | null;
      /** The versionTime as the project list would show it. */
      readonly updatedAt: string | null;
      readonly id: string | null;
    }
  /** It never left: again. */
  | { readonly is: 'not sent' }
  /** The quota: everybody waits; afterwards a look tells whether it was done all the same. */
  | { readonly is: 'limited'; readonly retryAfter: number | undefined }
  /** What it is about is no longer there. */
  | { readonly is: 'gone' }
  /** The key does not let us in: nothing is sent until that is mended. */
  | { readonly is: 'shut out'; readonly status: number }
  /** Not done, and would not be the next time: kept and shown. */
  | { readonly is: 'refused'; readonly status: number; readonly reason: string }
  | { readonly is: 'unknown' };

const responseEnvelopeSchema = z.looseObject({
  version: z.int(),
  newVersion: z.int(),
  versionTime: z.tuple([z.string().regex(/^\d{1,12}$/), z.string().regex(/^0?\.\d{1,6}$/)]).nullish(),
  id: z.string().min(1).optional(),
});
const problemSchema = z.looseObject({ title: z.string().optional(), detail: z.string().nullish(), errors: z.unknown().optional() });

const outcomeWithoutVersion: WriteOutcome = { is: 'done', version: null, newVersion: null, updatedAt: null, id: null };
const toMicroseconds = ([seconds, fraction]: readonly [string, string]): number =>
  Number(seconds) * 1e6 + Math.round(Number(fraction) * 1e6);

export function toWriteOutcome(sending: SyncRequest, came: SendResult): WriteOutcome {
  if (came.is === 'not sent') return came;
  if (came.is === 'lost' || came.status >= 500 || came.status === 408) return { is: 'unknown' };
  const { status, json } = came;
  if (status === 429) return { is: 'limited', retryAfter: came.retryAfter };
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { is: 'shut out', status };
  if (status === 404 && sending.op.do === 'remove') return outcomeWithoutVersion;
  if (status === 404) return { is: 'gone' };
  if (status >= 300) return { is: 'refused', status, reason: problemMessage(json) };
  const read = responseEnvelopeSchema.safeParse(json);
  if (read.success && (sending.op.do !== 'create' || read.data.id !== undefined))
    return {
      is: 'done',
      version: read.data.version,
      newVersion: read.data.newVersion,
      updatedAt: read.data.versionTime ? formatIsoTime(toMicroseconds(read.data.versionTime)) : null,
      id: read.data.id ?? null,
    };
  return routesWithoutEnvelope.includes(sending.route) && typeof json === 'object' && json !== null
    ? outcomeWithoutVersion
    : { is: 'unknown' };
}

/** [Projects, Custom stylesheet] what answers with a message or the stylesheet instead of the versions. */
const routesWithoutEnvelope: readonly string[] = ['renameProject', 'setCss'];

function problemMessage(json: unknown): string {
  const read = problemSchema.safeParse(json);
  if (!read.success) return 'The workspace did not say why.';
  const { title, detail, errors } = read.data;
  const fields = typeof errors === 'object' && errors !== null ? Object.entries(errors).map(([field, says]) => `${field}: ${says}`) : [];
  return [detail ?? title ?? 'The workspace did not say why.', ...fields].join(' ');
}

/** 0 proves that nobody else wrote between our last acknowledged write and this one; 1 and more prove nothing. null: not known. */
export const versionGap = (row: PendingWrite, version: number | null): number | null =>
  version === null || row.version === null ? null : version - row.version;

export interface WriteEvidence {
  /** Theirs, read after `unknownSince`; missing as long as nobody has looked. */
  readonly theirs?: Project;
  /** What the project list shows now, asked after the settle time. */
  readonly updatedAt?: string;
}

export type RecoveryAction =
  | { readonly do: 'read' }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'acknowledge'; readonly id: string | null }
  | { readonly do: 'send again' }
  /** The trees say what is to be done now. */
  | { readonly do: 'plan again' }
  /** It may still come: was this added? */
  | { readonly do: 'ask' };

/**
 * What to do about a write of which nobody knows. What is found counts at once; that nothing is found counts only when the settle time is over,
 * because a request that was lost may still be on its way, and a create is sent again only when it is proven that nobody wrote.
 */
export function planRecovery(row: PendingWrite, { theirs, updatedAt }: WriteEvidence, now: number, settle: number): RecoveryAction {
  const { op, expected } = row.sending;
  // Whether it has come is seen in no list: the asset is looked at before anything is done again.
  if (isFileReplacement(op)) return { do: 'plan again' };
  if (!theirs) return { do: 'read' };
  const settled = (row.unknownSince ?? now) + settle;
  const isSilent = now >= settled && updatedAt !== undefined && updatedAt === row.updatedAt;
  if (op.do === 'remove') return theirs.has(op.id) ? { do: 'send again' } : { do: 'acknowledge', id: null };
  if (op.do === 'create') {
    const made = expected.find(({ after }) => after?.id === op.id)?.after;
    // Of several, the first is ours; the others are asked about as its twins.
    const [found] = made ? findMatchingIds(made, theirs, new Set(row.known)) : [];
    if (found !== undefined) return { do: 'acknowledge', id: found };
    if (now < settled) return { do: 'wait', until: settled };
    return isSilent ? { do: 'send again' } : { do: 'ask' };
  }
  const [change] = expected;
  const t = theirs.get(op.id);
  if (!change?.after || !t) return { do: 'plan again' };
  if (isAppliedAsSent(row.sending, t, theirs)) return { do: 'acknowledge', id: null };
  if (now < settled) return { do: 'wait', until: settled };
  return isSilent ? { do: 'send again' } : { do: 'plan again' };
}

/** New ids in the list it was added to that say the same, field by field, as one of `alike`. */
export function findMatchingIds(
  made: AnyRecord,
  theirs: Project,
  known: ReadonlySet<string>,
  alike: readonly AnyRecord[] = [made],
): string[] {
  const order = getKind(made.kind).orders[0];
  if (!order) return [];
  return theirs.childIds(parentIdOf(made, order.parentField), order.list).filter((id) => {
    const t = theirs.get(id);
    return t?.kind === made.kind && !known.has(id) && matchesSentContent(made, alike, t);
  });
}

function matchesSentContent(made: AnyRecord, alike: readonly AnyRecord[], t: AnyRecord): boolean {
  for (const cell of fieldPathsOf(made, t))
    if (isSendable(made.kind, cell) && !alike.some((one) => isSameField(made.kind, cell, one, t))) return false;
  return made.type === t.type && made.role === t.role && made.componentId === t.componentId;
}

function isAppliedAsSent({ expected, behind }: SyncRequest, t: AnyRecord, theirs: Project): boolean {
  const [change] = expected;
  if (!change?.after) return false;
  const { before, after } = change;
  for (const cell of fieldPathsOf(before, after))
    if (!isSameField(after.kind, cell, before, after) && !isSameField(after.kind, cell, after, t)) return false;
  const by = parentField(after.kind);
  if (by !== null && after[by] !== t[by]) return false;
  if (!behind) return true;
  const order = getKind(after.kind).orders.find(({ list }) => list === behind.list);
  const there = theirs.childIds(order ? parentIdOf(t, order.parentField) : null, behind.list);
  return (there[there.indexOf(t.id) - 1] ?? null) === behind.id;
}

/** For a day every read looks for what a lost create left behind. */
export interface DuplicateWatch {
  readonly id: string;
  readonly made: AnyRecord;
  readonly known: readonly string[];
  readonly until: number;
}
export const duplicateWatchDuration = 24 * 3_600_000;

/** Things like ours that nobody of us made, as long as it is watched for. */
export function findDuplicateIds(
  watches: readonly DuplicateWatch[],
  theirs: Project,
  now: number,
): { readonly id: string; readonly duplicates: string[] }[] {
  return watches
    .filter(({ until }) => now < until)
    .map(({ id, made, known }) => {
      const others = new Set([...known, id]);
      // What the remote made of our text counts as ours, and so does what we sent and have changed since.
      const alike = [made, theirs.get(id) ?? made];
      return { id, duplicates: [...new Set(alike.flatMap((one) => findMatchingIds(one, theirs, others, alike)))] };
    })
    .filter(({ duplicates }) => duplicates.length > 0);
}
