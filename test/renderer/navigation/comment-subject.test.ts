import { expect, test } from 'vitest';
import { commentSubjectId } from '../../../renderer/navigation/comments/comments-state.ts';

const selection = (ids: readonly string[], component: string | null = null) => ({
  boardId: 'board',
  ids: new Set(ids),
  component,
  locale: null,
  revealId: null,
});

test('a new comment belongs to the only selected record or the open board, and to nothing while several are selected', () => {
  const subject = (selected: ReturnType<typeof selection>) => commentSubjectId({ requested: null }, selected);
  expect(subject(selection([]))).toBe('board');
  expect(subject(selection(['card']))).toBe('card');
  expect(subject(selection([], 'person'))).toBe('person');
  expect(subject(selection(['card', 'other']))).toBeNull();
});

test('the record whose menu asked for a comment comes first until something else is selected', () => {
  const selected = selection(['card']);
  const requested = { subject: { kind: 'board' as const, id: 'board' }, selection: selected };
  expect(commentSubjectId({ requested }, selected)).toBe('board');
  expect(commentSubjectId({ requested }, selection(['other']))).toBe('other');
});
