/**
 * Builds the request of an operation: route, path, body, and the expected remote state after it. A request contains only ids that the
 * remote knows: what refers to a record that is not created yet waits.
 */

import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import type { Change, ChangeSet } from '../../../shared/model/change-set.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { fieldNameOf, fieldPathsOf, isSameField, isSendable, parentField, referencedIdsAt, withFieldFrom } from '../plan/field-paths.ts';
import { requiredIds } from '../plan/merge-removals.ts';
import { misplacedIds, requestPartOf, type SyncOperation } from '../plan/plan-operations.ts';
import { isProvisionalId } from '../plan/provisional-ids.ts';
import { removalChanges } from '../plan/removal-effects.ts';
import { assignRanks } from '../plan/sibling-order.ts';
import { attachFile, buildFileReplacement, isFileReplacement } from './asset-file-requests.ts';
import type { RemoteFiles } from './remote-files.ts';
import { branchConditions, componentNames, fieldBody, mergeBodies, type RequestBody, unsupportedTextReason } from './request-bodies.ts';
import type { PreparedRequest, SyncRequest } from './sync-request.ts';

export function buildRequest(op: SyncOperation, hash: string, local: Project, remote: Project, files?: RemoteFiles): PreparedRequest {
  const localRecord = local.get(op.id);
  const remoteRecord = remote.get(op.id);
  if (isProvisionalId(op.id)) return waitingRequest;
  if (op.type === 'remove') return remoteRecord && !localRecord ? buildRemoval(op, remoteRecord, hash, remote) : waitingRequest;
  if (op.type === 'look')
    return remoteRecord
      ? toPreparedRequest(op, hash, lookupRoutes[op.kind] ?? '', routeParams(remoteRecord, remote), undefined, [])
      : waitingRequest;
  if (!localRecord) return waitingRequest;
  if (op.type === 'create')
    return remoteRecord
      ? waitingRequest
      : attachFile(buildCreate(op, localRecord, hash, local, remote), files?.stateOf(localRecord) ?? { type: 'none' });
  if (!remoteRecord) return waitingRequest;
  if (isFileReplacement(op)) return buildFileReplacement(op, localRecord, remoteRecord, hash, files);
  return op.type === 'change'
    ? buildChange(op, localRecord, remoteRecord, hash, remote)
    : buildMove(op, localRecord, remoteRecord, hash, local, remote);
}

const waitingRequest: PreparedRequest = { type: 'waiting' };
const lookupRoutes: { readonly [K in KindName]?: string } = { branch: 'getBranch', component: 'getComponent', element: 'getElement' };
const routesByName = new Map(routes.map((route) => [route.name, route]));
const changeConditionRoutes: Readonly<Record<string, string>> = { if: 'changeIf', elseIf: 'changeElseIf', else: 'changeElse' };
const hasIndex = (routeName: string): boolean => routesByName.get(routeName)?.body?.shape.index !== undefined;

type RouteParams = Readonly<Record<string, string>>;

function toPreparedRequest(
  operation: SyncOperation,
  hash: string,
  name: string,
  params: RouteParams,
  body: RequestBody | undefined,
  expected: ChangeSet,
  previousSibling?: SyncRequest['previousSibling'],
): PreparedRequest {
  const route = routesByName.get(name);
  if (!route) throw new Error(`There is no route ${name}`);
  const path = route.path.replace(/:(\w+)/g, (_whole, param: string) =>
    encodeURIComponent(param === 'hash' ? hash : (params[param] ?? '')),
  );
  return {
    type: 'ready',
    request: {
      operation,
      route: name,
      method: route.method,
      path,
      ...(body && { body }),
      expected,
      ...(previousSibling && { previousSibling }),
    },
  };
}

/** The parameters by which paths name a record: its own id, and that of what it belongs to. */
function routeParams(record: AnyRecord, project: Project): RouteParams {
  const own = { [`${record.kind}Id`]: record.id };
  if (record.kind === 'attribute') return { ...own, [`${project.get(String(record.cId))?.kind ?? ''}Id`]: String(record.cId) };
  if (record.kind === 'condition') return { ...own, branchId: String(record.branchId) };
  if (record.kind.endsWith('Attachment')) return { ...own, elementId: String(record.elementId) };
  if (record.kind === 'connection') return { ...own, elementId: String(record.sourceid) };
  return own;
}

const ownerTypeName = (record: AnyRecord): string =>
  String(record.cType)
    .replace(/^./, (first) => first.toUpperCase())
    .slice(0, -1);
const capitalize = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Fields that are set when a record is created and never again, beside the parent. */
const createOnlyFieldsOf = (kind: KindName): string[] =>
  Object.entries(getKind(kind).facets).flatMap(([field, { sync }]) =>
    sync === 'createOnly' && field !== parentField(kind) ? [field] : [],
  );
