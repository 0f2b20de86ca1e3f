/**
 * Lookups of single records: for data that exports do not contain (the customId of a component that was just created, the conditions of a
 * branch, the ids of an element's component attachments), and where the project cannot be read at the moment (I36).
 */

import { z } from 'zod';
import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Change, ChangeSet } from '../../../shared/model/change-set.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { getFieldSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { fieldPathsOf, parentField, referencedIdsAt, withKnownValues, withoutUnknownFields } from '../plan/field-paths.ts';
import type { SyncTrees } from '../plan/merge-trees.ts';
import { createProvisionalId, hasUnreadConditions, isProvisionalId, type SyncOperation } from '../plan/plan-sync.ts';
import { assignRanks } from '../plan/sibling-order.ts';
import { RemoteUnavailableError, retryTime } from './remote-api.ts';
import type { SendResult } from './sync-request.ts';

const componentSchema = z.looseObject({ customId: z.string().nullable() });
const conditionSchema = z.looseObject({ id: z.string(), script: z.string().nullable() });
const elementSchema = z.looseObject({ components: z.array(z.looseObject({ id: z.string().min(1), component: z.string() })).nullish() });
const branchSchema = z.looseObject({
  conditions: z.looseObject({
    ifCondition: conditionSchema.nullish(),
    elseIfConditions: z.array(conditionSchema).nullish(),
    elseCondition: conditionSchema.nullish(),
  }),
});

/** The error of a lookup without a usable response, which is repeated. */
export function lookupError(result: SendResult, now: number): RemoteUnavailableError | undefined {
  if (result.type !== 'response') return new RemoteUnavailableError(message('remote.unavailable.noResponse'));
  const { status, json, retryAfter } = result;
  if (status === 200 && json === null) return new RemoteUnavailableError(message('remote.unavailable.notJson'));
  if (status === 429)
    return new RemoteUnavailableError(message('remote.unavailable.limit'), { retryAt: retryTime(now, retryAfter), status });
  return status === 401 || status === 403 || status >= 500
    ? new RemoteUnavailableError(message('remote.unavailable.status', { status }), { status })
    : undefined;
}

/** The changes of the remote project; empty if the response contains nothing new. */
export function lookupChanges(op: SyncOperation, json: unknown, remote: Project): ChangeSet {
  const before = remote.get(op.id);
  if (!before) return [];
  if (op.kind === 'component') {
    const read = safeParseJson(componentSchema, json);
    return read.success && read.data.customId !== null ? [{ before, after: { ...before, customId: read.data.customId } }] : [];
  }
  if (op.kind === 'element') return attachmentChanges(op.id, json, remote);
  const read = safeParseJson(branchSchema, json);
  if (op.kind !== 'branch' || !read.success) return [];
  const { ifCondition, elseIfConditions, elseCondition } = read.data.conditions;
  const all = [
    ...(ifCondition ? [['if', ifCondition] as const] : []),
    ...(elseIfConditions ?? []).map((each) => ['elseIf', each] as const),
    ...(elseCondition ? [['else', elseCondition] as const] : []),
  ];
  const ranks = assignRanks(
    all.map(([, { id }]) => id),
    (id) => remote.get(id)?.rank,
  );
  return all.flatMap(([role, { id, script }]): Change[] =>
    remote.has(id) ? [] : [{ after: { kind: 'condition', id, rank: ranks.get(id) ?? '', branchId: op.id, role, script } }],
  );
}

/** Replaces provisional ids. Several attachments of the same component are matched in their order. */
function attachmentChanges(elementId: string, json: unknown, remote: Project): ChangeSet {
  const read = safeParseJson(elementSchema, json);
  const attachments = read.success ? (read.data.components ?? []) : [];
  const unknown = remote
    .children('componentAttachment', elementId, 'components')
    .filter(({ id }) => isProvisionalId(id))
    .map((record): AnyRecord => ({ ...record }));
  return attachments.flatMap(({ id, component }): Change[] => {
    if (remote.has(id)) return [];
    const at = unknown.findIndex(({ componentId }) => componentId === component);
    const [before] = at < 0 ? [] : unknown.splice(at, 1);
    return before ? [{ before }, { after: { ...before, id } }] : [];
  });
}

