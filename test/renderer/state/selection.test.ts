import { expect, test } from 'vitest';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { selectItems, selectionStore } from '../../../renderer/state/selection.ts';
import { elementAt, projectOf } from '../../story-records.ts';

test('a record that is deleted is no longer selected, whatever is shown of the board', async () => {
  const project = projectOf(elementAt('one', 0, 0), elementAt('two', 400, 0));
  openProjectStore.setState({ hash: 'a', project, revision: 1 });
  selectItems(['one', 'two']);
  project.apply([{ before: elementAt('one', 0, 0) }]);
  openProjectStore.setState({ revision: 2 });
  await expect.poll(() => [...selectionStore.getState().ids]).toEqual(['two']);
});
