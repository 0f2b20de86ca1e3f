/** Enter on a problem shows its record, or reports that it has none. */
import { afterEach, expect, test } from 'vitest';
import { goToFinding } from '../../../../renderer/features/problems/problems-panel.tsx';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
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

test('of the story as a whole, a message says that it has no place', () => {
  openProjectStore.setState({ project: projectOf(elementAt('hall', 0, 0)) });
  goToFinding(finding(projectRecordId));
  expect(shownToasts()).toEqual(['This problem isn’t on a board.']);
});
