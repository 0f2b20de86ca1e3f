/** What an earlier session has left is reported when its project opens, unless there is nothing any more that it belongs to. */
import { expect, test } from 'vitest';
import { unsentTextName } from '../../../shared/contracts/drafts.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { elementAt, projectOf } from '../../story-records.ts';
import { waitFor } from '../../wait-for.ts';
import { stubBackend } from '../stub-backend.ts';

/** Opens a project with a merged text of an earlier session. Returns how many toasts there are then, and which drafts were discarded. */
async function openWithMergedText(listConflicts: () => []) {
  const name = unsentTextName({ recordId: 'door', of: 'conflict', id: 'story/door#content/en' });
  const over = { version: 0, values: ['<p>Mine</p>', '<p>Theirs</p>'] };
  const discarded: string[] = [];
  stubBackend({
    'draft.list': () => [{ name, value: '<p>Both</p>', session: 'earlier', over, isCurrent: false }],
    'draft.discard': (draft) => {
      discarded.push(draft.name);
      return null;
    },
    'conflict.list': listConflicts,
  });
  const [{ reportUnsavedDrafts }, { openProjectStore }, { toastQueue }, { draftStore }] = await Promise.all([
    import('../../../renderer/app/workspace/report-unsaved-drafts.ts'),
    import('../../../renderer/state/open-project.ts'),
    import('../../../renderer/ui/toast-queue.ts'),
    import('../../../renderer/state/draft-store.ts'),
  ]);
  openProjectStore.setState({ hash: 'story', project: projectOf(elementAt('door', 0, 0)) });
  reportUnsavedDrafts();
  await waitFor(() => expect(toastQueue.visibleToasts.length + discarded.length).toBe(1));
  return { toasts: toastQueue.visibleToasts.length, discarded: discarded.length, left: draftStore.store.getState().recovered.size };
}

test('a merged text is reported though its conflict is not listed: a story folder has not been read yet', async () => {
  expect(await openWithMergedText(() => [])).toEqual({ toasts: 1, discarded: 0, left: 1 });
});

test('a merged text of a project that is neither synced nor in a folder is discarded', async () => {
  const notSynced = () => {
    throw new Problem('notFound', verbatim('There is no synced project story.'));
  };
  expect(await openWithMergedText(notSynced)).toEqual({ toasts: 0, discarded: 1, left: 0 });
});
