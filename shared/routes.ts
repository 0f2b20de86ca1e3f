/**
 * The REST interface as a table: service.md's endpoint list as data. The server, the client of the mirror, the OpenAPI
 * document and the conformance tests read it; a row says everything that is particular to its endpoint.
 * Paths are below /api/v1 (and, as aliases, below /api).
 */
import type { z } from 'zod';
import type { ExportFormat } from './findings.ts';
import type { KindName } from './kinds/all.ts';
import { requests } from './requests.ts';

/** What the member who made the key must be allowed ([Authentication 5]). */
export type Needs = 'listProjects' | 'createProjects' | 'importProjects' | 'view' | 'edit' | 'delete' | { readonly export: ExportFormat };

/** Parameters of paths, and of what kind the record is that each one names. */
export const paramKinds = {
  boardId: 'board',
  elementId: 'element',
  connectionId: 'connection',
  componentAttachmentId: 'componentAttachment',
  audioAttachmentId: 'audioAttachment',
  attributeId: 'attribute',
  noteId: 'note',
  jumperId: 'jumper',
  branchId: 'branch',
  conditionId: 'condition',
  variableId: 'variable',
  componentId: 'component',
  assetId: 'asset',
} as const satisfies Readonly<Record<string, KindName>>;
export type Param = keyof typeof paramKinds;

/** What a request comes to. `of` names the parameter that says which record; without it the row's own code finds it. */
export type Does =
  | { readonly do: 'read' }
  | { readonly do: 'own' }
  | { readonly do: 'create'; readonly kind: KindName; readonly fields?: Readonly<Record<string, unknown>> }
  | { readonly do: 'change'; readonly of: Param; readonly fields?: Readonly<Record<string, unknown>> }
  | { readonly do: 'move'; readonly of: Param; readonly to?: 'parentId' | 'targetElementId'; readonly list?: 'outputs' }
  | { readonly do: 'remove'; readonly of: Param };

export interface Route {
  /** The operation's name, once in the table. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly needs: Needs;
  readonly does: Does;
  readonly body?: z.ZodObject;
  /** A multipart stream instead of JSON. */
  readonly multipart?: true;
  /** Fields that may also be written by path-style keys ([Elements] path-style localized keys), and the forms they take. */
  readonly paths?: { readonly fields: readonly string[]; readonly forms: 'all' | 'slashes' };
  readonly status: 200 | 201;
  /** `C` and `V` are the envelopes; else what is answered, in words. */
  readonly gives: string;
  /** Counts as an import or export too ([Limits 2]). */
  readonly transfer?: true;
  readonly deprecated?: true;
  /** The heading of service.md. */
  readonly rule: string;
}

type Row = Omit<Route, 'rule' | 'status' | 'gives'> & Partial<Pick<Route, 'status' | 'gives'>>;
const section = (rule: string, rows: readonly Row[]): Route[] =>
  rows.map((row) => ({
    ...row,
    rule,
    status: row.status ?? (row.gives === 'C' || row.does.do === 'create' ? 201 : 200),
    gives: row.gives ?? envelopeOf(row),
  }));
const envelopeOf = ({ does, name }: Row): string => (does.do === 'create' ? 'C' : does.do === 'read' || does.do === 'own' ? name : 'V');

const read = (name: string, path: string, gives: string): Row => ({
  name,
  method: 'GET',
  path,
  needs: 'view',
  does: { do: 'read' },
  gives,
});
const write = (name: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, does: Does, body?: z.ZodObject): Row => ({
  name,
  method,
  path,
  needs: 'edit',
  does,
  ...(body && { body }),
});
const remove = (name: string, path: string, of: Param): Row => write(name, 'DELETE', path, { do: 'remove', of });