/**
 * (I36) The record as a read of itself shows it: the fields that requests can set, in the form of `known`, its last known state. The known
 * object itself if nothing has changed. Undefined if only a read of the whole project can show it: the record is gone or somewhere else,
 * or a value refers to what `remote` does not contain.
 */
export function recordFromReply(known: AnyRecord, json: unknown, remote: Project): AnyRecord | undefined {
  const reply = replyAbout(known, json);
  if (reply?.id !== known.id) return undefined;
  const parent = parentField(known.kind);
  if (parent !== null && typeof reply[parent] === 'string' && reply[parent] !== known[parent]) return undefined;
  let read = known;
  for (const field of Object.keys(getKind(known.kind).fields)) {
    if (getKind(known.kind).facets[field]?.sync !== 'sent') continue;
    const value = replyValue(known, field, reply, remote);
    if (value === 'unknown') return undefined;
    if (value !== 'notShown') read = { ...read, [field]: value.value };
  }
  const record = withKnownValues(read, known);
  if (record === known) return known;
  const isComplete = [...fieldPathsOf(record)].every((path) => referencedIdsAt(record, path).every((id) => remote.has(id)));
  return isComplete ? record : undefined;
}

/** A reply about a branch contains its conditions. */
function replyAbout({ kind, id }: AnyRecord, json: unknown): JsonObject | undefined {
  if (kind !== 'condition') return isJsonObject(json) ? json : undefined;
  const read = safeParseJson(branchSchema, json);
  if (!read.success) return undefined;
  const { ifCondition, elseIfConditions, elseCondition } = read.data.conditions;
  return [ifCondition, ...(elseIfConditions ?? []), elseCondition].find((each) => each?.id === id) ?? undefined;
}

/** `notShown`: the reply does not contain the field. `unknown`: it contains a value that cannot be understood on its own. */
function replyValue(
  known: AnyRecord,
  field: string,
  reply: JsonObject,
  remote: Project,
): { readonly value: unknown } | 'notShown' | 'unknown' {
  const { texts, facets, fields } = getKind(known.kind);
  const shown = field === 'cover' && isJsonObject(reply.assets) ? reply.assets.cover : reply[field];
  const value = shown === undefined && facets[field]?.api.isOmittedWhenNull ? null : shown;
  if (value === undefined) return 'notShown';
  if (!texts[field]?.localized) return getFieldSchema(known.kind, field)?.safeParse(value).success ? { value } : 'unknown';
  const replied = fields[field] && isJsonObject(value) ? localizedReply(known, field, value, remote) : undefined;
  return replied ? { value: replied } : 'unknown';
}

/** Languages without a text are left out, as in stored records. Undefined if the languages are not those of the project. */
function localizedReply(known: AnyRecord, field: string, reply: JsonObject, remote: Project): LocalizedText | undefined {
  const before = localizedTextOf(known, field);
  const isos = remote.projectRecord.locales.map(({ iso }) => iso);
  if (Object.keys(before).some((iso) => !(iso in reply)) || Object.keys(reply).some((iso) => !isos.includes(iso))) return undefined;
  const texts = Object.entries(reply).flatMap(([iso, cell]) => {
    const text = isJsonObject(cell) && typeof cell.text === 'string' ? cell.text : null;
    return (text ?? '') === '' && before[iso] === undefined ? [] : [[iso, { ...before[iso], text }] as const];
  });
  return Object.fromEntries(texts);
}

export interface IdAdoption {
  /** Base records to add and to remove. */
  readonly added: readonly AnyRecord[];
  readonly removedIds: readonly string[];
  /** The local records that get another id. */
  readonly renamedIds: readonly (readonly [from: string, to: string])[];
  /** The local records that also exist locally under their remote id. */
  readonly duplicateIds: readonly string[];
}

