/**
 * An op as the one request it is, frozen before a byte leaves: route, path, body, and what theirs will be like when it has been
 * answered. No id that the remote does not know stands in it: what refers to something not yet created waits.
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

export function buildRequest(op: SyncOperation, hash: string, mine: Project, theirs: Project, files?: RemoteFiles): PreparedRequest {
  const m = mine.get(op.id);
  const t = theirs.get(op.id);
  if (isProvisionalId(op.id)) return waitingRequest;
  if (op.type === 'remove') return t && !m ? buildRemoval(op, t, hash, theirs) : waitingRequest;
  if (op.type === 'look')
    return t ? toPreparedRequest(op, hash, lookupRoutes[op.kind] ?? '', routeParams(t, theirs), undefined, []) : waitingRequest;
  if (!m) return waitingRequest;
  if (op.type === 'create')
    return t ? waitingRequest : attachFile(buildCreate(op, m, hash, mine, theirs), files?.stateOf(m) ?? { type: 'none' });
  if (!t) return waitingRequest;
  if (isFileReplacement(op)) return buildFileReplacement(op, m, t, hash, files);
  return op.type === 'change' ? buildChange(op, m, t, hash, theirs) : buildMove(op, m, t, hash, mine, theirs);
}

const waitingRequest: PreparedRequest = { type: 'waiting' };
const lookupRoutes: { readonly [K in KindName]?: string } = { branch: 'getBranch', component: 'getComponent', element: 'getElement' };
const routesByName = new Map(routes.map((route) => [route.name, route]));
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

function buildCreate(op: SyncOperation, m: AnyRecord, hash: string, mine: Project, theirs: Project): PreparedRequest {
  if ([...requiredIds(m)].some((id) => !theirs.has(id))) return waitingRequest;
  const body: RequestBody = {};
  const kind = getKind(m.kind);
  let made: AnyRecord = { ...kind.defaults, kind: m.kind, id: m.id, rank: '' };
  const by = parentField(m.kind);
  for (const field of [by, ...createOnlyFieldsOf(m.kind)]) if (field !== null) made = { ...made, [field]: m[field] };
  for (const cell of fieldPathsOf(m)) {
    if (!isSendable(m.kind, cell)) continue;
    if (requestPartOf(m.kind, cell) !== 'fields') continue;
    const isNeeded = !(fieldNameOf(cell) in kind.defaults);
    const lacks = referencedIdsAt(m, cell).some((id) => !theirs.has(id));
    const reason = unsupportedTextReason(m, cell);
    if (isNeeded && reason !== undefined) return { type: 'rejected', reason };
    if (isNeeded && lacks) return waitingRequest;
    if (lacks || reason !== undefined) continue;
    if (isSameField(m.kind, cell, m, made) && fieldNameOf(cell) in kind.defaults) continue;
    made = withFieldFrom(made, cell, m);
    Object.assign(body, mergeBodies(body, fieldBody(m, cell)));
  }
  if (m.kind === 'connection')
    Object.assign(body, { sourceid: m.sourceid, sourceType: m.sourceType, targetid: m.targetid, targetType: m.targetType });
  if (by !== null && isInCreateBody(m.kind, by)) body[by] = by === 'parentId' ? apiParentId(m, theirs) : m[by];
  for (const field of createOnlyFieldsOf(m.kind)) if (isInCreateBody(m.kind, field)) body[field] = m[field];
  if (m.kind === 'attribute' && m.customId !== null) body.customId = m.customId;
  if (m.kind === 'asset' && m.type === 'folder') delete body.type;
  if (m.kind === 'board' && m.customId === null) delete body.customId;
  if (m.kind === 'branch') Object.assign(body, branchConditions(m, mine));
  if (m.kind === 'component') body.name = componentNames(m, mine.mainLocale);
  const order = kind.orders[0];
  if (order && hasIndex(createRouteName(m))) {
    const at = indexFor(m, order.list, mine, theirs);
    if (at < theirs.listSize(parentIdOf(m, order.parentField), order.list)) body.index = at;
  }
  const after = withRemoteRanks(made, theirs, body.index as number | undefined);
  if (m.kind === 'component') made = { ...after, customId: null };
  else made = after;
  return toPreparedRequest(op, hash, createRouteName(m), routeParams(m, theirs), body, [{ after: made }]);
}

function createRouteName(m: AnyRecord): string {
  if (m.kind === 'attribute') return `create${ownerTypeName(m)}Attribute`;
  if (m.kind === 'condition') return m.role === 'else' ? 'createElse' : 'createElseIf';
  if (m.kind === 'componentAttachment') return 'attachComponent';
  return m.kind === 'audioAttachment' ? 'attachAudio' : `create${capitalize(m.kind)}`;
}

const apiParentId = (m: AnyRecord, theirs: Project): unknown => {
  const roots: readonly string[] = Object.values(theirs.projectRecord.roots);
  return roots.includes(String(m.parentId)) ? null : m.parentId;
};

function buildChange(
  op: Extract<SyncOperation, { type: 'change' }>,
  m: AnyRecord,
  t: AnyRecord,
  hash: string,
  theirs: Project,
): PreparedRequest {
  let after = t;
  let body: RequestBody = {};
  let refused: string | undefined;
  for (const cell of op.fields) {
    if (isSameField(m.kind, cell, m, t)) continue;
    if (referencedIdsAt(m, cell).some((id) => !theirs.has(id))) continue;
    const fault = unsupportedTextReason(m, cell);
    refused ??= fault;
    if (fault !== undefined) continue;
    after = withFieldFrom(after, cell, m);
    body = mergeBodies(body, fieldBody(m, cell));
  }
  if (after === t) return refused === undefined ? waitingRequest : { type: 'rejected', reason: refused };
  const expected: Change[] = [{ before: t, after: withOutputRank(after, t, theirs) }];
  const params = routeParams(t, theirs);
  switch (m.kind === 'project' || op.part !== 'fields' ? op.part : m.kind) {
    case 'name':
      return toPreparedRequest(op, hash, 'renameProject', params, { name: m.name }, expected);
    case 'css':
      return toPreparedRequest(op, hash, 'setCss', params, { css: m.css }, expected);
    case 'startingElement':
      return toPreparedRequest(op, hash, 'setStartingElement', params, { id: m.startingElement }, expected);
    case 'cover':
      return m.cover === null
        ? toPreparedRequest(op, hash, `remove${capitalize(m.kind)}Cover`, params, undefined, expected)
        : toPreparedRequest(op, hash, `set${capitalize(m.kind)}Cover`, params, { cover: m.cover }, expected);
    case 'linkedBoard':
      return m.linkedBoard === null
        ? toPreparedRequest(op, hash, 'unlinkBoard', params, undefined, expected)
        : toPreparedRequest(op, hash, 'linkBoard', params, { boardId: m.linkedBoard }, expected);
    case 'condition':
      return toPreparedRequest(
        op,
        hash,
        m.role === 'if' ? 'changeIf' : m.role === 'else' ? 'changeElse' : 'changeElseIf',
        params,
        body,
        expected,
      );
    case 'attribute':
      return toPreparedRequest(op, hash, `change${ownerTypeName(m)}Attribute`, params, body, expected);
    case 'audioAttachment':
      return toPreparedRequest(op, hash, 'changeAudio', params, body, expected);
    case 'board':
      if ('customId' in body && t.customId !== null)
        return { type: 'rejected', reason: 'A customId that is set cannot be changed over the API.' };
      return toPreparedRequest(op, hash, 'changeBoard', params, body, expected);
    default:
      return toPreparedRequest(op, hash, `change${capitalize(m.kind)}`, params, body, expected);
  }
}

/** A connection that starts elsewhere stands last among the outputs there. */
function withOutputRank(after: AnyRecord, t: AnyRecord, theirs: Project): AnyRecord {
  if (after.kind !== 'connection' || after.sourceid === t.sourceid) return after;
  const there = theirs.childIds(String(after.sourceid), 'outputs');
  const rank = assignRanks([...there, after.id], (id) => (id === after.id ? undefined : theirs.get(id)?.outputRank)).get(after.id);
  return { ...after, outputRank: rank ?? '' };
}

