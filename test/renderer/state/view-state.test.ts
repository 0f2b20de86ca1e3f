/** What views keep while their tabs are in the background. */
import { afterEach, expect, test } from 'vitest';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { closeTab, moveTabToOtherSide, openTab, openTabsStore, registerViewName } from '../../../renderer/state/open-tabs.ts';
import { createViewState } from '../../../renderer/state/view-state.ts';
import { projectOf } from '../../story-records.ts';

const before = openProjectStore.getState();
const tabsBefore = openTabsStore.getState();
afterEach(() => {
  openProjectStore.setState(before, true);
  openTabsStore.setState(tabsBefore, true);
});

test('a value is kept for the open project, also when it is loaded again, and another opening starts anew', () => {
  const state = createViewState<string | null>('table', () => 'initial');
  openProjectStore.setState({ hash: 'p', opening: 1, project: projectOf() });
  expect(state.read()).toBe('initial');
  state.write(null);
  expect(state.read()).toBeNull();
  openProjectStore.setState({ project: projectOf() });
  expect(state.read()).toBeNull();
  openProjectStore.setState({ opening: 2, project: projectOf() });
  expect(state.read()).toBe('initial');
});

test('it is kept in the background and on the other side, but not when its tab is opened anew', () => {
  const forget = ['table', 'other'].map(registerViewName);
  const state = createViewState('table', () => 'initial');
  openProjectStore.setState({ hash: 'p', project: projectOf() });
  for (const tab of ['other', 'table']) openTab(tab);
  state.write('filtered');
  openTab('other');
  openTab('table');
  moveTabToOtherSide('table');
  expect(state.read()).toBe('filtered');
  closeTab('table');
  state.write('left behind by the closing view');
  openTab('table');
  expect(state.read()).toBe('initial');
  for (const each of forget) each();
});
