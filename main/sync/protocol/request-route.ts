/** Determines the route of a request for an operation on a record, and its path. */

import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { SyncOperation } from '../plan/sync-operation.ts';
import type { RequestBody } from './request-bodies.ts';
import type { PreparedRequest, SyncRequest } from './sync-request.ts';

const lookupRoutes: { readonly [K in KindName]?: string } = { branch: 'getBranch', component: 'getComponent', element: 'getElement' };
const routesByName = new Map(routes.map((route) => [route.name, route]));
const changeConditionRoutes: Readonly<Record<string, string>> = { if: 'changeIf', elseIf: 'changeElseIf', else: 'changeElse' };
export const routeTakesIndex = (routeName: string): boolean => routesByName.get(routeName)?.body?.shape.index !== undefined;

type RouteParams = Readonly<Record<string, string>>;

export function toPreparedRequest(
  operation: SyncOperation,
  hash: string,
  name: string,
  params: RouteParams,
  body: RequestBody | undefined,
  expected: ChangeSet,
  details: Pick<SyncRequest, 'previousSibling' | 'conditions'> = {},
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
      ...details,
    },
  };
}

/** The parameters in the path of a record: its own id, and that of its owner. */
export function routeParams(record: AnyRecord, project: Project): RouteParams {
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

/** Empty if the kind is never looked up. */
export const lookupRouteName = (kind: KindName): string => lookupRoutes[kind] ?? '';

export function createRouteName(localRecord: AnyRecord): string {
  if (localRecord.kind === 'attribute') return `create${ownerTypeName(localRecord)}Attribute`;
  if (localRecord.kind === 'condition') return localRecord.role === 'else' ? 'createElse' : 'createElseIf';
  if (localRecord.kind === 'componentAttachment') return 'attachComponent';
  return localRecord.kind === 'audioAttachment' ? 'attachAudio' : `create${capitalize(localRecord.kind)}`;
}

/** `part`: see SyncOperation. */
export function changeRouteName(record: AnyRecord, part: string): string {
  switch (part) {
    case 'name':
      return 'renameProject';
    case 'css':
      return 'setCss';
    case 'startingElement':
      return 'setStartingElement';
    case 'cover':
      return `${record.cover === null ? 'remove' : 'set'}${capitalize(record.kind)}Cover`;
    case 'linkedBoard':
      return record.linkedBoard === null ? 'unlinkBoard' : 'linkBoard';
  }
  if (record.kind === 'condition') return changeConditionRoutes[String(record.role)] ?? '';
  if (record.kind === 'attribute') return `change${ownerTypeName(record)}Attribute`;
  return record.kind === 'audioAttachment' ? 'changeAudio' : `change${capitalize(record.kind)}`;
}

export function moveRouteName(localRecord: AnyRecord, list: string): string {
  if (list === 'outputs') return 'reorderOutput';
  if (localRecord.kind === 'attribute') return `reorder${ownerTypeName(localRecord)}Attribute`;
  if (localRecord.kind === 'condition') return 'reorderElseIf';
  if (localRecord.kind === 'audioAttachment') return 'moveAudio';
  return ['element', 'variable'].includes(localRecord.kind)
    ? `reorder${capitalize(localRecord.kind)}`
    : `move${capitalize(localRecord.kind)}`;
}

export function removeRouteName(remoteRecord: AnyRecord): string {
  if (remoteRecord.kind === 'attribute') return `remove${ownerTypeName(remoteRecord)}Attribute`;
  if (remoteRecord.kind === 'condition') return remoteRecord.role === 'else' ? 'removeElse' : 'removeElseIf';
  if (remoteRecord.kind === 'componentAttachment') return 'detachComponent';
  return remoteRecord.kind === 'audioAttachment' ? 'detachAudio' : `remove${capitalize(remoteRecord.kind)}`;
}
