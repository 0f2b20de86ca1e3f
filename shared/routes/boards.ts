/** Boards, and what stands on them beside elements. */
import { requests } from '../requests.ts';
import { read, remove, section, write } from './rows.ts';

export const boards = section('Boards and folders', [
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

export const connections = section('Connections', [
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

export const notes = section('Notes', [
  write('createNote', 'POST', '/:hash/note', { do: 'create', kind: 'note' }, requests.createNote),
  read('getNote', '/:hash/note/:noteId', 'stored note'),
  write('changeNote', 'PATCH', '/:hash/note/:noteId', { do: 'change', of: 'noteId' }, requests.changeNote),
  remove('removeNote', '/:hash/note/:noteId', 'noteId'),
]);

export const jumpers = section('Jumpers', [
  write('createJumper', 'POST', '/:hash/jumper', { do: 'create', kind: 'jumper' }, requests.createJumper),
  read('getJumper', '/:hash/jumper/:jumperId', 'stored jumper'),
  write('changeJumper', 'PATCH', '/:hash/jumper/:jumperId', { do: 'change', of: 'jumperId' }, requests.changeJumper),
  remove('removeJumper', '/:hash/jumper/:jumperId', 'jumperId'),
]);

const fork = '/:hash/branch/:branchId';
const elseIf = `${fork}/else-if-condition`;
export const branches = section('Branches and conditions', [
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
