/** Notices of the backend. */
import { afterEach, expect, test } from 'vitest';
import { showNotice } from '../../../renderer/app/show-notice.ts';
import { toastQueue } from '../../../renderer/ui/toast-queue.ts';
import { verbatim } from '../../../shared/messages/message.ts';

afterEach(() => toastQueue.clear());

test('a notice about updates leads to their section of the settings, others only say what happened', () => {
  showNotice({ event: 'notice', message: verbatim('A backup failed') });
  showNotice({ event: 'notice', message: verbatim('A new version is ready'), section: 'updates' });
  expect(toastQueue.visibleToasts.map(({ content: { title, action } }) => [title, action?.label])).toEqual(
    expect.arrayContaining([
      ['A backup failed', undefined],
      ['A new version is ready', 'Show…'],
    ]),
  );
});
