import { afterEach, expect, test } from 'vitest';
import { commentSubjectId, commentsState, openLocalComment, writeComment } from '../../../renderer/navigation/comments/comments-state.ts';
import { goToRecord } from '../../../renderer/navigation/go-to-record.ts';
import { focusRequest } from '../../../renderer/state/focus-request.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { registerViewName } from '../../../renderer/state/open-tabs.ts';
import { projectOf } from '../../story-records.ts';

afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

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

test('after its record is shown, the focus belongs to the comment', () => {
  const forget = registerViewName('variables');
  const variable = { kind: 'variable' as const, id: 'oil', name: 'oil', type: 'integer' as const, value: 3, folders: [], rank: 'a0' };
  openProjectStore.setState({ hash: 'story', project: projectOf(variable) });
  const isRequestedForRow = () => focusRequest.getState().request !== null;
  goToRecord(variable);
  expect(isRequestedForRow()).toBe(true);
  writeComment(variable);
  expect([isRequestedForRow(), commentsState.getState().isFocusRequested]).toEqual([false, true]);
  goToRecord(variable);
  openLocalComment('oil', 'comment');
  expect([isRequestedForRow(), commentsState.getState().currentThreadId]).toEqual([false, 'comment']);
  forget();
});
