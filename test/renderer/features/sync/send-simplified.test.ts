/** [G30] Sends a held text in simplified form: the toast offers to undo that, and nothing else. */
import { expect, test, vi } from 'vitest';
import type { CallHandlers } from '../../../../shared/contracts/ipc/call-types.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { waitFor } from '../../../wait-for.ts';
import { stubBackend } from '../../stub-backend.ts';

async function startWindow(send: CallHandlers['sync.sendSimplified']) {
  stubBackend({ 'sync.sendSimplified': send });
  const [{ sendSimplified }, { openProjectStore }, { toastQueue }] = await Promise.all([
    import('../../../../renderer/features/sync/sync-report-list.tsx'),
    import('../../../../renderer/state/open-project.ts'),
    import('../../../../renderer/ui/toast-queue.ts'),
  ]);
  openProjectStore.setState({ hash: 'a', version: 4 });
  return { sendSimplified, openProjectStore, toasts: () => toastQueue.visibleToasts.map(({ content }) => content) };
}

test('the toast has Undo, and stays when the change arrives', async () => {
  const sent = vi.fn(() => ({ version: 4, newVersion: 5, versionTime: null, ids: [] }));
  const { sendSimplified, openProjectStore, toasts } = await startWindow(sent);
  const done = sendSimplified('a', ['one', 'two']);
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ hash: 'a', ids: ['one', 'two'] }));
  openProjectStore.setState({ version: 5, history: { undo: verbatim('Simplify'), redo: null } });
  await done;
  expect(toasts()).toMatchObject([{ tone: 'good', title: '2 texts simplified', action: { label: 'Undo' } }]);
});

test('a rejection is shown', async () => {
  const { sendSimplified, toasts } = await startWindow(() => {
    throw new Problem('notFound', verbatim('It is gone'));
  });
  await sendSimplified('a', ['one']);
  expect(toasts()).toMatchObject([{ tone: 'bad', title: 'It is gone' }]);
});
