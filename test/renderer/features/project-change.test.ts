/** What a feature keeps while a project is open does not apply to the next project. */
import { afterEach, expect, test } from 'vitest';
import { cardEditing, startCardEditing } from '../../../renderer/features/board/writing/card-editing.ts';
import { commentsState } from '../../../renderer/navigation/comments/comments-state.ts';
import { clearFocusRequest } from '../../../renderer/state/focus-request.ts';
import { openProjectStore } from '../../../renderer/state/open-project.ts';

afterEach(() => {
  openProjectStore.setState(openProjectStore.getInitialState());
  commentsState.setState(commentsState.getInitialState());
  clearFocusRequest();
});

const openProject = (hash: string) => openProjectStore.setState({ hash });

test('the filters of the comments are reset', () => {
  openProject('story');
  commentsState.setState({ query: 'dog', state: 'resolved', scope: 'openBoard', currentThreadId: 'thread' });
  openProjectStore.setState({ revision: 7 });
  expect(commentsState.getState()).toMatchObject({ query: 'dog', state: 'resolved', scope: 'openBoard', currentThreadId: 'thread' });
  openProject('other');
  expect(commentsState.getState()).toEqual(commentsState.getInitialState());
});

test('no card of the next project is being edited', () => {
  openProject('story');
  startCardEditing({ id: 'element', field: 'title' });
  openProject('copy');
  expect(cardEditing.getState().target).toBeNull();
});
