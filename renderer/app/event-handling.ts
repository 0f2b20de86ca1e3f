/** Passes the events of the backend to the stores that follow them. */

import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { openDialog } from '../commands/feature.ts';
import { waitForLanguage } from '../messages/language.ts';
import { t } from '../messages/translate.ts';
import { goToProjectList, startRouter } from '../navigation/router.ts';
import { invoke, onEvents, onReconnect, onReject } from '../platform/bridge.ts';
import { listExporters, loadExporters } from '../state/exporters-store.ts';
import { handleSavedEvents } from '../state/last-saved-store.ts';
import { openProjectStore, receive, reread } from '../state/open-project.ts';
import { loadProjects } from '../state/project-list-store.ts';
import { handleStoryFolderEvents, loadStoryFolders, readStoryFoldersOnFocus } from '../state/story-folders-store.ts';
import { handleSyncEvents, loadSyncState, syncWhenOnline } from '../state/sync-store.ts';
import { handleTargetEvents, loadAllTargets, loadTargets } from '../state/targets-store.ts';
import { showProblem, showToast } from '../ui/toast-queue.ts';

export function startEventHandling(): void {
  onEvents(handleEvents);
  onReconnect(() => {
    void reread().catch(() => undefined);
    void loadProjects();
    void showOpeningNotices();
    void loadTargets();
    // The project list also loads them when it is shown.
    if (openProjectStore.getState().hash === null) void loadAllTargets();
    if (listExporters().length === 0) void loadExporters();
    void loadSyncState();
    void loadStoryFolders();
  });
  openProjectStore.subscribe(({ isGone, project }, before) => {
    if (isGone && !before.isGone) closeDeleted(project);
  });
  onReject(() => showProblem(new Problem('forbidden', message('problem.browser.openPrintedAddress'))));
  void loadExporters();
  startDamageReports();
  void showOpeningNotices();
  startRouter((hash, conflictId) => openDialog('conflictWhenIdle', hash, conflictId));
  void loadSyncState();
  void loadStoryFolders();
  syncWhenOnline();
  readStoryFoldersOnFocus();
}

/** Reports the unsettled damage of each project once it is open. Where it cannot be opened, that is what the window shows. */
export function startDamageReports(): void {
  openProjectStore.subscribe(({ hash, isLoading, loadProgress }, before) => {
    const isOpened = before.isLoading && !isLoading && loadProgress === 1;
    if (hash !== null && isOpened) openDialog('unsettledDamage', hash);
  });
}

function handleEvents(events: readonly BackendEvent[]): void {
  receive(events);
  handleSavedEvents(events);
  handleTargetEvents(events);
  handleSyncEvents(events);
  handleStoryFolderEvents(events);
  if (openProjectStore.getState().hash === null && events.some(({ event }) => event === 'projects.changed' || event === 'project.changed'))
    void loadProjects();
  if (events.some(({ event }) => event === 'projects.changed')) void closeIfDeleted();
  for (const event of events) {
    if (event.event === 'notice') showNotice(event);
    if (event.event === 'damage.changed') openDialog('newDamage', event.hash);
    if (event.event === 'file.opened') openDialog('importFile', event.path);
  }
}

/** The open project may have been deleted elsewhere: in another window, or by the command line. */
async function closeIfDeleted(): Promise<void> {
  const { hash, project } = openProjectStore.getState();
  if (hash === null || project.size === 0) return;
  const list = await invoke('project.list', {}).catch(() => null);
  if (list === null || openProjectStore.getState().hash !== hash || list.some((each) => each.hash === hash)) return;
  closeDeleted(project);
}

function closeDeleted({ projectRecord: { name } }: Project): void {
  goToProjectList();
  showToast({ tone: 'plain', title: t('state.recordDeleted', { name }) });
}

/** Shows the notices of the backend: what happened without a request of the user. */
export function showNotice({ message, section }: Extract<BackendEvent, { event: 'notice' }>): void {
  const action = section && { label: t('settings.showSection'), run: () => openDialog('settings', section) };
  showToast({ tone: 'plain', title: t(message), ...(action && { action }) });
}

/** What the opening of the data folder has to report, at the start of the window and when another process has opened it. Each message stays until it is closed. */
export async function showOpeningNotices(): Promise<void> {
  const notices = await invoke('app.notices', {}).catch(() => []);
  if (notices.length === 0) return;
  await waitForLanguage();
  for (const notice of notices) showToast({ tone: 'warning', title: t(notice) });
  await invoke('app.acknowledgeNotices', {}).catch(() => undefined);
}
