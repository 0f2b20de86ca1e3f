/** What can be written on a board in place, and where Tab leads from there. */
import { describe, expect, test } from 'vitest';
import { adjacentTarget, editingTargets, initialTarget } from '../../../../../renderer/features/board/writing/card-editing.ts';
import { arrow, branchRecords, elementAt, projectOf, record } from '../../../../story-records.ts';

const story = projectOf(
  elementAt('one', 0, 0),
  elementAt('two', 400, 0),
  ...branchRecords(800, 0),
  record('jumper', 'jump', { boardId: 'board', x: 1200, y: 0 }),
  record('note', 'note', { boardId: 'board', x: 0, y: 400 }),
  arrow('a-one-two', 'one', 'two'),
  arrow('a-two-fork', 'two', 'fork', 'branches'),
  arrow('a-if-jump', 'c-if', 'jump', 'jumpers'),
);

describe('the texts of a record', () => {
  test('an element has a title and a content, a note its content, a connection its label', () => {
    expect(editingTargets(story, 'one')).toEqual([
      { id: 'one', field: 'title' },
      { id: 'one', field: 'content' },
    ]);
    expect(editingTargets(story, 'note')).toEqual([{ id: 'note', field: 'content' }]);
    expect(editingTargets(story, 'a-one-two')).toEqual([{ id: 'a-one-two', field: 'content' }]);
  });

  test('a branch has the scripts of its conditions; an else has none, and neither has a jumper', () => {
    expect(editingTargets(story, 'fork')).toEqual([{ id: 'c-if', field: 'content' }]);
    expect(editingTargets(story, 'c-else')).toEqual([]);
    expect(editingTargets(story, 'jump')).toEqual([]);
    expect(editingTargets(story, 'nothing')).toEqual([]);
  });

  test('editing starts in the requested text, or in the first one', () => {
    expect(initialTarget(story, 'one', 'content')).toEqual({ id: 'one', field: 'content' });
    expect(initialTarget(story, 'one')).toEqual({ id: 'one', field: 'title' });
    expect(initialTarget(story, 'note', 'title')).toEqual({ id: 'note', field: 'content' });
    expect(initialTarget(story, 'jump')).toBeUndefined();
  });
});

describe('Tab', () => {
  test('leads from the title to the content, and from there along the first connection', () => {
    expect(adjacentTarget(story, { id: 'one', field: 'title' }, 'forward')).toEqual({
      itemId: 'one',
      target: { id: 'one', field: 'content' },
    });
    expect(adjacentTarget(story, { id: 'one', field: 'content' }, 'forward')).toEqual({
      itemId: 'two',
      target: { id: 'two', field: 'title' },
    });
    expect(adjacentTarget(story, { id: 'two', field: 'content' }, 'forward')).toEqual({
      itemId: 'fork',
      target: { id: 'c-if', field: 'content' },
    });
  });

  test('with Shift leads back, to the last text of the item before', () => {
    expect(adjacentTarget(story, { id: 'two', field: 'content' }, 'back')).toEqual({
      itemId: 'two',
      target: { id: 'two', field: 'title' },
    });
    expect(adjacentTarget(story, { id: 'two', field: 'title' }, 'back')).toEqual({
      itemId: 'one',
      target: { id: 'one', field: 'content' },
    });
    expect(adjacentTarget(story, { id: 'c-if', field: 'content' }, 'back')).toEqual({
      itemId: 'two',
      target: { id: 'two', field: 'content' },
    });
  });

  test('leads from a label to the item where the connection ends, or starts', () => {
    const label = { id: 'a-one-two', field: 'content' } as const;
    expect(adjacentTarget(story, label, 'forward')).toEqual({ itemId: 'two', target: { id: 'two', field: 'title' } });
    expect(adjacentTarget(story, label, 'back')).toEqual({ itemId: 'one', target: { id: 'one', field: 'content' } });
  });

  test('leads to an item without texts, but not beyond the last connection', () => {
    expect(adjacentTarget(story, { id: 'c-if', field: 'content' }, 'forward')).toEqual({ itemId: 'jump', target: undefined });
    expect(adjacentTarget(story, { id: 'one', field: 'title' }, 'back')).toBeNull();
    expect(adjacentTarget(story, { id: 'note', field: 'content' }, 'forward')).toBeNull();
  });
});
