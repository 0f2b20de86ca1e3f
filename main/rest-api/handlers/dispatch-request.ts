/** Handles a request that has passed all checks: a read, a write, or a route with its own handler. */

import type { ReadRouteName } from '../../../shared/contracts/rest/routes/routes.ts';
import type { ApiRequest, RestApiDeps } from '../api-request.ts';
import { jsonResponse } from '../http/responses.ts';
import { downloadAsset, uploadAndCreateAsset, uploadAsset } from './asset-files.ts';
import { handleExport } from './export-handler.ts';
import { createProject, importProject, listProjects, removeProject, renameProject } from './projects.ts';
import { readHandlers } from './read-handlers.ts';
import { handleWrite } from './write-handler.ts';

type RouteHandler = (apiRequest: ApiRequest, deps: RestApiDeps) => Response | Promise<Response>;

const specialHandlers: Readonly<Record<string, RouteHandler>> = {
  listProjects,
  listUserProjects: listProjects,
  createProject,
  importProject,
  renameProject,
  removeProject,
  downloadAsset,
  uploadAsset,
  uploadAndCreateAsset,
};

export async function dispatchRequest(apiRequest: ApiRequest, deps: RestApiDeps): Promise<Response> {
  const { route, params, hash } = apiRequest;
  const special = specialHandlers[route.name];
  if (special) return special(apiRequest, deps);
  await deps.engine.openProject(hash);
  const project = deps.engine.getProject(hash);
  // The rows that read a project have these names.
  if (route.action.do === 'read') return jsonResponse(readHandlers[route.name as ReadRouteName](project, params));
  if (typeof route.permission === 'object') return handleExport(apiRequest, route.permission.export, deps);
  return handleWrite(apiRequest, deps);
}
