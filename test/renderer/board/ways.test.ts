import { describe, expect, test } from 'vitest';
import { inputsOf, outputsOf, stepAlong } from '../../../renderer/board/ways.ts';
import { arrow, elementAt, fork, projectOf, record } from './project.ts';

const story = () =>
  projectOf(
    elementAt('one', 0, 0),
    elementAt('two', 400, 0),
    elementAt('three', 400, 300),
    ...fork(800, 0),
    record('note', 'remark', { boardId: 'board', x: 0, y: 900 }),
    arrow('a', 'one', 'two'),
    arrow('b', 'one', 'three'),
    arrow('d', 'two', 'fork', 'branches'),
    arrow('e', 'c-else', 'one'),
    arrow('f', 'c-if', 'three'),
  );

describe('[Canvas] walking along the connections', () => {
  test('on goes to the first target, back to where one came from', () => {
    const project = story();
    expect(stepAlong(project, 'one', 'on')).toEqual({ id: 'two', via: 'a' });
    expect(stepAlong(project, 'two', 'on')).toEqual({ id: 'fork', via: 'd' });
    expect(stepAlong(project, 'two', 'back')).toEqual({ id: 'one', via: null });
    expect(stepAlong(project, 'three', 'back', 'f')).toEqual({ id: 'fork', via: null });
  });

  test('next and previous go round among the choices of one source', () => {
    const project = story();
    expect(stepAlong(project, 'two', 'next', 'a')).toEqual({ id: 'three', via: 'b' });
    expect(stepAlong(project, 'three', 'next', 'b')).toEqual({ id: 'two', via: 'a' });
    expect(stepAlong(project, 'a', 'previous')).toEqual({ id: 'b', via: null });
  });

  test('the ways of a branch come in the order of its conditions, a connection leads to its ends', () => {
    const project = story();
    expect(outputsOf(project, 'fork')).toEqual(['f', 'e']);
    expect(inputsOf(project, 'three')).toEqual(['b', 'f']);
    expect(stepAlong(project, 'f', 'on')).toEqual({ id: 'three', via: 'f' });
    expect(stepAlong(project, 'f', 'back')).toEqual({ id: 'fork', via: null });
  });

  test('where nothing leads there is no step', () => {
    const project = story();
    expect(stepAlong(project, 'three', 'on')).toBeNull();
    expect(stepAlong(project, 'remark', 'back')).toBeNull();
    expect(stepAlong(project, 'fork', 'next')).toBeNull();
    expect(stepAlong(project, 'nobody', 'on')).toBeNull();
  });
});
