import { afterEach, expect, test } from 'vitest';
import { feature } from '../../../../renderer/features/inspector/feature.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { openTab, openTabBeside, openTabsStore, registerViewName } from '../../../../renderer/state/open-tabs.ts';
import { openBoardTab, resetSelection, selectComponent } from '../../../../renderer/state/selection.ts';
import { projectOf, record } from '../../../story-records.ts';

const [inspectorPane] = feature.panes;

afterEach(() => {
  openProjectStore.setState(openProjectStore.getInitialState());
  openTabsStore.setState({ layouts: {} });
  resetSelection();
});

test('the inspector is available while a board is visible or a component is selected', () => {
  const forget = registerViewName('variables');
  openProjectStore.setState({ hash: 'a', project: projectOf(record('board', 'b', { parentId: 'root', name: 'Chapter' })) });
  openBoardTab('b');
  expect(inspectorPane.isAvailable()).toBe(true);
  openTab('variables');
  expect(inspectorPane.isAvailable()).toBe(false);
  selectComponent('c');
  expect(inspectorPane.isAvailable()).toBe(true);
  selectComponent(null);
  expect(inspectorPane.isAvailable()).toBe(false);
  openBoardTab('b');
  openTabBeside('variables');
  expect(inspectorPane.isAvailable()).toBe(true);
  forget();
});
