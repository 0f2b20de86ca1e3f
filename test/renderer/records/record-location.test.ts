/** On which board a record is, and what represents it there. */
import { expect, test } from 'vitest';
import { boardIdOf, boardLocationOf } from '../../../renderer/records/record-location.ts';
import { arrow, branchRecords, elementAt, projectOf, record } from '../../story-records.ts';

const author = { id: 1, fullName: null };
const project = projectOf(
  elementAt('a', 0, 0),
  elementAt('b', 0, 300),
  arrow('way', 'a', 'b'),
  ...branchRecords(0, 600),
  record('jumper', 'jump', { boardId: 'board', x: 0, y: 900, elementId: 'a' }),
  record('component', 'person', { parentId: 'croot', name: {} }),
  record('componentAttachment', 'cast', { elementId: 'a', componentId: 'person' }),
  record('attribute', 'of-element', { cId: 'a', cType: 'elements', name: 'mood', value: { type: 'integer', data: 1 } }),
  record('attribute', 'of-board', { cId: 'board', cType: 'boards', name: 'lamps', value: { type: 'integer', data: 1 } }),
  record('attribute', 'of-component', { cId: 'person', cType: 'components', name: 'age', value: { type: 'integer', data: 1 } }),
  record('comment', 'thread', { boardId: 'board', x: 0, y: 0, content: '', author }),
  record('reply', 'answer', { commentId: 'thread', content: '', author }),
);
const boardOf = (id: string): string | null => {
  const found = project.get(id);
  return found ? boardIdOf(project, found) : expect.unreachable(id);
};

test.each([
  ['a', 'a'],
  ['way', 'way'],
  ['jump', 'jump'],
  ['c-if', 'fork'],
  ['cast', 'a'],
  ['of-element', 'a'],
  ['thread', 'thread'],
  ['answer', 'thread'],
  ['of-board', null],
  ['board', null],
])('%s is on the board, where %s is selected', (id, itemId) => {
  expect(boardOf(id)).toBe('board');
  expect(boardLocationOf(project, id)).toEqual({ boardId: 'board', itemId });
});

test.each(['person', 'of-component'])('%s is on no board', (id) => {
  expect(boardOf(id)).toBeNull();
  expect(boardLocationOf(project, id)).toBeUndefined();
});

test('a folder of boards is found as itself, but is no board to show', () => {
  expect(boardOf('root')).toBe('root');
  expect(boardLocationOf(project, 'root')).toBeUndefined();
  expect(boardLocationOf(project, 'missing')).toBeUndefined();
});
