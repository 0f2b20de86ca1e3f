/** Projects, exports, comments, stylesheet. */
import { type RestExportFormat, restExportFormats } from '../export-formats.ts';
import { requestBodies } from '../request-bodies.ts';
import { defineRoutes, type RouteSpec, readRoute, writeRoute } from './route.ts';

export const projectRoutes = defineRoutes('Projects', [
  {
    name: 'listProjects',
    method: 'GET',
    path: '/workspace/projects',
    permission: 'listProjects',
    action: { do: 'own' },
    returns: 'array of {hash, name, updatedAt, createdAt, status}',
  },
  {
    name: 'listUserProjects',
    method: 'GET',
    path: '/user/projects',
    permission: 'listProjects',
    action: { do: 'own' },
    returns: 'array of {hash, name, updatedAt, createdAt, status}',
    deprecated: true,
  },
  {
    name: 'createProject',
    method: 'POST',
    path: '/workspace/projects',
    permission: 'createProjects',
    action: { do: 'own' },
    body: requestBodies.createProject,
    status: 201,
    returns: '{message, directory, projectId, hash}',
  },
  {
    name: 'importProject',
    method: 'POST',
    path: '/workspace/projects/import',
    permission: 'importProjects',
    action: { do: 'own' },
    body: requestBodies.importProject,
    status: 201,
    returns: '{hash, projectId, name}',
    countsAsTransfer: true,
  },
  {
    name: 'renameProject',
    method: 'PATCH',
    path: '/:hash',
    permission: 'edit',
    action: { do: 'own', as: { do: 'change', param: 'projectId', part: 'name' } },
    body: requestBodies.renameProject,
    returns: '{message}',
  },
  { name: 'removeProject', method: 'DELETE', path: '/:hash', permission: 'delete', action: { do: 'own' }, returns: '{message}' },
]);

const exportRoute = (format: RestExportFormat): RouteSpec => ({
  name: `export${format[0]?.toUpperCase()}${format.slice(1)}`,
  method: 'GET',
  path: `/:hash/${format}`,
  permission: { export: format },
  action: { do: 'own' },
  returns: `the ${format} export`,
  countsAsTransfer: true,
});
export const exportRoutes = defineRoutes('Exports', restExportFormats.map(exportRoute));

export const commentRoutes = defineRoutes('Comments', [
  readRoute('listComments', '/:hash/comments', 'array of threads with nested replies'),
]);

export const stylesheetRoutes = defineRoutes('Custom stylesheet', [
  readRoute('getCss', '/:hash/css', '{css}'),
  {
    ...writeRoute(
      'setCss',
      'PATCH',
      '/:hash/css',
      { do: 'own', as: { do: 'change', param: 'projectId', part: 'css' } },
      requestBodies.setCss,
    ),
    returns: '{css}',
  },
]);
