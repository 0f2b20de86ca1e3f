/** Notices of the backend. */
import { afterEach, expect, test, vi } from 'vitest';
import { showNotice } from '../../../renderer/app/event-handling.ts';
import { message, verbatim } from '../../../shared/messages/message.ts';
import { stubBackend } from '../stub-backend.ts';
import { watchToasts } from '../visible-toasts.ts';

const toasts = watchToasts();

// The other files of the worker share the modules of the last test.
afterEach(async () => {
  const { languageStore } = await import('../../../renderer/messages/translate.ts');
  languageStore.setState(languageStore.getInitialState());
  vi.unstubAllGlobals();
});

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

test('what the opening of the data folder has to report is shown once, and acknowledged when it is shown', async () => {
  let notices = [message('desktop.changesLost'), message('desktop.accessRestricted', { paths: ['/home/ann/stories'] })];
  stubBackend({
    'app.notices': () => notices,
    'app.acknowledgeNotices': () => {
      notices = [];
      return null;
    },
  });
  const [{ toastQueue }, { showOpeningNotices }] = await Promise.all([
    import('../../../renderer/ui/toast-queue.ts'),
    import('../../../renderer/app/event-handling.ts'),
  ]);
  await showOpeningNotices();
  await showOpeningNotices();
  expect(toastQueue.visibleToasts.map(({ content }) => content)).toMatchObject([
    { tone: 'warning', title: expect.stringContaining('Other users of this computer could access /home/ann/stories.') },
    { tone: 'warning', title: expect.stringContaining('Recent changes may be lost') },
  ]);
});

test('what the opening of the data folder has to report is in the language of the window, however late that is loaded', async () => {
  stubBackend({ 'app.notices': () => [message('desktop.changesLost')], 'app.acknowledgeNotices': () => null });
  vi.stubGlobal('localStorage', { getItem: () => 'de' });
  vi.stubGlobal('document', { documentElement: {} });
  const [{ toastQueue }, { restoreLanguage }, { showOpeningNotices }] = await Promise.all([
    import('../../../renderer/ui/toast-queue.ts'),
    import('../../../renderer/messages/language.ts'),
    import('../../../renderer/app/event-handling.ts'),
  ]);
  const shown = showOpeningNotices();
  await Promise.all([restoreLanguage((follow) => follow()), shown]);
  expect(toastQueue.visibleToasts.map(({ content }) => content.title)).toEqual([
    expect.stringContaining('Taleport wurde nicht richtig beendet'),
  ]);
});