function buildMove(
  op: Extract<SyncOperation, { type: 'move' }>,
  m: AnyRecord,
  t: AnyRecord,
  hash: string,
  mine: Project,
  theirs: Project,
): PreparedRequest {
  const order = getKind(m.kind).orders.find(({ list }) => list === op.list);
  if (!order) return waitingRequest;
  const parent = parentIdOf(m, order.parentField);
  if (parent !== null && !theirs.has(parent)) return waitingRequest;
  const isHere = parentIdOf(t, order.parentField) === parent;
  if (isHere && !misplacedIds(mine, theirs, parent, op.list).includes(m.id)) return waitingRequest;
  const index = indexFor(m, op.list, mine, theirs);
  const by = order.parentField ?? '';
  const attached = m.kind.endsWith('Attachment');
  const to = isHere ? {} : attached ? { targetElementId: parent } : { parentId: apiParentId(m, theirs) };
  const shown = m.kind === 'condition' ? index - 1 : index;
  const after = withRemoteRanks(isHere ? t : { ...t, [by]: parent }, theirs, index, op.list);
  const there = theirs.childIds(parent, op.list).filter((id) => id !== m.id);
  const behind = { list: op.list, id: there[index - 1] ?? null };
  return toPreparedRequest(
    op,
    hash,
    moveRouteName(m, op.list),
    routeParams(t, theirs),
    { ...to, index: shown },
    [{ before: t, after }],
    behind,
  );
}

