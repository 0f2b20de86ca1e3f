/**
 * The REST API as a table: the endpoint list of service.md as data, in its order. The server, the sync client, the OpenAPI document and the
 * conformance tests read it. A row contains everything that is particular to its endpoint.
 */
import { boardContentRoutes, boardRoutes } from './board-routes.ts';
import { assetRoutes, componentRoutes, variableRoutes } from './component-routes.ts';
import { attributeRoutes, elementRoutes } from './element-routes.ts';
import { commentRoutes, exportRoutes, projectRoutes, stylesheetRoutes } from './project-routes.ts';
import type { Route } from './route.ts';

const rows = [
  ...projectRoutes,
  ...boardRoutes,
  ...elementRoutes,
  ...attributeRoutes,
  ...boardContentRoutes,
  ...variableRoutes,
  ...componentRoutes,
  ...assetRoutes,
  ...exportRoutes,
  ...commentRoutes,
  ...stylesheetRoutes,
  // Otherwise rows whose names are not known would absorb those whose names are.
] as const;

export const routes: readonly Route[] = rows;

/** The names of the rows that only read a project. */
export type ReadRouteName = Extract<(typeof rows)[number], { readonly action: { readonly do: 'read' } }>['name'];
