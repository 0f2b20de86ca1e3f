/** Boards and their items, except elements. */
import { createBody, requestBodies, updateBody } from '../request-bodies.ts';
import { defineRoutes, readRoute, removeRoute, writeRoute } from './route.ts';

export const boardRoutes = defineRoutes('Boards and folders', [
  readRoute('listBoards', '/:hash/board', 'array of board tree entries including the root'),
  readRoute('getBoard', '/:hash/board/:boardId', 'stored board'),
  readRoute('listBoardElements', '/:hash/board/:boardId/elements', 'array of element list items'),
  readRoute('listBoardNotes', '/:hash/board/:boardId/notes', 'array of note list items in board order'),
  readRoute('listBoardJumpers', '/:hash/board/:boardId/jumpers', 'array of jumper list items in board order'),
  readRoute('listBoardBranches', '/:hash/board/:boardId/branches', 'array of branch list items in board order'),
  readRoute('listBoardConnections', '/:hash/board/:boardId/connections', 'array of connection list items in board order'),
  writeRoute('createBoard', 'POST', '/:hash/board', { do: 'create', kind: 'board' }, requestBodies.createBoard),
  writeRoute('changeBoard', 'PATCH', '/:hash/board/:boardId', { do: 'change', param: 'boardId' }, requestBodies.changeBoard),
  writeRoute(
    'moveBoard',
    'PATCH',
    '/:hash/board/:boardId/index',
    { do: 'move', param: 'boardId', to: 'parentId' },
    requestBodies.moveInTree,
  ),
  removeRoute('removeBoard', '/:hash/board/:boardId', 'boardId'),
]);

const connectionRoutes = defineRoutes('Connections', [
  writeRoute('createConnection', 'POST', '/:hash/connection', { do: 'create', kind: 'connection' }, requestBodies.createConnection),
  readRoute('getConnection', '/:hash/connection/:connectionId', 'stored connection'),
  {
    ...writeRoute(
      'changeConnection',
      'PATCH',
      '/:hash/connection/:connectionId',
      { do: 'change', param: 'connectionId' },
      requestBodies.changeConnection,
    ),
    pathKeys: { fields: ['label'], notation: 'slashes' },
  },
  removeRoute('removeConnection', '/:hash/connection/:connectionId', 'connectionId'),
]);

const noteRoutes = defineRoutes('Notes', [
  writeRoute('createNote', 'POST', '/:hash/note', { do: 'create', kind: 'note' }, requestBodies.createNote),
  readRoute('getNote', '/:hash/note/:noteId', 'stored note'),
  writeRoute('changeNote', 'PATCH', '/:hash/note/:noteId', { do: 'change', param: 'noteId' }, requestBodies.changeNote),
  removeRoute('removeNote', '/:hash/note/:noteId', 'noteId'),
]);

const jumperRoutes = defineRoutes('Jumpers', [
  writeRoute('createJumper', 'POST', '/:hash/jumper', { do: 'create', kind: 'jumper' }, createBody('jumper', { hasIndex: false })),
  readRoute('getJumper', '/:hash/jumper/:jumperId', 'stored jumper'),
  writeRoute('changeJumper', 'PATCH', '/:hash/jumper/:jumperId', { do: 'change', param: 'jumperId' }, updateBody('jumper')),
  removeRoute('removeJumper', '/:hash/jumper/:jumperId', 'jumperId'),
]);

const branchPath = '/:hash/branch/:branchId';
const elseIfPath = `${branchPath}/else-if-condition`;
const branchRoutes = defineRoutes('Branches and conditions', [
  {
    ...writeRoute('createBranch', 'POST', '/:hash/branch', { do: 'own', as: { do: 'create', kind: 'branch' } }, requestBodies.createBranch),
    returns: 'C',
  },
  readRoute('getBranch', branchPath, 'branch with expanded conditions'),
  {
    ...writeRoute('changeBranch', 'PATCH', branchPath, { do: 'own', as: { do: 'change', param: 'branchId' } }, requestBodies.changeBranch),
    returns: 'V',
  },
  removeRoute('removeBranch', branchPath, 'branchId'),
  {
    ...writeRoute(
      'changeIf',
      'PATCH',
      `${branchPath}/if-condition`,
      { do: 'own', as: { do: 'change', param: 'conditionId', fields: { role: 'if' } } },
      requestBodies.setScript,
    ),
    returns: 'V',
  },
  writeRoute(
    'createElseIf',
    'POST',
    elseIfPath,
    { do: 'create', kind: 'condition', fields: { role: 'elseIf' } },
    requestBodies.createCondition,
  ),
  writeRoute('changeElseIf', 'PATCH', `${elseIfPath}/:conditionId`, { do: 'change', param: 'conditionId' }, requestBodies.setScript),
  writeRoute('reorderElseIf', 'PATCH', `${elseIfPath}/:conditionId/index`, { do: 'move', param: 'conditionId' }, requestBodies.reorder),
  removeRoute('removeElseIf', `${elseIfPath}/:conditionId`, 'conditionId'),
  writeRoute(
    'createElse',
    'POST',
    `${branchPath}/else-condition`,
    { do: 'create', kind: 'condition', fields: { role: 'else' } },
    requestBodies.createCondition,
  ),
  {
    ...writeRoute(
      'changeElse',
      'PATCH',
      `${branchPath}/else-condition`,
      { do: 'own', as: { do: 'change', param: 'conditionId', fields: { role: 'else' } } },
      requestBodies.setScript,
    ),
    returns: 'V',
  },
  {
    ...writeRoute('removeElse', 'DELETE', `${branchPath}/else-condition`, {
      do: 'own',
      as: { do: 'remove', param: 'conditionId', fields: { role: 'else' } },
    }),
    returns: 'V',
  },
]);

/** The routes of what a board contains, except elements. */
export const boardContentRoutes = [...connectionRoutes, ...noteRoutes, ...jumperRoutes, ...branchRoutes] as const;
