/**
 * Lookups of single records, for data that exports do not contain: the customId of a component that was just created, the conditions of a
 * branch, the ids of an element's component attachments.
 */

import { z } from 'zod';
import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Change, ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
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
    added: pairs.map(({ sent, read: { extra: _unread, ...read } }) => ({ ...read, script: sent.script })),
    removedIds: [],
    duplicateIds: [],
    renamedIds: pairs.map(({ sent, read }) => [sent.id, read.id] as const),
  };
}
