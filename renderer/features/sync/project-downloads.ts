/**
 * Progress of remote projects that were selected for sync, until they are downloaded. The backend downloads them; this store only tracks
 * them.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RemoteProject, SyncStatus } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { syncStore } from '../../state/sync-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

interface ProjectDownload {
  readonly remote: string;
  readonly project: RemoteProject;
}

interface DownloadsState {
  readonly downloads: readonly ProjectDownload[];
  /** Keys of the downloads that the backend has accepted. */
  readonly started: readonly string[];
  /** Error messages of failed downloads, by key. */
  readonly failed: Readonly<Record<string, string>>;
  /** The key of the project to open as soon as it is downloaded. */
  readonly openWhenReady: string | null;
}

export const downloadsStore = createStore<DownloadsState>(() => ({ downloads: [], started: [], failed: {}, openWhenReady: null }));
export const useDownloads = <T>(selector: (state: DownloadsState) => T): T => useStore(downloadsStore, selector);
export const downloadKey = (remote: string, hash: string): string => `${remote}/${hash}`;

/** Starts downloads. The first call resolves when all downloads, including later ones, have finished. */
export async function downloadProjects(remote: string, projects: readonly RemoteProject[]): Promise<void> {
  const { downloads, failed } = downloadsStore.getState();
  const isRunning = downloads.length > 0;
  downloadsStore.setState({
    downloads: [...downloads, ...projects.map((project) => ({ remote, project }))],
    failed: isRunning ? failed : {},
  });
  await Promise.all(projects.map((project) => startDownload(remote, project, { later: true })));
  if (!isRunning) await waitForDownloads();
}

/** Downloads a project before all others. The list of remote projects opens it when it is downloaded. */
export async function openRemoteProject(remote: string, project: RemoteProject): Promise<void> {
  const key = downloadKey(remote, project.hash);
  downloadsStore.setState(({ failed: { [key]: _, ...failed } }) => ({ openWhenReady: key, failed }));
  await startDownload(remote, project, { open: true });
}

async function startDownload(remote: string, { hash }: RemoteProject, how: { later: true } | { open: true }): Promise<void> {
  try {
    await invoke('sync.add', { remote, hash, ...how });
    downloadsStore.setState(({ started }) => ({ started: [...started, downloadKey(remote, hash)] }));
  } catch (error) {
    const key = downloadKey(remote, hash);
    const { message } = Problem.from(error);
    downloadsStore.setState(({ failed, openWhenReady }) => ({
      failed: { ...failed, [key]: message },
      openWhenReady: openWhenReady === key ? null : openWhenReady,
    }));
  }
}

/** Downloads that are complete, have failed, or were stopped. */
export const finishedDownloads = (
  { downloads, started, failed }: DownloadsState,
  list: readonly SyncStatus[],
): readonly ProjectDownload[] =>
  downloads.filter(({ remote, project }) => {
    const key = downloadKey(remote, project.hash);
    const status = list.find((each) => each.remote === remote && each.remoteHash === project.hash);
    return key in failed || (status ? status.isDownloaded : started.includes(key));
  });

async function waitForDownloads(): Promise<void> {
  const isDone = () =>
    finishedDownloads(downloadsStore.getState(), syncStore.getState().list).length === downloadsStore.getState().downloads.length;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!isDone()) return;
      for (const unsubscribe of unsubscribers) unsubscribe();
      resolve();
    };
    const unsubscribers = [syncStore.subscribe(check), downloadsStore.subscribe(check)];
    check();
  });
  const { downloads, failed } = downloadsStore.getState();
  downloadsStore.setState({ downloads: [], started: [] });
  const failures = downloads.flatMap(({ remote, project }) => failed[downloadKey(remote, project.hash)] ?? []);
  if (downloads.length > failures.length)
    showToast({ tone: 'good', title: t('remoteProject.done', { count: downloads.length - failures.length }) });
  if (failures.length > 0) showToast({ tone: 'bad', title: t('remoteProject.failed', { count: failures.length }), lines: failures });
}
