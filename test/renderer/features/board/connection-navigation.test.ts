import { describe, expect, test } from 'vitest';
import {
  inputConnections,
  outputConnections,
  stepAlongConnections,
  withFollowing,
} from '../../../../renderer/features/board/actions/connection-navigation.ts';
import { arrow, branchRecords, elementAt, projectOf, record } from '../../../story-records.ts';

const story = () =>
  projectOf(
    elementAt('one', 0, 0),
    elementAt('two', 400, 0),
    elementAt('three', 400, 300),
    ...branchRecords(800, 0),
    record('note', 'remark', { boardId: 'board', x: 0, y: 900 }),
    arrow('a', 'one', 'two'),
    arrow('b', 'one', 'three'),
    arrow('d', 'two', 'fork', 'branches'),
    arrow('e', 'c-else', 'one'),
    arrow('f', 'c-if', 'three'),
  );

describe('[Canvas] navigation along connections', () => {
  test('what follows items is all that connections lead to from them, through branches and in circles', () => {
    const project = story();
    expect([...withFollowing(project, ['two'])].sort()).toEqual(['fork', 'one', 'three', 'two']);
    expect([...withFollowing(project, ['three', 'a'])]).toEqual(['three']);
  });

  test('“on” leads to the first target, “back” to the item that one came from', () => {
    const project = story();
    expect(stepAlongConnections(project, 'one', 'forward')).toEqual({ id: 'two', via: 'a' });
    expect(stepAlongConnections(project, 'two', 'forward')).toEqual({ id: 'fork', via: 'd' });
    expect(stepAlongConnections(project, 'two', 'back')).toEqual({ id: 'one', via: null });
    expect(stepAlongConnections(project, 'three', 'back', 'f')).toEqual({ id: 'fork', via: null });
  });

  test('“next” and “previous” cycle through the choices of one source', () => {
    const project = story();
    expect(stepAlongConnections(project, 'two', 'next', 'a')).toEqual({ id: 'three', via: 'b' });
    expect(stepAlongConnections(project, 'three', 'next', 'b')).toEqual({ id: 'two', via: 'a' });
    expect(stepAlongConnections(project, 'a', 'previous')).toEqual({ id: 'b', via: null });
  });

  test('the outputs of a branch are in the order of its conditions, and a connection leads to its ends', () => {
    const project = story();
    expect(outputConnections(project, 'fork')).toEqual(['f', 'e']);
    expect(inputConnections(project, 'three')).toEqual(['b', 'f']);
    expect(stepAlongConnections(project, 'f', 'forward')).toEqual({ id: 'three', via: 'f' });
    expect(stepAlongConnections(project, 'f', 'back')).toEqual({ id: 'fork', via: null });
  });

  test('without a connection there is no step', () => {
    const project = story();
    expect(stepAlongConnections(project, 'three', 'forward')).toBeNull();
    expect(stepAlongConnections(project, 'remark', 'back')).toBeNull();
    expect(stepAlongConnections(project, 'fork', 'next')).toBeNull();
    expect(stepAlongConnections(project, 'nobody', 'forward')).toBeNull();
  });
});
