/** Variables, components, assets. */
import { requestBodies } from '../request-bodies.ts';
import { defineRoutes, readRoute, removeRoute, writeRoute } from './route.ts';

export const variableRoutes = defineRoutes('Variables (global)', [
  readRoute('getVariable', '/:hash/variable/:variableId', '{id, name, type, value, cType}'),
  writeRoute('createVariable', 'POST', '/:hash/variable', { do: 'create', kind: 'variable' }, requestBodies.createVariable),
  writeRoute('changeVariable', 'PATCH', '/:hash/variable/:variableId', { do: 'change', param: 'variableId' }, requestBodies.changeVariable),
  writeRoute('reorderVariable', 'PATCH', '/:hash/variable/:variableId/index', { do: 'move', param: 'variableId' }, requestBodies.reorder),
  removeRoute('removeVariable', '/:hash/variable/:variableId', 'variableId'),
]);

export const componentRoutes = defineRoutes('Components', [
  readRoute('listComponents', '/:hash/component', 'tree array'),
  readRoute('getComponent', '/:hash/component/:componentId', 'stored component or folder'),
  writeRoute('createComponent', 'POST', '/:hash/component', { do: 'create', kind: 'component' }, requestBodies.createComponent),
  {
    ...writeRoute(
      'changeComponent',
      'PATCH',
      '/:hash/component/:componentId',
      { do: 'change', param: 'componentId' },
      requestBodies.changeComponent,
    ),
    pathKeys: { fields: ['name'], notation: 'slashes' },
  },
  writeRoute(
    'moveComponent',
    'PATCH',
    '/:hash/component/:componentId/index',
    { do: 'move', param: 'componentId', to: 'parentId' },
    requestBodies.moveInTree,
  ),
  removeRoute('removeComponent', '/:hash/component/:componentId', 'componentId'),
  writeRoute(
    'setComponentCover',
    'PATCH',
    '/:hash/component/:componentId/cover',
    { do: 'change', param: 'componentId', part: 'cover' },
    requestBodies.setCover,
  ),
  writeRoute('removeComponentCover', 'DELETE', '/:hash/component/:componentId/cover', {
    do: 'change',
    param: 'componentId',
    part: 'cover',
    fields: { cover: null },
  }),
]);

export const assetRoutes = defineRoutes('Assets', [
  readRoute('listAssets', '/:hash/asset', 'tree array'),
  readRoute('getAsset', '/:hash/asset/:assetId', 'asset or folder'),
  writeRoute('createAsset', 'POST', '/:hash/asset', { do: 'create', kind: 'asset' }, requestBodies.createAsset),
  writeRoute('changeAsset', 'PATCH', '/:hash/asset/:assetId', { do: 'change', param: 'assetId' }, requestBodies.changeAsset),
  writeRoute(
    'moveAsset',
    'PATCH',
    '/:hash/asset/:assetId/index',
    { do: 'move', param: 'assetId', to: 'parentId' },
    requestBodies.moveInTree,
  ),
  removeRoute('removeAsset', '/:hash/asset/:assetId', 'assetId'),
  {
    name: 'downloadAsset',
    method: 'GET',
    path: '/:hash/asset/:assetId/file',
    permission: 'view',
    action: { do: 'own' },
    returns: 'the binary file',
  },
  {
    name: 'uploadAsset',
    method: 'POST',
    path: '/:hash/asset/upload',
    permission: 'edit',
    action: { do: 'own' },
    multipart: true,
    returns: '{filename, name, size}',
  },
  {
    name: 'uploadAndCreateAsset',
    method: 'POST',
    path: '/:hash/asset',
    permission: 'edit',
    action: { do: 'own' },
    multipart: true,
    status: 201,
    returns: 'C',
  },
]);
