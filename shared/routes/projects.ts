/** Projects, exports, comments, stylesheet. */
import type { ExportFormat } from '../findings.ts';
import { requests } from '../requests.ts';
import { type Row, read, section, write } from './rows.ts';

export const projects = section('Projects', [
  {
    name: 'listProjects',
    method: 'GET',
    path: '/workspace/projects',
    needs: 'listProjects',
    does: { do: 'own' },
    gives: 'array of {hash, name, updatedAt, createdAt, status}',
  },
  {
    name: 'listUserProjects',
    method: 'GET',
    path: '/user/projects',
    needs: 'listProjects',
    does: { do: 'own' },
    gives: 'array of {hash, name, updatedAt, createdAt, status}',
    deprecated: true,
  },
  {
    name: 'createProject',
    method: 'POST',
    path: '/workspace/projects',
    needs: 'createProjects',
    does: { do: 'own' },
    body: requests.createProject,
    status: 201,
    gives: '{message, directory, projectId, hash}',
  },
  {
    name: 'importProject',
    method: 'POST',
    path: '/workspace/projects/import',
    needs: 'importProjects',
    does: { do: 'own' },
    body: requests.importProject,
    status: 201,
    gives: '{hash, projectId, name}',
    transfer: true,
  },
  {
    name: 'renameProject',
    method: 'PATCH',
    path: '/:hash',
    needs: 'edit',
    does: { do: 'own' },
    body: requests.renameProject,
    gives: '{message}',
  },
  { name: 'removeProject', method: 'DELETE', path: '/:hash', needs: 'delete', does: { do: 'own' }, gives: '{message}' },
]);

const exportAs = (format: ExportFormat): Row => ({
  name: `export${format[0]?.toUpperCase()}${format.slice(1)}`,
  method: 'GET',
  path: `/:hash/${format}`,
  needs: { export: format },
  does: { do: 'own' },
  gives: `the ${format} export`,
  transfer: true,
});
export const exports = section('Exports', [exportAs('json'), exportAs('unity'), exportAs('unreal'), exportAs('godot')]);

export const comments = section('Comments', [read('listComments', '/:hash/comments', 'array of threads with nested replies')]);

export const stylesheet = section('Custom stylesheet', [
  read('getCss', '/:hash/css', '{css}'),
  { ...write('setCss', 'PATCH', '/:hash/css', { do: 'own' }, requests.setCss), gives: '{css}' },
]);
