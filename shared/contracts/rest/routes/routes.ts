/**
 * The REST interface as a table: service.md's endpoint list as data, in its order. The server, the client of the mirror,
 * the OpenAPI document and the conformance tests read it; a row says everything that is particular to its endpoint.
 */
import { boardRoutes, branchRoutes, connectionRoutes, jumperRoutes, noteRoutes } from './board-routes.ts';
import { assetRoutes, componentRoutes, variableRoutes } from './component-routes.ts';
import { attributeRoutes, elementRoutes } from './element-routes.ts';
import { commentRoutes, exportRoutes, projectRoutes, stylesheetRoutes } from './project-routes.ts';
import type { Route } from './route.ts';

export const routes: readonly Route[] = [
  ...projectRoutes,
  ...boardRoutes,
  ...elementRoutes,
  ...attributeRoutes,
  ...connectionRoutes,
  ...noteRoutes,
  ...jumperRoutes,
  ...branchRoutes,
  ...variableRoutes,
  ...componentRoutes,
  ...assetRoutes,
  ...exportRoutes,
  ...commentRoutes,
  ...stylesheetRoutes,
];
