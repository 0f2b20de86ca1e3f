/** Enter on a problem shows its record, or reports that it has none. */
import { afterEach, expect, test } from 'vitest';
import { goToFinding } from '../../../../renderer/features/problems/problems-panel.tsx';
import { clearFocusRequest, focusRequest } from '../../../../renderer/state/focus-request.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { readActiveTab, registerViewName } from '../../../../renderer/state/open-tabs.ts';
import { resetSelection, selectionStore } from '../../../../renderer/state/selection.ts';
import type { Finding } from '../../../../shared/contracts/findings.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { projectRecordId } from '../../../../shared/model/kinds/project.ts';
import { elementAt, projectOf } from '../../../story-records.ts';
import { watchToasts } from '../../visible-toasts.ts';

const finding = (id: string): Finding => ({ severity: 'error', rule: 'missing-start', message: verbatim('Wrong'), kind: 'element', id });
const toasts = watchToasts();
const shownToasts = () => toasts().map(({ title }) => title);

afterEach(() => {
  openProjectStore.setState(openProjectStore.getInitialState());
  resetSelection();
});

test('a record on a board is selected there', () => {
  openProjectStore.setState({ project: projectOf(elementAt('hall', 0, 0)) });
  goToFinding(finding('hall'));
  expect(selectionStore.getState().boardId).toBe('board');
  expect(shownToasts()).toEqual([]);
});

test('of the story as a whole, the project settings are opened; of a variable, its row', () => {
  const forget = ['variables', 'projectSettings'].map(registerViewName);
  const variable = { kind: 'variable' as const, id: 'oil', name: 'oil', type: 'integer' as const, value: 3, folders: [], rank: 'a0' };
  openProjectStore.setState({ hash: 'story', project: projectOf(elementAt('hall', 0, 0), variable) });
  goToFinding(finding(projectRecordId));
  expect(readActiveTab()).toBe('projectSettings');
  goToFinding(finding('oil'));
  expect([readActiveTab(), focusRequest.getState().request]).toEqual(['variables', { id: 'oil', field: 'row', typed: '' }]);
  expect(shownToasts()).toEqual([]);
  clearFocusRequest();
  for (const each of forget) each();
});

test('of a record that is gone, a message says that it has no place', () => {
  openProjectStore.setState({ project: projectOf(elementAt('hall', 0, 0)) });
  goToFinding(finding('gone'));
  expect(shownToasts()).toEqual(['This problem isn’t on a board.']);
});
