/** Items that are used elsewhere are deleted after a question, during which the story may change. */
import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import type { Command } from '../../../../shared/model/commands.ts';
import { elementAt, projectOf, record } from '../../../story-records.ts';
import { stubBackend } from '../../stub-backend.ts';

test('what others have deleted while the dialog was open is left out', async () => {
  const sent: Command[] = [];
  stubBackend({
    'project.send': ({ command }) => {
      sent.push(command as Command);
      return { version: 0, newVersion: 0, versionTime: null, ids: [] };
    },
  });
  const [{ openProjectStore }, { dialogStore }, { confirmAndRemoveItems }] = await Promise.all([
    import('../../../../renderer/state/open-project.ts'),
    import('../../../../renderer/ui/dialog-store.ts'),
    import('../../../../renderer/features/board/actions/remove-items.ts'),
  ]);
  const jumper = record('jumper', 'back', { boardId: 'board', x: 0, y: 0, elementId: 'door' });
  const project = projectOf(elementAt('door', 0, 0), elementAt('gate', 400, 0), jumper);
  openProjectStore.setState({ hash: 'a', project, revision: 1 });
  const removed = confirmAndRemoveItems(project, new Set(['door', 'gate']));
  project.apply([{ before: elementAt('gate', 400, 0) }]);
  const dialog = dialogStore.getState().open[0]?.render(() => {});
  if (!isValidElement<{ remove: () => Promise<void> }>(dialog)) throw new Error('There is no dialog.');
  await dialog.props.remove();
  expect(await removed).toBe(true);
  expect(sent).toEqual([{ do: 'remove', kind: 'element', id: 'door' }]);
});