const projects = section('Projects', [
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

const boards = section('Boards and folders', [
  read('listBoards', '/:hash/board', 'array of board tree entries including the root'),
  read('getBoard', '/:hash/board/:boardId', 'stored board'),
  read('listBoardElements', '/:hash/board/:boardId/elements', 'array of element list items'),
  read('listBoardNotes', '/:hash/board/:boardId/notes', 'array of note list items in board order'),
  read('listBoardJumpers', '/:hash/board/:boardId/jumpers', 'array of jumper list items in board order'),
  read('listBoardBranches', '/:hash/board/:boardId/branches', 'array of branch list items in board order'),
  read('listBoardConnections', '/:hash/board/:boardId/connections', 'array of connection list items in board order'),
  write('createBoard', 'POST', '/:hash/board', { do: 'create', kind: 'board' }, requests.createBoard),
  write('changeBoard', 'PATCH', '/:hash/board/:boardId', { do: 'change', of: 'boardId' }, requests.changeBoard),
  write('moveBoard', 'PATCH', '/:hash/board/:boardId/index', { do: 'move', of: 'boardId', to: 'parentId' }, requests.moveInTree),
  remove('removeBoard', '/:hash/board/:boardId', 'boardId'),
]);

const one = '/:hash/element/:elementId';
const elements = section('Elements', [
  write('createElement', 'POST', '/:hash/element', { do: 'create', kind: 'element' }, requests.createElement),
  read('getElement', one, 'stored element'),
  {
    ...write('changeElement', 'PATCH', one, { do: 'change', of: 'elementId' }, requests.changeElement),
    paths: { fields: ['title', 'content'], forms: 'all' },
  },
  write('reorderElement', 'PATCH', `${one}/index`, { do: 'move', of: 'elementId' }, requests.reorder),
  remove('removeElement', one, 'elementId'),
  write(
    'reorderOutput',
    'PATCH',
    `${one}/output/:connectionId/index`,
    { do: 'move', of: 'connectionId', list: 'outputs' },
    requests.reorder,
  ),
  { ...write('setStartingElement', 'PATCH', '/:hash/starting-element', { do: 'own' }, requests.setStartingElement), gives: 'V' },
  write('attachComponent', 'POST', `${one}/component`, { do: 'create', kind: 'componentAttachment' }, requests.attachComponent),
  write(
    'moveComponentAttachment',
    'PATCH',
    `${one}/component/:componentAttachmentId/index`,
    { do: 'move', of: 'componentAttachmentId', to: 'targetElementId' },
    requests.moveAttachment,
  ),
  remove('detachComponent', `${one}/component/:componentAttachmentId`, 'componentAttachmentId'),
  write('attachAudio', 'POST', `${one}/audio`, { do: 'create', kind: 'audioAttachment' }, requests.attachAudio),
  write('changeAudio', 'PATCH', `${one}/audio/:audioAttachmentId`, { do: 'change', of: 'audioAttachmentId' }, requests.changeAudio),
  write(
    'moveAudio',
    'PATCH',
    `${one}/audio/:audioAttachmentId/index`,
    { do: 'move', of: 'audioAttachmentId', to: 'targetElementId' },
    requests.moveAttachment,
  ),
  remove('detachAudio', `${one}/audio/:audioAttachmentId`, 'audioAttachmentId'),
  write('setElementCover', 'PATCH', `${one}/cover`, { do: 'change', of: 'elementId' }, requests.setCover),
  write('removeElementCover', 'DELETE', `${one}/cover`, { do: 'change', of: 'elementId', fields: { cover: null } }),
  { ...write('linkBoard', 'PATCH', `${one}/linked-board`, { do: 'own' }, requests.linkBoard), gives: 'V' },
  write('unlinkBoard', 'DELETE', `${one}/linked-board`, { do: 'change', of: 'elementId', fields: { linkedBoard: null } }),
]);

const attributesOf = (owner: 'Element' | 'Board' | 'Component'): Row[] => {
  const kind = owner.toLowerCase();
  const base = `/:hash/${kind}/:${kind}Id`;
  const item = `${base}/attribute/:attributeId`;
  const [create, change] =
    owner === 'Element'
      ? [requests.createElementAttribute, requests.changeElementAttribute]
      : [requests.createAttribute, requests.changeAttribute];
  return [
    read(`get${owner}Attributes`, `${base}/attributes`, 'array in display order'),
    read(`get${owner}Attribute`, item, 'stored attribute'),
    write(
      `create${owner}Attribute`,
      'POST',
      `${base}/attribute`,
      { do: 'create', kind: 'attribute', fields: { cType: `${kind}s` } },
      create,
    ),
    write(`change${owner}Attribute`, 'PATCH', item, { do: 'change', of: 'attributeId' }, change),
    write(`reorder${owner}Attribute`, 'PATCH', `${item}/index`, { do: 'move', of: 'attributeId' }, requests.reorder),
    remove(`remove${owner}Attribute`, item, 'attributeId'),
  ];
};
const attributes = section('Attributes', [
  read('getAttribute', '/:hash/attribute/:attributeId', 'stored attribute'),
  ...attributesOf('Element'),
  ...attributesOf('Board'),
  ...attributesOf('Component'),
]);

const connections = section('Connections', [
  write('createConnection', 'POST', '/:hash/connection', { do: 'create', kind: 'connection' }, requests.createConnection),
  read('getConnection', '/:hash/connection/:connectionId', 'stored connection'),
  {
    ...write(
      'changeConnection',
      'PATCH',
      '/:hash/connection/:connectionId',
      { do: 'change', of: 'connectionId' },
      requests.changeConnection,
    ),
    paths: { fields: ['label'], forms: 'slashes' },
  },
  remove('removeConnection', '/:hash/connection/:connectionId', 'connectionId'),
]);

const notes = section('Notes', [
  write('createNote', 'POST', '/:hash/note', { do: 'create', kind: 'note' }, requests.createNote),
  read('getNote', '/:hash/note/:noteId', 'stored note'),
  write('changeNote', 'PATCH', '/:hash/note/:noteId', { do: 'change', of: 'noteId' }, requests.changeNote),
  remove('removeNote', '/:hash/note/:noteId', 'noteId'),
]);

const jumpers = section('Jumpers', [
  write('createJumper', 'POST', '/:hash/jumper', { do: 'create', kind: 'jumper' }, requests.createJumper),
  read('getJumper', '/:hash/jumper/:jumperId', 'stored jumper'),
  write('changeJumper', 'PATCH', '/:hash/jumper/:jumperId', { do: 'change', of: 'jumperId' }, requests.changeJumper),
  remove('removeJumper', '/:hash/jumper/:jumperId', 'jumperId'),
]);

const fork = '/:hash/branch/:branchId';
const elseIf = `${fork}/else-if-condition`;
const branches = section('Branches and conditions', [
  { ...write('createBranch', 'POST', '/:hash/branch', { do: 'own' }, requests.createBranch), gives: 'C' },
  read('getBranch', fork, 'branch with expanded conditions'),
  { ...write('changeBranch', 'PATCH', fork, { do: 'own' }, requests.changeBranch), gives: 'V' },
  remove('removeBranch', fork, 'branchId'),
  { ...write('changeIf', 'PATCH', `${fork}/if-condition`, { do: 'own' }, requests.setScript), gives: 'V' },
  write('createElseIf', 'POST', elseIf, { do: 'create', kind: 'condition', fields: { role: 'elseIf' } }, requests.createCondition),
  write('changeElseIf', 'PATCH', `${elseIf}/:conditionId`, { do: 'change', of: 'conditionId' }, requests.setScript),
  write('reorderElseIf', 'PATCH', `${elseIf}/:conditionId/index`, { do: 'move', of: 'conditionId' }, requests.reorder),
  remove('removeElseIf', `${elseIf}/:conditionId`, 'conditionId'),
  write(
    'createElse',
    'POST',
    `${fork}/else-condition`,
    { do: 'create', kind: 'condition', fields: { role: 'else' } },
    requests.createCondition,
  ),
  { ...write('changeElse', 'PATCH', `${fork}/else-condition`, { do: 'own' }, requests.setScript), gives: 'V' },
  { ...write('removeElse', 'DELETE', `${fork}/else-condition`, { do: 'own' }), gives: 'V' },
]);

const variables = section('Variables (global)', [
  read('getVariable', '/:hash/variable/:variableId', '{id, name, type, value, cType}'),
  write('createVariable', 'POST', '/:hash/variable', { do: 'create', kind: 'variable' }, requests.createVariable),
  write('changeVariable', 'PATCH', '/:hash/variable/:variableId', { do: 'change', of: 'variableId' }, requests.changeVariable),
  write('reorderVariable', 'PATCH', '/:hash/variable/:variableId/index', { do: 'move', of: 'variableId' }, requests.reorder),
  remove('removeVariable', '/:hash/variable/:variableId', 'variableId'),
]);

const components = section('Components', [
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

const assets = section('Assets', [
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

const exportAs = (format: ExportFormat): Row => ({
  name: `export${format[0]?.toUpperCase()}${format.slice(1)}`,
  method: 'GET',
  path: `/:hash/${format}`,
  needs: { export: format },
  does: { do: 'own' },
  gives: `the ${format} export`,
  transfer: true,
});
const exports = section('Exports', [exportAs('json'), exportAs('unity'), exportAs('unreal'), exportAs('godot')]);

const comments = section('Comments', [read('listComments', '/:hash/comments', 'array of threads with nested replies')]);

const stylesheet = section('Custom stylesheet', [
  read('getCss', '/:hash/css', '{css}'),
  { ...write('setCss', 'PATCH', '/:hash/css', { do: 'own' }, requests.setCss), gives: '{css}' },
]);

export const routes: readonly Route[] = [
  ...projects,
  ...boards,
  ...elements,
  ...attributes,
  ...connections,
  ...notes,
  ...jumpers,
  ...branches,
  ...variables,
  ...components,
  ...assets,
  ...exports,
  ...comments,
  ...stylesheet,
];
