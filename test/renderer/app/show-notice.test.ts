/** Notices of the backend. */
import { expect, test } from 'vitest';
import { showNotice } from '../../../renderer/app/show-notice.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { watchToasts } from '../visible-toasts.ts';

const toasts = watchToasts();

test('a notice about updates leads to their section of the settings, others only say what happened', () => {
  showNotice({ event: 'notice', message: verbatim('A backup failed') });
  showNotice({ event: 'notice', message: verbatim('A new version is ready'), section: 'updates' });
  expect(toasts().map(({ title, action }) => [title, action?.label])).toEqual(
    expect.arrayContaining([
      ['A backup failed', undefined],
      ['A new version is ready', 'Show'],
    ]),
  );
});
