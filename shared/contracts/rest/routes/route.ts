/** An endpoint as a row of data. Paths are below /api/v1 (and, as aliases, below /api). */
import type { z } from 'zod';
import { type KindName, kindNames } from '../../../model/kinds/kinds.ts';
import type { RestExportFormat } from '../export-formats.ts';

/** The permission that the member who created the key must have ([Authentication 5]). */
export type RequiredPermission =
  | 'listProjects'
  | 'createProjects'
  | 'importProjects'
  | 'view'
  | 'edit'
  | 'delete'
  | { readonly export: RestExportFormat };

/** A parameter of a path, which names a record of the kind. */
export type PathParam = `${KindName}Id`;
// Each kind has one entry, as the type states.
export const pathParamKinds = Object.fromEntries(kindNames.map((kind) => [`${kind}Id`, kind])) as Readonly<Record<PathParam, KindName>>;

/**
 * What a request does to one record. `param` names the parameter that identifies the record. `fields` are values that the record has then, whatever the
 * body contains. `part` is the only field that a change sets, which has a route of its own.
 */
export type RecordAction = { readonly fields?: Readonly<Record<string, unknown>> } & (
  | { readonly do: 'create'; readonly kind: KindName }
  | { readonly do: 'change'; readonly param: PathParam; readonly part?: string }
  | { readonly do: 'move'; readonly param: PathParam; readonly to?: 'parentId' | 'targetElementId'; readonly list?: 'outputs' }
  | { readonly do: 'remove'; readonly param: PathParam }
);

/** What a request does. `own`: the route's handler does everything; `as` says which action on a record that is, for clients that look for its route. */
type RouteAction = RecordAction | { readonly do: 'read' } | { readonly do: 'own'; readonly as?: RecordAction };

export interface Route {
  /** The operation's name, once in the table. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly permission: RequiredPermission;
  readonly action: RouteAction;
  readonly body?: z.ZodObject;
  /** A multipart stream instead of JSON. */
  readonly multipart?: true;
  /** Fields that may also be set by path-style keys ([Elements] path-style localized keys), and the notations of the keys. */
  readonly pathKeys?: { readonly fields: readonly string[]; readonly notation: 'any' | 'slashes' };
  readonly status: 200 | 201;
  /** `C` and `V` are the envelopes; else a description of the reply. */
  readonly returns: string;
  /** The reply, if it is not in the table of replies. */
  readonly reply?: z.ZodType;
  /** Counts as an import or export too ([Limits 2]). */
  readonly countsAsTransfer?: true;
  readonly deprecated?: true;
  /** The heading of service.md under which the endpoint is specified. */
  readonly section: string;
}

/** A row as it is written. What follows from the rest of the row may be left out. */
export type RouteSpec = Omit<Route, 'section' | 'status' | 'returns'> & Partial<Pick<Route, 'status' | 'returns'>>;
/** A route with the literal types of its row, from which the names of all read routes follow. */
type RouteOf<R> = R extends RouteSpec ? Route & Pick<R, 'name' | 'action'> : never;
export const defineRoutes = <const R extends readonly RouteSpec[]>(section: string, rows: R): RouteOf<R[number]>[] =>
  // Each route has the name and the action of its row.
  rows.map((row) => ({
    ...row,
    section,
    status: row.status ?? (row.returns === 'C' || row.action.do === 'create' ? 201 : 200),
    returns: row.returns ?? defaultReturn(row),
  })) as unknown as RouteOf<R[number]>[];

function defaultReturn({ action, name }: RouteSpec): string {
  if (action.do === 'create') return 'C';
  return action.do === 'read' || action.do === 'own' ? name : 'V';
}

interface ReadRouteSpec<N extends string> extends RouteSpec {
  readonly name: N;
  readonly action: { readonly do: 'read' };
}

/** Needs a handler in main/rest-api/handlers/read-handlers.ts, as its type says. */
export const readRoute = <const N extends string>(name: N, path: string, returns: string): ReadRouteSpec<N> => ({
  name,
  method: 'GET',
  path,
  permission: 'view',
  action: { do: 'read' },
  returns,
});
export const writeRoute = (
  name: string,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  action: RouteAction,
  body?: z.ZodObject,
): RouteSpec => ({
  name,
  method,
  path,
  permission: 'edit',
  action,
  ...(body && { body }),
});
export const removeRoute = (name: string, path: string, param: PathParam): RouteSpec =>
  writeRoute(name, 'DELETE', path, { do: 'remove', param });