/** Whether the body of the create request contains the field, and not its path. */
const isInCreateBody = (kind: KindName, field: string): boolean => getKind(kind).facets[field]?.api.access === 'create';

function buildCreate(op: SyncOperation, localRecord: AnyRecord, hash: string, local: Project, remote: Project): PreparedRequest {
  if ([...requiredIds(localRecord)].some((id) => !remote.has(id))) return waitingRequest;
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
    const reason = unsupportedTextReason(localRecord, fieldPath);
    if (isNeeded && reason !== undefined) return { type: 'rejected', reason };
    if (isNeeded && hasMissingTarget) return waitingRequest;
    if (hasMissingTarget || reason !== undefined) continue;
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
  if (localRecord.kind === 'branch') Object.assign(body, branchConditions(localRecord, local));
  if (localRecord.kind === 'component') body.name = componentNames(localRecord, local.mainLocale);
  const order = kind.orders[0];
  if (order && hasIndex(createRouteName(localRecord))) {
    const at = indexFor(localRecord, order.list, local, remote);
    if (at < remote.listSize(parentIdOf(localRecord, order.parentField), order.list)) body.index = at;
  }
  const after = withRemoteRanks(created, remote, body.index as number | undefined);
  if (localRecord.kind === 'component') created = { ...after, customId: null };
  else created = after;
  return toPreparedRequest(op, hash, createRouteName(localRecord), routeParams(localRecord, remote), body, [{ after: created }]);
}

function createRouteName(localRecord: AnyRecord): string {
  if (localRecord.kind === 'attribute') return `create${ownerTypeName(localRecord)}Attribute`;
  if (localRecord.kind === 'condition') return localRecord.role === 'else' ? 'createElse' : 'createElseIf';
  if (localRecord.kind === 'componentAttachment') return 'attachComponent';
  return localRecord.kind === 'audioAttachment' ? 'attachAudio' : `create${capitalize(localRecord.kind)}`;
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
  let rejection: string | undefined;
  for (const fieldPath of op.fields) {
    if (isSameField(localRecord.kind, fieldPath, localRecord, remoteRecord)) continue;
    if (referencedIdsAt(localRecord, fieldPath).some((id) => !remote.has(id))) continue;
    const reason = unsupportedTextReason(localRecord, fieldPath);
    rejection ??= reason;
    if (reason !== undefined) continue;
    after = withFieldFrom(after, fieldPath, localRecord);
    body = mergeBodies(body, fieldBody(localRecord, fieldPath));
  }
  if (after === remoteRecord) return rejection === undefined ? waitingRequest : { type: 'rejected', reason: rejection };
  const expected: Change[] = [{ before: remoteRecord, after: withOutputRank(after, remoteRecord, remote) }];
  const params = routeParams(remoteRecord, remote);
  switch (localRecord.kind === 'project' || op.part !== 'fields' ? op.part : localRecord.kind) {
    case 'name':
      return toPreparedRequest(op, hash, 'renameProject', params, { name: localRecord.name }, expected);
    case 'css':
      return toPreparedRequest(op, hash, 'setCss', params, { css: localRecord.css }, expected);
    case 'startingElement':
      return toPreparedRequest(op, hash, 'setStartingElement', params, { id: localRecord.startingElement }, expected);
    case 'cover':
      return localRecord.cover === null
        ? toPreparedRequest(op, hash, `remove${capitalize(localRecord.kind)}Cover`, params, undefined, expected)
        : toPreparedRequest(op, hash, `set${capitalize(localRecord.kind)}Cover`, params, { cover: localRecord.cover }, expected);
    case 'linkedBoard':
      return localRecord.linkedBoard === null
        ? toPreparedRequest(op, hash, 'unlinkBoard', params, undefined, expected)
        : toPreparedRequest(op, hash, 'linkBoard', params, { boardId: localRecord.linkedBoard }, expected);
    case 'condition':
      return toPreparedRequest(op, hash, changeConditionRoutes[String(localRecord.role)] ?? '', params, body, expected);
    case 'attribute':
      return toPreparedRequest(op, hash, `change${ownerTypeName(localRecord)}Attribute`, params, body, expected);
    case 'audioAttachment':
      return toPreparedRequest(op, hash, 'changeAudio', params, body, expected);
    case 'board':
      if ('customId' in body && remoteRecord.customId !== null)
        return { type: 'rejected', reason: 'A customId that is set cannot be changed over the API.' };
      return toPreparedRequest(op, hash, 'changeBoard', params, body, expected);
    default:
      return toPreparedRequest(op, hash, `change${capitalize(localRecord.kind)}`, params, body, expected);
  }
}

