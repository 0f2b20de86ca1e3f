/** Deletions that can be undone: at once where nothing uses what is deleted, after a confirmation otherwise. */
import { isValidElement, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { RemovalDialog, removeOrConfirm } from '../../../renderer/navigation/removal-dialog.tsx';
import { UsageList } from '../../../renderer/navigation/usage-list.tsx';
import { deletionLabel } from '../../../renderer/records/commands/remove-records.ts';
import { dialogStore } from '../../../renderer/ui/dialog-store.ts';
import { elementAt, projectOf, record } from '../../story-records.ts';

const use = { id: 'hall', who: 'Hall', how: 'mentions it' };

/** All React elements that a node contains, without rendering its components. */
function elementsIn(node: ReactNode): React.ReactElement<Record<string, ReactNode>>[] {
  if (Array.isArray(node)) return node.flatMap(elementsIn);
  return isValidElement<Record<string, ReactNode>>(node) ? [node, ...elementsIn(node.props.children)] : [];
}

describe('removeOrConfirm', () => {
  test('deletes at once what nothing uses, and opens no dialog', async () => {
    expect(await removeOrConfirm({ title: 'Delete?', uses: [], remove: async () => undefined })).toBe(true);
    expect(dialogStore.getState().open).toEqual([]);
  });

  test('returns false when the deletion is rejected', async () => {
    expect(await removeOrConfirm({ title: 'Delete?', uses: [], remove: () => Promise.reject(new Error('rejected')) })).toBe(false);
  });
});

test('a link of the list of uses closes the dialog', () => {
  const close = () => undefined;
  const [list] = elementsIn(RemovalDialog({ title: 'Delete?', uses: [use], remove: async () => undefined, close })).filter(
    ({ type }) => type === UsageList,
  );
  expect(list?.props).toEqual({ uses: [use], close });
});

test('what was deleted is named if it is one record, counted otherwise; the items of a frame stay', () => {
  const project = projectOf(
    elementAt('door', 0, 0),
    record('note', 'frame', { boardId: 'board', isFrame: true, x: 0, y: 0 }),
    record('board', 'cellar', { parentId: 'root', name: 'Cellar' }),
  );
  expect(deletionLabel(project, ['cellar'])).toBe('“Cellar” deleted');
  expect(deletionLabel(project, ['door'])).toBe('1 item deleted');
  expect(deletionLabel(project, ['cellar', 'door'])).toBe('2 items deleted');
  expect(deletionLabel(project, ['frame'])).toBe('Frame deleted. Its items are still there.');
});
