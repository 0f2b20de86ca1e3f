/**
 * Builds the request of an operation: route, path, body, and the expected state of the remote after it. A request only contains ids that
 * exist on the remote: operations that refer to a record that has not been created there wait.
 */

import { message } from '../../../shared/messages/message.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldNameOf, fieldPathsOf, isSameField, isSendable, parentField, referencedIdsAt, withFieldFrom } from '../plan/field-paths.ts';
import { heldTextAt } from '../plan/held-texts.ts';
import { requiredIds } from '../plan/merge-removals.ts';
import { hasUnreadConditions, misplacedIds } from '../plan/plan-operations.ts';
import { isProvisionalId } from '../plan/provisional-ids.ts';
import { removalChanges } from '../plan/removal-effects.ts';
import { changesByRenaming } from '../plan/rename-effects.ts';
import { requestPartOf, type SyncOperation } from '../plan/sync-operation.ts';
import { attachFile, buildFileReplacement, isFileReplacement } from './asset-file-requests.ts';
import type { RemoteFiles } from './remote-files.ts';
import { remoteIndexFor, withOutputRank, withRemoteRanks } from './remote-order.ts';
import { branchConditionsBody, componentNames, fieldBody, mergeBodies, type RequestBody } from './request-bodies.ts';
import {
  changeRouteName,
  createRouteName,
  lookupRouteName,
  moveRouteName,
  removeRouteName,
  routeParams,
  routeTakesIndex,
  toPreparedRequest,
} from './request-route.ts';
import type { PreparedRequest } from './sync-request.ts';

export function buildRequest(op: SyncOperation, hash: string, local: Project, remote: Project, files?: RemoteFiles): PreparedRequest {
  const localRecord = local.get(op.id);
  const remoteRecord = remote.get(op.id);
  // A lookup must determine the id first. A record that the remote does not have is created like any other, whatever its local id is (I26).
  if (isProvisionalId(op.id) && remoteRecord) return waitingRequest;
  if (op.type === 'remove') return remoteRecord && !localRecord ? buildRemoval(op, remoteRecord, hash, remote) : unneededRequest;
  if (op.type === 'lookup')
    return remoteRecord
      ? toPreparedRequest(op, hash, lookupRouteName(op.kind), routeParams(remoteRecord, remote), undefined, [])
      : unneededRequest;
  if (!localRecord) return unneededRequest;
  if (op.type === 'create')
    return remoteRecord
      ? unneededRequest
      : attachFile(buildCreate(op, localRecord, hash, local, remote), files?.stateOf(localRecord) ?? { type: 'none' });
  if (!remoteRecord) return unneededRequest;
  if (isFileReplacement(op)) return buildFileReplacement(op, localRecord, remoteRecord, hash, files);
  return op.type === 'change'
    ? buildChange(op, localRecord, remoteRecord, hash, remote)
    : buildMove(op, localRecord, remoteRecord, hash, local, remote);
}

const waitingRequest: PreparedRequest = { type: 'waiting' };
const unneededRequest: PreparedRequest = { type: 'unneeded' };

/** Fields that are only set when a record is created, apart from the parent. */
const createOnlyFieldsOf = (kind: KindName): string[] =>
  Object.entries(getKind(kind).facets).flatMap(([field, { sync }]) =>
    sync === 'createOnly' && field !== parentField(kind) ? [field] : [],
  );
/** Whether the body of the create request contains the field; otherwise the path does. */
const isInCreateBody = (kind: KindName, field: string): boolean => getKind(kind).facets[field]?.api.access === 'create';