function moveRouteName(m: AnyRecord, list: string): string {
  if (list === 'outputs') return 'reorderOutput';
  if (m.kind === 'attribute') return `reorder${ownerTypeName(m)}Attribute`;
  if (m.kind === 'condition') return 'reorderElseIf';
  if (m.kind === 'audioAttachment') return 'moveAudio';
  return ['element', 'variable'].includes(m.kind) ? `reorder${capitalize(m.kind)}` : `move${capitalize(m.kind)}`;
}

/** Behind the next one before it that stands there already and is not to be moved itself; counted without the record. */
function indexFor(m: AnyRecord, list: string, mine: Project, theirs: Project): number {
  const parent = parentIdOf(m, getKind(m.kind).orders.find((order) => order.list === list)?.parentField ?? null);
  const there = theirs.childIds(parent, list).filter((id) => id !== m.id);
  const position = new Map(there.map((id, at) => [id, at]));
  const unsettled = new Set(misplacedIds(mine, theirs, parent, list));
  const ours = mine.childIds(parent, list);
  for (let at = ours.indexOf(m.id) - 1; at >= 0; at--) {
    const id = ours[at] ?? '';
    const found = position.get(id);
    if (found !== undefined && !unsettled.has(id)) return found + 1;
  }
  return 0;
}

/** The record with the ranks that it will have there; without an index it stands last. */
function withRemoteRanks(record: AnyRecord, theirs: Project, index: number | undefined, only?: string): AnyRecord {
  let after = record;
  for (const order of getKind(record.kind).orders) {
    if (only !== undefined && order.list !== only) continue;
    const there = theirs.childIds(parentIdOf(record, order.parentField), order.list).filter((id) => id !== record.id);
    const at = order.rankField === 'rank' || only !== undefined ? Math.min(index ?? there.length, there.length) : there.length;
    const wanted = [...there.slice(0, at), record.id, ...there.slice(at)];
    const isElseIf = record.kind === 'condition' && record.role === 'elseIf' && index === undefined;
    const last = theirs.get(there.at(-1) ?? '');
    if (isElseIf && last?.role === 'else') wanted.splice(-2, 2, record.id, last.id);
    const rank = assignRanks(wanted, (id) => (id === record.id ? undefined : theirs.get(id)?.[order.rankField])).get(record.id);
    after = { ...after, [order.rankField]: rank ?? '' };
  }
  return after;
}

function buildRemoval(op: SyncOperation, t: AnyRecord, hash: string, theirs: Project): PreparedRequest {
  if (t.id === PROJECT_RECORD_ID || Object.values(theirs.projectRecord.roots).includes(t.id)) return waitingRequest;
  return toPreparedRequest(op, hash, removeRouteName(t), routeParams(t, theirs), undefined, removalChanges(theirs, t.id));
}

function removeRouteName(t: AnyRecord): string {
  if (t.kind === 'attribute') return `remove${ownerTypeName(t)}Attribute`;
  if (t.kind === 'condition') return t.role === 'else' ? 'removeElse' : 'removeElseIf';
  if (t.kind === 'componentAttachment') return 'detachComponent';
  return t.kind === 'audioAttachment' ? 'detachAudio' : `remove${capitalize(t.kind)}`;
}
