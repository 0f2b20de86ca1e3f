/**
 * Builds the request of an operation: route, path, body, and the expected state of the remote after it. A request only contains ids that
 * exist on the remote: operations that refer to a record that has not been created there wait.
 */

import type { RecordAction, Route } from '../../../shared/contracts/rest/routes/route.ts';
import { findRecordRoute, recordParams, routes, type WantedRoute } from '../../../shared/contracts/rest/routes/routes.ts';
import { message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind, isOfKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { toEquivalentRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import {
  canChangeParent,
  type FieldPath,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
  isSameField,
  isSendable,
  localeOf,
  parentField,
  recordFieldsAt,
  referencedIdsAt,
  withFieldFrom,
} from '../plan/field-paths.ts';
import { apiDialectOf, heldTextAt, withSimplifiedText } from '../plan/held-texts.ts';
import { cascadeIds, requiredIds, uniqueKeysOf } from '../plan/merge-trees.ts';
import { hasUnreadConditions, isProvisionalId, misplacedIds, requestPartOf, type SyncOperation } from '../plan/plan-sync.ts';
import { assignRanks } from '../plan/sibling-order.ts';
import { changesByRenaming, removalChanges } from '../plan/write-effects.ts';
import type { PreparedRequest, RemoteFileState, RemoteFiles, SyncRequest } from './sync-request.ts';

/** What requests depend on besides the two projects. */
interface RequestContext {
  readonly files?: RemoteFiles | undefined;
  /** Whether the remote had a record before that it lacks now. */
  readonly wasRemote?: (id: string) => boolean;
}

export function buildRequest(
  op: SyncOperation,
  hash: string,
  local: Project,
  remote: Project,
  { files, wasRemote = () => false }: RequestContext = {},
): PreparedRequest {
  const localRecord = local.get(op.id);
  const remoteRecord = remote.get(op.id);
  // A lookup must determine the id first. A record that the remote does not have is created like any other, whatever its local id is (I26).
  if (isProvisionalId(op.id) && remoteRecord) return waitingRequest;
  if (op.type === 'remove') return remoteRecord && !localRecord ? buildRemoval(op, remoteRecord, hash, local, remote) : unneededRequest;
  if (op.type === 'lookup')
    return remoteRecord
      ? toPreparedRequest(op, hash, lookupRouteOf(op.kind), recordParams(remoteRecord, remote), undefined, [])
      : unneededRequest;
  if (!localRecord) return unneededRequest;
  if (op.type === 'create')
    return remoteRecord
      ? unneededRequest
      : attachFile(
          buildCreate({ op, localRecord, hash, local, remote, isCreatedAgain: wasRemote(op.id) }),
          files?.stateOf(localRecord) ?? { type: 'none' },
        );
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

interface CreateInput {
  readonly op: SyncOperation;
  readonly localRecord: AnyRecord;
  readonly hash: string;
  readonly local: Project;
  readonly remote: Project;
  /**
   * (I26) The remote had the record before. Of its held texts, it then gets the words, because they would otherwise be empty; here they stay
   * as they are, and held.
   */
  readonly isCreatedAgain: boolean;
}

function buildCreate({ op, localRecord, hash, local, remote, isCreatedAgain }: CreateInput): PreparedRequest {
  if ([...requiredIds(localRecord)].some((id) => !remote.has(id))) return waitingRequest;
  // [Branch and conditions] an `if` is created with its branch, and gets the id that the remote has given it.
  const isUnread = localRecord.kind === 'condition' && hasUnreadConditions(String(localRecord.branchId), remote);
  if (isUnread || localRecord.role === 'if') return waitingRequest;
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
    const sent = isHeld && isCreatedAgain ? withSimplifiedText(localRecord, fieldPath) : localRecord;
    if (hasMissingTarget || (isHeld && sent === localRecord)) continue;
    // (I39) A remote may have other defaults, of sizes for example, so only what is empty is left to it.
    const value = fieldValue(sent, fieldPath);
    const isEmpty = value === null || value === '';
    if (isEmpty && isSameField(localRecord.kind, fieldPath, sent, created) && fieldNameOf(fieldPath) in kind.defaults) continue;
    created = withFieldFrom(created, fieldPath, sent);
    Object.assign(body, mergeBodies(body, fieldBody(sent, fieldPath)));
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
  const route = routeOf('create', localRecord, remote);
  const params = recordParams(localRecord, remote);
  return toPreparedRequest(op, hash, route, params, body, [{ after: created }], conditions && { conditions });
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
  if (!order || routeOf('create', localRecord, remote).body?.shape.index === undefined) return undefined;
  const index = remoteIndexFor(localRecord, order.list, local, remote);
  return index < remote.listSize(parentIdOf(localRecord, order.parentField), order.list) ? index : undefined;
}

const apiParentId = (localRecord: AnyRecord, remote: Project): unknown =>
  remote.isRoot(String(localRecord.parentId)) ? null : localRecord.parentId;

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
  const route = routeOf('change', localRecord, remote, { part: op.part === 'fields' ? undefined : op.part });
  return toPreparedRequest(op, hash, route, recordParams(remoteRecord, remote), changeBody(localRecord, op.part, body), expected);
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
    routeOf('move', remoteRecord, remote, { list: op.list }),
    recordParams(remoteRecord, remote),
    { ...to, index: apiIndex },
    [{ before: remoteRecord, after }],
    { previousSibling },
  );
}

function buildRemoval(op: SyncOperation, remoteRecord: AnyRecord, hash: string, local: Project, remote: Project): PreparedRequest {
  if (remoteRecord.id === projectRecordId || remote.isRoot(remoteRecord.id)) return unneededRequest;
  if (wouldRemoveRemaining(remoteRecord.id, local, remote)) return waitingRequest;
  return toPreparedRequest(
    op,
    hash,
    routeOf('remove', remoteRecord, remote),
    recordParams(remoteRecord, remote),
    undefined,
    removalChanges(remote, remoteRecord.id),
  );
}

/**
 * (I3) Whether the remote would remove something with this record that was moved out of it here: its move was not sent, was rejected, or waits for a record
 * that the remote does not have.
 */
export function wouldRemoveRemaining(id: string, local: Project, remote: Project): boolean {
  const removedIds = cascadeIds(id, remote);
  return [...removedIds].some((each) => {
    const [localRecord, remoteRecord] = [local.get(each), remote.get(each)];
    return localRecord && remoteRecord && isToBeMovedOut(localRecord, remoteRecord) && !needsNameOf(removedIds, localRecord, local, remote);
  });
}

/** Whether a request makes the record independent of one that it needs on the remote. A record that no request can move is created again instead. */
function isToBeMovedOut(localRecord: AnyRecord, remoteRecord: AnyRecord): boolean {
  const stillNeeded = new Set(requiredIds(localRecord));
  const isChangeable = (field: string) =>
    field === parentField(localRecord.kind) ? canChangeParent(localRecord.kind) : isSendable(localRecord.kind, field);
  return [...referencesOf(remoteRecord)].some(
    ({ rulePath, rule, targetId }) => rule.onTargetRemoved === 'cascade' && !stillNeeded.has(targetId) && isChangeable(rulePath),
  );
}

/** Whether the record was moved to where only the removal makes room: to one that takes a name of a removed one, for example. It is created again, too. */
function needsNameOf(removedIds: ReadonlySet<string>, localRecord: AnyRecord, local: Project, remote: Project): boolean {
  const awaited = new Set([localRecord.id]);
  for (const each of awaited) for (const id of requiredIds(local.get(each))) if (!remote.has(id)) awaited.add(id);
  const names = [...awaited].flatMap((id) => uniqueKeysOf(local.get(id) ?? localRecord));
  const holders = names.flatMap((name) => remote.recordIdByUniqueKey(name) ?? []);
  return holders.some((id) => removedIds.has(id) && !local.has(id));
}

type RequestBody = Record<string, unknown>;

/** The value of one field path as part of a request body. */
function fieldBody(record: AnyRecord, fieldPath: FieldPath): RequestBody {
  const locale = localeOf(fieldPath);
  const field = fieldNameOf(fieldPath);
  if (locale !== null) return { [field]: { [locale]: { text: toApiText(record, field, fieldValue(record, fieldPath)) } } };
  if (isOfKind(record, 'attribute') && fieldPath === 'value')
    return { value: attributeValueBody(record, record.value), ...(record.customId !== null && { customId: record.customId }) };
  return Object.fromEntries(recordFieldsAt(record.kind, fieldPath).map((each) => [each, toApiText(record, each, record[each])]));
}

function attributeValueBody(record: AnyRecord, { type, data, ...rest }: AttributeValue): RequestBody {
  return 'plain' in rest ? { type, data: rest.plain ? data : toApiText(record, 'value', data), plain: rest.plain } : { type, data };
}

/** [G21] uses the simplified markup of the API if it has the same meaning. */
function toApiText(record: AnyRecord, field: string, text: unknown): unknown {
  const dialect = apiDialectOf(getKind(record.kind).texts[field]);
  return dialect === undefined || typeof text !== 'string' ? text : (toEquivalentRichText(text, dialect) ?? text);
}

/** Merges bodies; languages of the same field are combined. */
function mergeBodies(body: RequestBody, part: RequestBody): RequestBody {
  const all = { ...body };
  for (const [field, value] of Object.entries(part)) {
    const known = all[field];
    const areObjects = typeof known === 'object' && known !== null && typeof value === 'object' && value !== null && field !== 'value';
    all[field] = areObjects ? { ...known, ...value } : value;
  }
  return all;
}

/** [Components] the remote generates a name for components without one, which an empty name prevents. */
function componentNames(record: AnyRecord, main: string): RequestBody {
  const names = Object.entries(localizedTextOf(record, 'name')).map(([iso, { text }]) => [iso, { text: text ?? '' }]);
  return { [main]: { text: '' }, ...Object.fromEntries(names) };
}

/** [Branch and conditions] all conditions are created together with their branch; a lookup reads their ids afterwards. */
function branchConditionsBody(conditions: readonly AnyRecord[]): RequestBody {
  const [onlyCondition] = conditions;
  // The remote creates an `if` without a script itself.
  if (conditions.length === 0 || (conditions.length === 1 && onlyCondition?.script === null)) return {};
  const withRole = (role: string) => conditions.filter((condition) => condition.role === role).map(({ script }) => ({ script }));
  const [ifCondition] = withRole('if');
  const elseIfConditions = withRole('elseIf');
  const [elseCondition] = withRole('else');
  return {
    conditions: {
      ...(ifCondition && { ifCondition }),
      ...(elseIfConditions.length > 0 && { elseIfConditions }),
      ...(elseCondition && { elseCondition }),
    },
  };
}

const routesByName = new Map(routes.map((route) => [route.name, route]));
const lookupRoutes: { readonly [K in KindName]?: string } = { branch: 'getBranch', component: 'getComponent', element: 'getElement' };

/** A condition is read with its branch. */
const readWith: { readonly [K in KindName]?: { readonly route: string; readonly idField: string } } = {
  condition: { route: 'getBranch', idField: 'branchId' },
};

/**
 * (I36) The request that reads one record; undefined if no route shows the fields that requests can set. `remoteRecord` is the last known
 * state of the record.
 */
export function buildRecordRead(remoteRecord: AnyRecord, hash: string, remote: Project): SyncRequest | undefined {
  const { kind, id } = remoteRecord;
  const { route: name, idField } = readWith[kind] ?? { route: `get${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, idField: 'id' };
  const route = routesByName.get(name);
  const holder = remote.get(String(remoteRecord[idField]));
  if (!route || !holder) return undefined;
  const prepared = toPreparedRequest({ type: 'lookup', kind, id }, hash, route, recordParams(holder, remote), undefined, []);
  return prepared.type === 'ready' ? prepared.request : undefined;
}

/** The route that reads what exports do not contain. */
function lookupRouteOf(kind: KindName): Route {
  const route = routesByName.get(lookupRoutes[kind] ?? '');
  if (!route) throw new Error(`No route looks up a ${kind}`);
  return route;
}

/** `record` is how the record is afterwards, `project` the one that contains its parents. */
function routeOf(does: RecordAction['do'], record: AnyRecord, project: Project, wanted?: WantedRoute): Route {
  const route = findRecordRoute(does, record, project, wanted);
  if (!route) throw new Error(`There is no route to ${does} a ${record.kind}`);
  return route;
}

function toPreparedRequest(
  operation: SyncOperation,
  hash: string,
  route: Route,
  params: Readonly<Record<string, string>>,
  body: RequestBody | undefined,
  expected: ChangeSet,
  details: Pick<SyncRequest, 'previousSibling' | 'conditions'> = {},
): PreparedRequest {
  const path = route.path.replace(/:(\w+)/g, (_whole, param: string) =>
    encodeURIComponent(param === 'hash' ? hash : (params[param] ?? '')),
  );
  return {
    type: 'ready',
    request: {
      operation,
      route: route.name,
      method: route.method,
      path,
      ...(body && { body }),
      expected,
      ...details,
    },
  };
}

/** The index after the nearest local predecessor that is in its final position on the remote, not counting the record itself. */
function remoteIndexFor(localRecord: AnyRecord, list: string, local: Project, remote: Project): number {
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

/** The record with its expected remote ranks. Without an index, it becomes the last. */
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

/** A connection that gets another source becomes the last output of that source. */
function withOutputRank(after: AnyRecord, remoteRecord: AnyRecord, remote: Project): AnyRecord {
  if (after.kind !== 'connection' || after.sourceid === remoteRecord.sourceid) return after;
  const siblings = remote.childIds(String(after.sourceid), 'outputs');
  const rank = assignRanks([...siblings, after.id], (id) => (id === after.id ? undefined : remote.get(id)?.outputRank)).get(after.id);
  return { ...after, outputRank: rank ?? '' };
}

/**
 * A create with the asset's file: by name if the remote has stored it, otherwise uploaded with the request that creates the asset. It waits
 * if the file is being uploaded.
 */
function attachFile(ready: PreparedRequest, file: RemoteFileState): PreparedRequest {
  if (ready.type !== 'ready' || file.type === 'none') return ready;
  if (file.type === 'pending') return { type: 'waiting' };
  const { request } = ready;
  if (file.type === 'stored') return { type: 'ready', request: { ...request, body: { ...request.body, file: file.fileName } } };
  // The form has no field for the volume, so a later change sets it.
  const { volume: _later, ...body } = request.body ?? {};
  const expected = request.expected.map((change) => ({ ...change, ...(change.after && { after: { ...change.after, volume: null } }) }));
  return { type: 'ready', request: { ...request, route: 'uploadAndCreateAsset', body, expected, uploadFile: file.file } };
}

/** [G1] the remote assigns the name of an asset that it creates from an uploaded file; a read shows it. */
export const isEffectUnknown = ({ uploadFile }: SyncRequest): boolean => uploadFile !== undefined;

/** Changes the file of a remote asset to one that has been uploaded. */
function buildFileReplacement(
  operation: SyncOperation,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
  hash: string,
  files: RemoteFiles | undefined,
): PreparedRequest {
  const fileName = files?.replacements.get(operation.id);
  if (fileName === undefined) return { type: 'waiting' };
  const path = `/${encodeURIComponent(hash)}/asset/${encodeURIComponent(operation.id)}`;
  const expected = [{ before: remoteRecord, after: { ...remoteRecord, file: localRecord.file, type: localRecord.type } }];
  return {
    type: 'ready',
    request: { operation, route: 'changeAsset', method: 'PATCH', path, body: { type: localRecord.type, file: fileName }, expected },
  };
}

/** One operation for each asset whose local file was replaced and has been uploaded. */
export const fileReplacementOperations = (files: RemoteFiles | undefined): SyncOperation[] =>
  [...(files?.replacements.keys() ?? [])].map((id) => ({ type: 'change', kind: 'asset', id, part: 'file', fields: ['file'] }));

export const isFileReplacement = (op: SyncOperation): boolean => op.type === 'change' && op.kind === 'asset' && op.part === 'file';
