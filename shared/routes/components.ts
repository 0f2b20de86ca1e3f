/** Variables, components, assets. */
import { requests } from '../requests.ts';
import { read, remove, section, write } from './rows.ts';

export const variables = section('Variables (global)', [
  read('getVariable', '/:hash/variable/:variableId', '{id, name, type, value, cType}'),
  write('createVariable', 'POST', '/:hash/variable', { do: 'create', kind: 'variable' }, requests.createVariable),
  write('changeVariable', 'PATCH', '/:hash/variable/:variableId', { do: 'change', of: 'variableId' }, requests.changeVariable),
  write('reorderVariable', 'PATCH', '/:hash/variable/:variableId/index', { do: 'move', of: 'variableId' }, requests.reorder),
  remove('removeVariable', '/:hash/variable/:variableId', 'variableId'),
]);

export const components = section('Components', [
  read('listComponents', '/:hash/component', 'tree array'),
  read('getComponent', '/:hash/component/:componentId', 'stored component or folder'),
  write('createComponent', 'POST', '/:hash/component', { do: 'create', kind: 'component' }, requests.createComponent),
  {
    ...write('changeComponent', 'PATCH', '/:hash/component/:componentId', { do: 'change', of: 'componentId' }, requests.changeComponent),
    paths: { fields: ['name'], forms: 'slashes' },
  },
  write(
    'moveComponent',
    'PATCH',
    '/:hash/component/:componentId/index',
    { do: 'move', of: 'componentId', to: 'parentId' },
    requests.moveInTree,
  ),
  remove('removeComponent', '/:hash/component/:componentId', 'componentId'),
  write('setComponentCover', 'PATCH', '/:hash/component/:componentId/cover', { do: 'change', of: 'componentId' }, requests.setCover),
  write('removeComponentCover', 'DELETE', '/:hash/component/:componentId/cover', {
    do: 'change',
    of: 'componentId',
    fields: { cover: null },
  }),
]);

export const assets = section('Assets', [
  read('listAssets', '/:hash/asset', 'tree array'),
  read('getAsset', '/:hash/asset/:assetId', 'asset or folder'),
  write('createAsset', 'POST', '/:hash/asset', { do: 'create', kind: 'asset' }, requests.createAsset),
  write('changeAsset', 'PATCH', '/:hash/asset/:assetId', { do: 'change', of: 'assetId' }, requests.changeAsset),
  write('moveAsset', 'PATCH', '/:hash/asset/:assetId/index', { do: 'move', of: 'assetId', to: 'parentId' }, requests.moveInTree),
  remove('removeAsset', '/:hash/asset/:assetId', 'assetId'),
  {
    name: 'downloadAsset',
    method: 'GET',
    path: '/:hash/asset/:assetId/file',
    needs: 'view',
    does: { do: 'own' },
    gives: 'the binary file',
  },
  {
    name: 'uploadAsset',
    method: 'POST',
    path: '/:hash/asset/upload',
    needs: 'edit',
    does: { do: 'own' },
    multipart: true,
    gives: '{filename, name, size}',
  },
  {
    name: 'uploadAndCreateAsset',
    method: 'POST',
    path: '/:hash/asset',
    needs: 'edit',
    does: { do: 'own' },
    multipart: true,
    status: 201,
    gives: 'C',
  },
]);