function buildCreate(op: SyncOperation, localRecord: AnyRecord, hash: string, local: Project, remote: Project): PreparedRequest {
  if ([...requiredIds(localRecord)].some((id) => !remote.has(id))) return waitingRequest;
  if (localRecord.kind === 'condition' && hasUnreadConditions(String(localRecord.branchId), remote)) return waitingRequest;
  const body: RequestBody = {};
  const kind = getKind(localRecord.kind);
  let created: AnyRecord = { ...kind.defaults, kind: localRecord.kind, id: localRecord.id, rank: '' };
  const by = parentField(localRecord.kind);
  for (const field of [by, ...createOnlyFieldsOf(localRecord.kind)])
    if (field !== null) created = { ...created, [field]: localRecord[field] };
  for (const fieldPath of fieldPathsOf(localRecord)) {
    if (!isSendable(localRecord.kind, fieldPath)) continue;
    if (requestPartOf(localRecord.kind, fieldPath) !== 'fields') continue;
    const isNeeded = !(fieldNameOf(fieldPath) in kind.defaults);
    const hasMissingTarget = referencedIdsAt(localRecord, fieldPath).some((id) => !remote.has(id));
    const isHeld = heldTextAt(localRecord, fieldPath) !== undefined;
    if (isNeeded && (hasMissingTarget || isHeld)) return waitingRequest;
    if (hasMissingTarget || isHeld) continue;
    if (isSameField(localRecord.kind, fieldPath, localRecord, created) && fieldNameOf(fieldPath) in kind.defaults) continue;
    created = withFieldFrom(created, fieldPath, localRecord);
    Object.assign(body, mergeBodies(body, fieldBody(localRecord, fieldPath)));
  }
  if (localRecord.kind === 'connection')
    Object.assign(body, {
      sourceid: localRecord.sourceid,
      sourceType: localRecord.sourceType,
      targetid: localRecord.targetid,
      targetType: localRecord.targetType,
    });
  if (by !== null && isInCreateBody(localRecord.kind, by))
    body[by] = by === 'parentId' ? apiParentId(localRecord, remote) : localRecord[by];
  for (const field of createOnlyFieldsOf(localRecord.kind)) if (isInCreateBody(localRecord.kind, field)) body[field] = localRecord[field];
  if (localRecord.kind === 'attribute' && localRecord.customId !== null) body.customId = localRecord.customId;
  if (localRecord.kind === 'asset' && localRecord.type === 'folder') delete body.type;
  if (localRecord.kind === 'board' && localRecord.customId === null) delete body.customId;
  const conditions = localRecord.kind === 'branch' ? conditionsToCreate(localRecord.id, local, remote) : undefined;
  if (conditions) Object.assign(body, branchConditionsBody(conditions));
  if (localRecord.kind === 'component') body.name = componentNames(localRecord, local.mainLocale);
  const index = createIndex(localRecord, local, remote);
  if (index !== undefined) body.index = index;
  const after = withRemoteRanks(created, remote, index);
  if (localRecord.kind === 'component') created = { ...after, customId: null };
  else created = after;
  const params = routeParams(localRecord, remote);
  return toPreparedRequest(op, hash, createRouteName(localRecord), params, body, [{ after: created }], conditions && { conditions });
}

/** The conditions of a new branch. Those that mention a record that the remote does not have are left out, and a later change adds them. */
function conditionsToCreate(branchId: string, local: Project, remote: Project): AnyRecord[] {
  return local.children('condition', branchId, 'conditions').map((condition): AnyRecord => {
    const record: AnyRecord = { ...condition };
    const hasMissingTarget = referencedIdsAt(record, 'script').some((id) => !remote.has(id));
    return hasMissingTarget ? { ...record, script: null } : record;
  });
}

/** Undefined if the record becomes the last of its list, which needs no index. */
function createIndex(localRecord: AnyRecord, local: Project, remote: Project): number | undefined {
  const order = getKind(localRecord.kind).orders[0];
  if (!order || !routeTakesIndex(createRouteName(localRecord))) return undefined;
  const index = remoteIndexFor(localRecord, order.list, local, remote);
  return index < remote.listSize(parentIdOf(localRecord, order.parentField), order.list) ? index : undefined;
}

const apiParentId = (localRecord: AnyRecord, remote: Project): unknown => {
  const roots: readonly string[] = Object.values(remote.projectRecord.roots);
  return roots.includes(String(localRecord.parentId)) ? null : localRecord.parentId;
};

