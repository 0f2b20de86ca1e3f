/** How the rows of the table are written. */
import type { z } from 'zod';
import type { PathParam, Route, RouteAction } from './route.ts';

/** A row as it is written: what follows from the rest of it is left out. */
export type RouteSpec = Omit<Route, 'section' | 'status' | 'returns'> & Partial<Pick<Route, 'status' | 'returns'>>;
export const defineRoutes = (section: string, rows: readonly RouteSpec[]): Route[] =>
  rows.map((row) => ({
    ...row,
    section,
    status: row.status ?? (row.returns === 'C' || row.action.do === 'create' ? 201 : 200),
    returns: row.returns ?? defaultReturn(row),
  }));
const defaultReturn = ({ action, name }: RouteSpec): string =>
  action.do === 'create' ? 'C' : action.do === 'read' || action.do === 'own' ? name : 'V';

export const readRoute = (name: string, path: string, returns: string): RouteSpec => ({
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