/** A connection that gets another source becomes the last output of that source. */
function withOutputRank(after: AnyRecord, remoteRecord: AnyRecord, remote: Project): AnyRecord {
  if (after.kind !== 'connection' || after.sourceid === remoteRecord.sourceid) return after;
  const siblings = remote.childIds(String(after.sourceid), 'outputs');
  const rank = assignRanks([...siblings, after.id], (id) => (id === after.id ? undefined : remote.get(id)?.outputRank)).get(after.id);
  return { ...after, outputRank: rank ?? '' };
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
  if (!order) return waitingRequest;
  const parent = parentIdOf(localRecord, order.parentField);
  if (parent !== null && !remote.has(parent)) return waitingRequest;
  const isSameParent = parentIdOf(remoteRecord, order.parentField) === parent;
  if (isSameParent && !misplacedIds(local, remote, parent, op.list).includes(localRecord.id)) return waitingRequest;
  const index = indexFor(localRecord, op.list, local, remote);
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
    previousSibling,
  );
}

function moveRouteName(localRecord: AnyRecord, list: string): string {
  if (list === 'outputs') return 'reorderOutput';
  if (localRecord.kind === 'attribute') return `reorder${ownerTypeName(localRecord)}Attribute`;
  if (localRecord.kind === 'condition') return 'reorderElseIf';
  if (localRecord.kind === 'audioAttachment') return 'moveAudio';
  return ['element', 'variable'].includes(localRecord.kind)
    ? `reorder${capitalize(localRecord.kind)}`
    : `move${capitalize(localRecord.kind)}`;
}

/** The index behind the nearest local predecessor that the remote has in its final position; counted without the record itself. */
function indexFor(localRecord: AnyRecord, list: string, local: Project, remote: Project): number {
  const parent = parentIdOf(localRecord, getKind(localRecord.kind).orders.find((order) => order.list === list)?.parentField ?? null);
  const siblings = remote.childIds(parent, list).filter((id) => id !== localRecord.id);
  const position = new Map(siblings.map((id, at) => [id, at]));
  const unsettled = new Set(misplacedIds(local, remote, parent, list));
  const localIds = local.childIds(parent, list);
  for (let at = localIds.indexOf(localRecord.id) - 1; at >= 0; at--) {
    const id = localIds[at] ?? '';
    const index = position.get(id);
    if (index !== undefined && !unsettled.has(id)) return index + 1;
  }
  return 0;
}

/** The record with its expected remote ranks; without an index it becomes the last. */
function withRemoteRanks(record: AnyRecord, remote: Project, index: number | undefined, only?: string): AnyRecord {
  let after = record;
  for (const order of getKind(record.kind).orders) {
    if (only !== undefined && order.list !== only) continue;
    const siblings = remote.childIds(parentIdOf(record, order.parentField), order.list).filter((id) => id !== record.id);
    const at = order.rankField === 'rank' || only !== undefined ? Math.min(index ?? siblings.length, siblings.length) : siblings.length;
    const wanted = [...siblings.slice(0, at), record.id, ...siblings.slice(at)];
    const isElseIf = record.kind === 'condition' && record.role === 'elseIf' && index === undefined;
    const last = remote.get(siblings.at(-1) ?? '');
    if (isElseIf && last?.role === 'else') wanted.splice(-2, 2, record.id, last.id);
    const rank = assignRanks(wanted, (id) => (id === record.id ? undefined : remote.get(id)?.[order.rankField])).get(record.id);
    after = { ...after, [order.rankField]: rank ?? '' };
  }
  return after;
}

function buildRemoval(op: SyncOperation, remoteRecord: AnyRecord, hash: string, remote: Project): PreparedRequest {
  if (remoteRecord.id === PROJECT_RECORD_ID || Object.values(remote.projectRecord.roots).includes(remoteRecord.id)) return waitingRequest;
  return toPreparedRequest(
    op,
    hash,
    removeRouteName(remoteRecord),
    routeParams(remoteRecord, remote),
    undefined,
    removalChanges(remote, remoteRecord.id),
  );
}

function removeRouteName(remoteRecord: AnyRecord): string {
  if (remoteRecord.kind === 'attribute') return `remove${ownerTypeName(remoteRecord)}Attribute`;
  if (remoteRecord.kind === 'condition') return remoteRecord.role === 'else' ? 'removeElse' : 'removeElseIf';
  if (remoteRecord.kind === 'componentAttachment') return 'detachComponent';
  return remoteRecord.kind === 'audioAttachment' ? 'detachAudio' : `remove${capitalize(remoteRecord.kind)}`;
}
