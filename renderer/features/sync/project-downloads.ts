/** The downloads of remote projects that the user has started. The backend downloads them; this only tracks them, until they are complete. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RemoteProject, SyncStatus } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { syncStore } from '../../state/sync-store.ts';
import { problemText } from '../../ui/problem-message.tsx';
import { showToast } from '../../ui/toast-queue.ts';

interface ProjectDownload {
  readonly remote: string;
  readonly project: RemoteProject;
  /** `accepted`: by the backend. A Problem: why it has not started. */
  readonly state: 'requested' | 'accepted' | Problem;
  /** Whether it was selected, so that its progress is shown. */
  readonly isSelected: boolean;
}

interface DownloadsState {
  /** The selected ones until all are complete, and those that failed, by `downloadKey`. */
  readonly downloads: ReadonlyMap<string, ProjectDownload>;
  /** The key of the project to open as soon as it is downloaded. */
  readonly openWhenReady: string | null;
}

export const downloadsStore = createStore<DownloadsState>(() => ({ downloads: new Map(), openWhenReady: null }));
export const useDownloads = <T>(selector: (state: DownloadsState) => T): T => useStore(downloadsStore, selector);
export const downloadKey = (remote: string, hash: string): string => `${remote}/${hash}`;

const selectedDownloads = (downloads: DownloadsState['downloads']): readonly ProjectDownload[] =>
  [...downloads.values()].filter(({ isSelected }) => isSelected);

interface DownloadProgress {
  readonly finished: number;
  readonly count: number;
  /** The first one that has not finished; undefined if all have. */
  readonly current: ProjectDownload | undefined;
}

/** Finished are those that are complete, have failed, or were stopped. */
export function downloadProgress(downloads: DownloadsState['downloads'], list: readonly SyncStatus[]): DownloadProgress {
  const selected = selectedDownloads(downloads);
  const unfinished = selected.filter(({ remote, project, state }) => {
    if (state instanceof Problem) return false;
    const status = list.find((each) => each.remote === remote && each.remoteHash === project.hash);
    return status ? !status.isDownloaded : state === 'requested';
  });
  return { finished: selected.length - unfinished.length, count: selected.length, current: unfinished[0] };
}

function setDownload(remote: string, project: RemoteProject, state: ProjectDownload['state'], isSelected = false): void {
  const key = downloadKey(remote, project.hash);
  downloadsStore.setState(({ downloads, openWhenReady }) => {
    const download = { remote, project, state, isSelected: isSelected || downloads.get(key)?.isSelected === true };
    const next = new Map(downloads);
    if (download.isSelected || state instanceof Problem) next.set(key, download);
    else next.delete(key);
    return { downloads: next, openWhenReady: state instanceof Problem && openWhenReady === key ? null : openWhenReady };
  });
}

/** Downloads projects one after the other. The first call resolves when all downloads, including later ones, have finished. */
export async function downloadProjects(remote: string, projects: readonly RemoteProject[]): Promise<void> {
  const isRunning = selectedDownloads(downloadsStore.getState().downloads).length > 0;
  if (!isRunning) downloadsStore.setState({ downloads: new Map() });
  for (const project of projects) setDownload(remote, project, 'requested', true);
  await Promise.all(projects.map((project) => startDownload(remote, project, { later: true })));
  if (!isRunning) await waitForDownloads();
}

/** Downloads a project before all others. The list of remote projects opens it when it is downloaded. */
export async function openRemoteProject(remote: string, project: RemoteProject): Promise<void> {
  downloadsStore.setState({ openWhenReady: downloadKey(remote, project.hash) });
  await startDownload(remote, project, { open: true });
}

/** Makes a local project one with a remote one. Returns whether it has started. */
export const joinRemoteProject = (remote: string, project: RemoteProject, local: string): Promise<boolean> =>
  startDownload(remote, project, { join: local });

/** Returns whether it has started. */
async function startDownload(
  remote: string,
  project: RemoteProject,
  how: { later: true } | { open: true } | { join: string },
): Promise<boolean> {
  const { hash } = project;
  setDownload(remote, project, 'requested');
  try {
    if ('join' in how) await invoke('sync.join', { remote, hash, local: how.join });
    else await invoke('sync.add', { remote, hash, ...how });
    setDownload(remote, project, 'accepted');
    return true;
  } catch (error) {
    setDownload(remote, project, Problem.from(error));
    return false;
  }
}

async function waitForDownloads(): Promise<void> {
  const isDone = () => downloadProgress(downloadsStore.getState().downloads, syncStore.getState().list).current === undefined;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!isDone()) return;
      for (const unsubscribe of unsubscribers) unsubscribe();
      resolve();
    };
    const unsubscribers = [syncStore.subscribe(check), downloadsStore.subscribe(check)];
    check();
  });
  const { downloads } = downloadsStore.getState();
  const count = selectedDownloads(downloads).length;
  const failures = selectedDownloads(downloads).flatMap(({ state }) => (state instanceof Problem ? [problemText(state)] : []));
  // The list still shows why a project could not be downloaded.
  const failed = [...downloads].filter(([, { state }]) => state instanceof Problem);
  downloadsStore.setState({ downloads: new Map(failed.map(([key, download]) => [key, { ...download, isSelected: false }])) });
  if (count > failures.length) showToast({ tone: 'good', title: t('remoteProject.done', { count: count - failures.length }) });
  if (failures.length > 0) showToast({ tone: 'bad', title: t('remoteProject.failed', { count: failures.length }), lines: failures });
}
