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
import { createProvisionalId, isProvisionalId } from '../plan/provisional-ids.ts';
import { assignRanks } from '../plan/sibling-order.ts';
import type { SyncOperation } from '../plan/sync-operation.ts';
import { RemoteUnavailableError } from './remote-api.ts';
import { retryTime } from './retry-time.ts';
import type { SendResult } from './write-outcome.ts';

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