function buildChange(
  op: Extract<SyncOperation, { type: 'change' }>,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
  hash: string,
  remote: Project,
): PreparedRequest {
  let after = remoteRecord;
  let body: RequestBody = {};
  let hasMissingTarget = false;
  for (const fieldPath of op.fields) {
    if (isSameField(localRecord.kind, fieldPath, localRecord, remoteRecord)) continue;
    if (referencedIdsAt(localRecord, fieldPath).some((id) => !remote.has(id))) {
      hasMissingTarget = true;
      continue;
    }
    after = withFieldFrom(after, fieldPath, localRecord);
    body = mergeBodies(body, fieldBody(localRecord, fieldPath));
  }
  if (after === remoteRecord) return hasMissingTarget ? waitingRequest : unneededRequest;
  if (localRecord.kind === 'board' && 'customId' in body && remoteRecord.customId !== null)
    return { type: 'rejected', reason: message('sync.rejection.customIdFixed') };
  const expected = changesByRenaming(remoteRecord, withOutputRank(after, remoteRecord, remote), remote);
  const route = changeRouteName(localRecord, op.part);
  return toPreparedRequest(op, hash, route, routeParams(remoteRecord, remote), changeBody(localRecord, op.part, body), expected);
}

/** `fields` is the body of the fields that have no route of their own. */
function changeBody(record: AnyRecord, part: string, fields: RequestBody): RequestBody | undefined {
  switch (part) {
    case 'name':
    case 'css':
      return { [part]: record[part] };
    case 'startingElement':
      return { id: record.startingElement };
    case 'cover':
      return record.cover === null ? undefined : { cover: record.cover };
    case 'linkedBoard':
      return record.linkedBoard === null ? undefined : { boardId: record.linkedBoard };
    default:
      return fields;
  }
}

function buildMove(
  op: Extract<SyncOperation, { type: 'move' }>,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
  hash: string,
  local: Project,
  remote: Project,
): PreparedRequest {
  const order = getKind(localRecord.kind).orders.find(({ list }) => list === op.list);
  if (!order) return unneededRequest;
  const parent = parentIdOf(localRecord, order.parentField);
  if (parent !== null && !remote.has(parent)) return waitingRequest;
  const isSameParent = parentIdOf(remoteRecord, order.parentField) === parent;
  if (isSameParent && !misplacedIds(local, remote, parent, op.list).includes(localRecord.id)) return unneededRequest;
  const index = remoteIndexFor(localRecord, op.list, local, remote);
  const by = order.parentField ?? '';
  const target = localRecord.kind.endsWith('Attachment') ? { targetElementId: parent } : { parentId: apiParentId(localRecord, remote) };
  const to = isSameParent ? {} : target;
  const apiIndex = localRecord.kind === 'condition' ? index - 1 : index;
  const after = withRemoteRanks(isSameParent ? remoteRecord : { ...remoteRecord, [by]: parent }, remote, index, op.list);
  const siblings = remote.childIds(parent, op.list).filter((id) => id !== localRecord.id);
  const previousSibling = { list: op.list, id: siblings[index - 1] ?? null };
  return toPreparedRequest(
    op,
    hash,
    moveRouteName(localRecord, op.list),
    routeParams(remoteRecord, remote),
    { ...to, index: apiIndex },
    [{ before: remoteRecord, after }],
    { previousSibling },
  );
}

function buildRemoval(op: SyncOperation, remoteRecord: AnyRecord, hash: string, remote: Project): PreparedRequest {
  if (remoteRecord.id === projectRecordId || Object.values(remote.projectRecord.roots).includes(remoteRecord.id)) return unneededRequest;
  return toPreparedRequest(
    op,
    hash,
    removeRouteName(remoteRecord),
    routeParams(remoteRecord, remote),
    undefined,
    removalChanges(remote, remoteRecord.id),
  );
}
