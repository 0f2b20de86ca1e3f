/** Downloads of remote projects: what failed is said in the language of the window, and a project that is tried again counts once. */
import { afterEach, expect, test, vi } from 'vitest';
import type { RemoteProject } from '../../../../shared/contracts/sync.ts';
import { message } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { createSyncStatus } from '../../../sync-status.ts';
import { stubBackend } from '../../stub-backend.ts';

const remoteProject = (hash: string): RemoteProject => ({ hash, name: hash, updatedAt: '', localHash: null, joinableHash: null });
const [castle, harbour] = [remoteProject('castle'), remoteProject('harbour')];

/** `answers`: what the backend does with each request for the project `castle`; it accepts all others. */
async function openDownloads(...answers: (Problem | null)[]) {
  stubBackend({
    'sync.add': ({ hash }) => {
      const problem = hash === castle.hash ? answers.shift() : null;
      if (problem) throw problem;
      return createSyncStatus({ hash });
    },
  });
  const { setLanguage } = await import('../../../../renderer/messages/language.ts');
  const { downloadProjects, openRemoteProject, downloadsStore } = await import('../../../../renderer/features/sync/project-downloads.ts');
  const { syncStore } = await import('../../../../renderer/state/sync-store.ts');
  const { toastQueue } = await import('../../../../renderer/ui/toast-queue.ts');
  const setStatuses = (isDownloaded: boolean, ...hashes: string[]) =>
    syncStore.setState({ list: hashes.map((hash) => createSyncStatus({ remoteHash: hash, isDownloaded })) });
  return {
    setLanguage,
    setStatuses,
    download: (project: RemoteProject) => downloadProjects('Studio', [project]),
    open: (project: RemoteProject) => openRemoteProject('Studio', project),
    stateOf: ({ hash }: RemoteProject) => downloadsStore.getState().downloads.get(`Studio/${hash}`)?.state,
    toasts: () => toastQueue.visibleToasts.map(({ content }) => [content.title, ...(content.lines ?? [])].join(': ')),
  };
}

const offline = () => new Problem('unreachable', message('problem.remote.limit', { name: 'Studio' }));

afterEach(() => vi.unstubAllGlobals());

test('a download that fails is said in the language of the window', async () => {
  const { setLanguage, download, stateOf, toasts } = await openDownloads(offline());
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  await setLanguage('de');
  await download(castle);
  expect(stateOf(castle)).toMatchObject({ text: offline().text });
  const { t } = await import('../../../../renderer/messages/translate.ts');
  const text = t(offline().text);
  expect(text).not.toBe(offline().message);
  expect(toasts().join()).toContain(text);
});

test('a project that failed and is tried again while others run has not finished, and counts as synced at the end', async () => {
  const { setStatuses, download, stateOf, toasts } = await openDownloads(offline(), null);
  setStatuses(false, harbour.hash);
  const all = download(harbour);
  await download(castle);
  expect(stateOf(castle)).toBeInstanceOf(Error);
  setStatuses(false, harbour.hash, castle.hash);
  await download(castle);
  expect(stateOf(castle)).toBe('accepted');
  setStatuses(true, harbour.hash);
  setStatuses(true, harbour.hash, castle.hash);
  await all;
  expect(toasts()).toEqual(['2 projects are now synced.']);
  expect(stateOf(castle)).toBeUndefined();
});

test('the reason why a project was not opened stays until it is tried again', async () => {
  const { open, stateOf, toasts } = await openDownloads(offline(), null);
  await open(castle);
  expect(stateOf(castle)).toBeInstanceOf(Error);
  await open(castle);
  expect(stateOf(castle)).toBeUndefined();
  expect(toasts()).toEqual([]);
});
