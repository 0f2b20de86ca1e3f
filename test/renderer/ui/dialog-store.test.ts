/** Every way of closing a dialog is reported to what opened it. */
import { afterEach, expect, test, vi } from 'vitest';
import { elementAt, projectOf, record } from '../../story-records.ts';
import { stubBackend } from '../stub-backend.ts';

afterEach(() => vi.unstubAllGlobals());

/** A window that shows a project. `leave` shows another one. */
async function openWindow() {
  stubBackend({});
  const [{ closeDialogsOfOtherAddress, ...dialogs }, { chooseSavePath }, { confirmAndRemoveItems }] = await Promise.all([
    import('../../../renderer/ui/dialog-store.ts'),
    import('../../../renderer/records/choose-save-path.tsx'),
    import('../../../renderer/features/board/actions/remove-items.ts'),
  ]);
  const page = { location: { hash: '#/project/one' } };
  vi.stubGlobal('window', page);
  const leave = () => {
    page.location.hash = '#/project/two';
    closeDialogsOfOtherAddress();
  };
  return { ...dialogs, chooseSavePath, confirmAndRemoveItems, leave };
}

test('closing is reported once, whether its button or another project closes the dialog', async () => {
  const { showDialog, closeDialog, dialogStore, leave } = await openWindow();
  const closed: string[] = [];
  showDialog(() => null, { onClosed: () => closed.push('first') });
  showDialog(() => null, { onClosed: () => closed.push('second') });
  const [first] = dialogStore.getState().open;
  closeDialog(first?.id ?? 0);
  expect(closed).toEqual(['first']);
  leave();
  closeDialog(first?.id ?? 0);
  expect(closed).toEqual(['first', 'second']);
});

test('a dialog that shows a late answer does not open over another project', async () => {
  const { prepareDialog, dialogStore, closeDialog, leave } = await openWindow();
  const [first, second] = [prepareDialog(), prepareDialog()];
  first(() => 'in time');
  expect(dialogStore.getState().open.map(({ render }) => render(() => undefined))).toEqual(['in time']);
  for (const { id } of dialogStore.getState().open) closeDialog(id);
  leave();
  second(() => 'too late');
  expect(dialogStore.getState().open).toEqual([]);
});

test('no path is chosen in a dialog that is closed past its own buttons', async () => {
  const { dialogStore, closeDialog, chooseSavePath } = await openWindow();
  const path = chooseSavePath({ suggested: 'story.json', title: 'Export', hint: '', confirm: 'Export' });
  for (const { id } of dialogStore.getState().open) closeDialog(id);
  expect(await path).toBe(null);
});

test('nothing is deleted by a dialog that another project closes', async () => {
  const { leave, confirmAndRemoveItems } = await openWindow();
  const project = projectOf(elementAt('door', 0, 0), record('jumper', 'back', { boardId: 'board', x: 0, y: 0, elementId: 'door' }));
  const removed = confirmAndRemoveItems(project, new Set(['door']));
  leave();
  expect(await removed).toBe(false);
});

test('what waits until no dialog is open happens in order, and a dialog among it stops the others', async () => {
  const { showDialog, closeDialog, whenNoDialogIsOpen, dialogStore } = await openWindow();
  const happened: string[] = [];
  const closeAll = () => {
    for (const { id } of dialogStore.getState().open) closeDialog(id);
  };
  whenNoDialogIsOpen(() => happened.push('at once'));
  showDialog(() => null);
  whenNoDialogIsOpen(() => happened.push('language'));
  whenNoDialogIsOpen(() => {
    happened.push('report');
    showDialog(() => null);
  });
  whenNoDialogIsOpen(() => happened.push('last'));
  expect(happened).toEqual(['at once']);
  closeAll();
  expect(happened).toEqual(['at once', 'language', 'report']);
  closeAll();
  expect(happened).toEqual(['at once', 'language', 'report', 'last']);
});