export const noIdAdoption: IdAdoption = { added: [], removedIds: [], renamedIds: [], duplicateIds: [] };

/** Applies a lookup locally: attachments get their remote ids. */
export function adoptAttachmentIds(changes: ChangeSet, base: Project, local: Project): IdAdoption {
  const from = changes.flatMap(({ before }) => before ?? []);
  const to = changes.flatMap(({ after }) => after ?? []);
  const pairs = from.map(({ id }, at): [string, string] => [id, to[at]?.id ?? id]);
  const added = pairs.flatMap(([old, id]): AnyRecord[] => {
    const row = base.get(old);
    return row ? [{ ...row, id }] : [];
  });
  const here = pairs.filter(([old]) => local.has(old));
  return {
    added,
    removedIds: pairs.map(([old]) => old),
    renamedIds: here.filter(([, id]) => !local.has(id)),
    duplicateIds: here.flatMap(([old, id]) => (local.has(id) ? [old] : [])),
  };
}

/** The remote does not accept the attachment's id, although its export contains the attachment. The next lookup determines its new id. */
export function revertToProvisionalId({ kind, id }: SyncOperation, base: Project, local: Project): IdAdoption {
  const row = kind === 'componentAttachment' ? base.get(id) : undefined;
  if (!row || isProvisionalId(id)) return noIdAdoption;
  const to = createProvisionalId(String(row.elementId), String(row.componentId), (each) => base.has(each) || local.has(each));
  return { ...noIdAdoption, added: [{ ...row, id: to }], removedIds: [id], renamedIds: local.has(id) ? [[id, to]] : [] };
}

/** The conditions that were created together with a branch, under their local ids. */
export interface SentConditions {
  /** The id of the branch on the remote. */
  readonly branchId: string;
  readonly conditions: readonly AnyRecord[];
}

export interface CreatedConditions {
  readonly branchId: string;
  readonly adoption: IdAdoption;
}

/**
 * Conditions that were created together with a branch get the ids that the remote has assigned. The response to the create contains only
 * the id of the branch, so the next read pairs them: with a condition of the same role and script, or else with the next one of the same
 * role.
 *
 * Returns the first branch whose conditions have been read since it was created, or that does not exist on the remote any more.
 */
export function findCreatedConditions(
  sentConditions: readonly SentConditions[],
  { base, local, remote }: SyncTrees,
): CreatedConditions | undefined {
  for (const sent of sentConditions) {
    const { branchId } = sent;
    if (!remote.has(branchId)) return { branchId, adoption: noIdAdoption };
    if (!hasUnreadConditions(branchId, remote)) return { branchId, adoption: adoptConditionIds(sent, { base, local, remote }) };
  }
  return undefined;
}

/**
 * The sent conditions count as agreed, so that later changes of either side, and what the remote has added (I19), are recognised as such.
 */
function adoptConditionIds({ branchId, conditions }: SentConditions, { base, local, remote }: SyncTrees): IdAdoption {
  const unpaired = remote.children('condition', branchId, 'conditions').filter(({ id }) => !base.has(id) && !local.has(id));
  const pairs: { readonly sent: AnyRecord; readonly read: AnyRecord }[] = [];
  const pairWhere = (isPair: (sent: AnyRecord, read: AnyRecord) => boolean): void => {
    for (const sent of conditions) {
      if (pairs.some((pair) => pair.sent === sent)) continue;
      const at = unpaired.findIndex((read) => read.role === sent.role && isPair(sent, { ...read }));
      const [read] = at < 0 ? [] : unpaired.splice(at, 1);
      if (read) pairs.push({ sent, read: { ...read } });
    }
  };
  pairWhere((sent, read) => sent.script === read.script);
  pairWhere(() => true);
  return {
    added: pairs.map(({ sent, read }) => ({ ...withoutUnknownFields(read), script: sent.script })),
    removedIds: [],
    duplicateIds: [],
    renamedIds: pairs.map(({ sent, read }) => [sent.id, read.id] as const),
  };
}
