/** Listing a large folder takes time. If another project is open by then, the files are not added to it. */
import { expect, test } from 'vitest';
import { stubBackend } from '../../stub-backend.ts';

test('files that were dropped on a project are added to that one only', async () => {
  stubBackend({});
  const [{ openProjectStore }, { addDroppedFiles }, { toastQueue }] = await Promise.all([
    import('../../../../renderer/state/open-project.ts'),
    import('../../../../renderer/records/uploads/asset-uploads.ts'),
    import('../../../../renderer/ui/toast-queue.ts'),
  ]);
  openProjectStore.setState({ hash: 'first' });
  const listing = Promise.withResolvers<File>();
  const adding = addDroppedFiles([{ kind: 'file', name: 'a.png', getFile: () => listing.promise }]);
  openProjectStore.setState({ hash: 'second' });
  listing.resolve(new File([], 'a.png'));
  await adding;
  expect(toastQueue.visibleToasts.map(({ content }) => content.tone)).toEqual(['warning']);
});
